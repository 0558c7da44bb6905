import { type Decimal, formatOdds } from '@touchline/core/money';
import { useOddsFormat } from '../settings/preferences.ts';

/** Exact prices in the format of whoever looks. */
export function useOddsText(): (price: Decimal) => string {
  const format = useOddsFormat();
  return (price) => formatOdds(price, format);
}
