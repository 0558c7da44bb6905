import { type Cents, cents } from '../money/index.ts';

/** Said of an amount with more than two decimals: money is never rounded on its way in. */
export const partOfCentText = 'Please use at most two decimals';

export const minDeposit: Cents = cents(1_000);
export const minWithdrawal: Cents = cents(1_000);
export const maxWithdrawal: Cents = cents(1_000_000);

/** So many deposits of one bettor may wait to be paid; each is a payment that the provider keeps open. */
export const mostOpenDeposits = 5;
/** As many wait as may. */
export type DepositsOpen = { readonly code: 'deposits-open'; readonly most: number };
