import type { TransactionView } from '@touchline/core/contract';
import { useMoment } from '../matches/use-moment.ts';

/**
 * Where a deposit that was begun can be paid, by the server's clock; `undefined` when it cannot be paid any more. An address that is not
 * a web page is ignored.
 */
export function useCheckout(transaction: TransactionView | undefined): string | undefined {
  const { checkoutUrl, checkoutExpiresAt } = transaction ?? {};
  const isOver = useMoment((now) => checkoutExpiresAt !== undefined && Date.parse(checkoutExpiresAt) <= now);
  return checkoutUrl !== undefined && !isOver && isWebPage(checkoutUrl) ? checkoutUrl : undefined;
}

const isWebPage = (address: string): boolean =>
  URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
