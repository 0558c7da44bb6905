import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { selectionText } from '@touchline/core/markets';
import type { ScoreChange } from './score-changes.ts';

export type GoalNotice = { readonly title: string; readonly score: string; readonly selections: string };

/** Renders the notice of a goal, or of a corrected score, in a match with open bets. */
export function goalNotice({ row, before }: ScoreChange, bets: readonly BetView[]): GoalNotice {
  const { homeTeam, awayTeam } = row.match;
  const score = row.score ?? { home: 0, away: 0 };
  const [home, away] = [score.home - before.home, score.away - before.away];
  const scorers = [...(home > 0 ? [homeTeam] : []), ...(away > 0 ? [awayTeam] : [])];
  const isCorrected = home < 0 || away < 0;
  const selections = new Set(
    bets.flatMap(({ matches }) => matches.filter((leg) => leg.matchId === row.id)).map(selectionText),
  );
  return {
    title: isCorrected ? t('The score was corrected') : t('Goal: {team}', { team: scorers.join(` ${t('and')} `) }),
    score: `${homeTeam} ${score.home}:${score.away} ${awayTeam}`,
    selections: t('You have {selections}', { selections: [...selections].join(', ') }),
  };
}

/** Returns the open bets with an undecided selection on the match. */
export const betsOn = (bets: Iterable<BetView>, matchId: string): readonly BetView[] =>
  [...bets].filter(
    ({ status, matches }) =>
      status === 'pending' && matches.some((leg) => leg.matchId === matchId && leg.status === 'pending'),
  );
