import { type Instant, minutes } from '../instant.ts';
import { msg } from '../language/index.ts';
import { type Cents, cents } from '../money/index.ts';

/** Shown for an amount with more than two decimals: money is never rounded on entry. */
export const partOfCentText = msg('Please use at most two decimals');

export const minDeposit: Cents = cents(1_000);
export const minWithdrawal: Cents = cents(1_000);
export const maxWithdrawal: Cents = cents(1_000_000);

/** How many withdrawals one bettor may request in 24 hours, canceled ones too: each adds to the ledger and sends emails. */
export const mostDailyWithdrawals = 20;

/** How many unpaid deposits one bettor may have; the provider keeps a payment open for each. */
export const mostOpenDeposits = 5;
export type DepositsOpen = { readonly code: 'deposits-open'; readonly most: number };

/** How many deposits one bettor may begin in ten minutes without paying them: each is a call to the provider, whatever becomes of it. */
export const unpaidDepositRate = { most: 20, withinMs: minutes(10) } as const;
/** `again`: when the next one can begin. */
export type TooManyDeposits = { readonly code: 'too-many-deposits'; readonly most: number; readonly again: Instant };
