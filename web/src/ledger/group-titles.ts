import type { LeagueView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { marketTitles } from '@touchline/core/markets';
import { several, withoutBet } from '@touchline/core/reports';

/** The title of a league; one that is not on offer any more is shown by its key. */
export function leagueTitle(league: string, leagues: readonly LeagueView[]): string {
  if (league === withoutBet) return t('Not from a bet');
  if (league === several) return t('Several leagues');
  return leagues.find(({ key }) => key === league)?.title ?? league;
}

export function marketTitleOf(market: string): string {
  if (market === withoutBet) return t('Not from a bet');
  if (market === several) return t('Several markets');
  const title = marketTitles[market];
  return title ? t(title) : market;
}
