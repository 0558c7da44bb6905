import { type Cents, cents } from '../money/index.ts';

/** Spec §9. */
export const minDeposit: Cents = cents(1_000);
export const minWithdrawal: Cents = cents(1_000);
export const maxWithdrawal: Cents = cents(1_000_000);
