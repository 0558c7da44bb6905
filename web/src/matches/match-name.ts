import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';

export const matchName = ({ homeTeam, awayTeam }: Pick<MatchRow['match'], 'homeTeam' | 'awayTeam'>): string =>
  t('{home} vs {away}', { home: homeTeam, away: awayTeam });
