import type { AdminTransactionView } from '@touchline/core/contract';
import { waitsForDecision } from './decision-machine.ts';

/** The id of the button that opens a row. */
export const toggleId = (transactionId: string): string => `transaction-row-${transactionId}`;

/** Returns the row to decide next: the nearest pending one below, else above. */
export function nextToDecide(
  rows: readonly AdminTransactionView[],
  decidedId: string | undefined,
): AdminTransactionView | undefined {
  const at = rows.findIndex(({ _id }) => _id === decidedId);
  return rows.slice(at + 1).find(waitsForDecision) ?? rows.slice(0, Math.max(at, 0)).findLast(waitsForDecision);
}
