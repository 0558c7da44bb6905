import { t } from '@touchline/core/language';

/** Who quoted a price. `consensus of 3` is recorded in English; a single bookmaker has its own name. */
export function quotedByText(bookmaker: string): string {
  const count = /^consensus of (\d+)$/.exec(bookmaker)?.[1];
  return count === undefined ? bookmaker : t('consensus of {count}', { count });
}
