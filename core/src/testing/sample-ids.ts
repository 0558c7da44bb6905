import type { BetId, MatchId, TransactionId, WalletId } from '../ids.ts';

/** Brands texts of tests as ids. */
export const matchId = (text: string) => text as MatchId;
export const betId = (text: string) => text as BetId;
export const transactionId = (text: string) => text as TransactionId;
export const walletId = (text: string) => text as WalletId;
