import type { TransactionView } from '@touchline/core/contract';
import { useMoment } from '../matches/use-moment.ts';

/**
 * Where a deposit that was begun can be paid, by the server's clock; `undefined` when it cannot be paid any more. What is no page of
 * the web leads nowhere, whoever wrote it.
 */
export function useCheckout(transaction: TransactionView | undefined): string | undefined {
  const { checkoutUrl, checkoutExpiresAt } = transaction ?? {};
  const isOver = useMoment((now) => checkoutExpiresAt !== undefined && Date.parse(checkoutExpiresAt) <= now);
  return checkoutUrl !== undefined && !isOver && isWebPage(checkoutUrl) ? checkoutUrl : undefined;
}

const isWebPage = (address: string): boolean =>
  URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
