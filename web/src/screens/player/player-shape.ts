import { adminTransactionView, betView, type PlayerSheet, playerSheet } from '@touchline/core/contract';
import { lenientBet, lenientTransaction } from '../../api/known-status.ts';
import { listOf, record, type Shape } from '../../api/shape.ts';

/** A player as the server describes them. A bet or transaction with a status that is new here does not hide the rest. */
export const playerShape: Shape<PlayerSheet> = record<PlayerSheet>({
  ...playerSheet.shape,
  bets: listOf(lenientBet(betView)),
  transactions: listOf(lenientTransaction(adminTransactionView)),
});
