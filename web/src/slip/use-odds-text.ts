import { type Decimal, formatOdds } from '@touchline/core/money';
import { useOddsFormat } from '../settings/preferences.ts';

/** Formats exact prices in the user's odds format. */
export function useOddsText(): (price: Decimal) => string {
  const format = useOddsFormat();
  return (price) => formatOdds(price, format);
}
