import type { BetView } from '@touchline/core/contract';
import type { ScoreChange } from './score-changes.ts';

export type GoalNotice = { readonly title: string; readonly score: string; readonly picks: string };

/** What a notice says of a goal, or of one that was taken back, in a match on which there are open bets. */
export function goalNotice({ row, before }: ScoreChange, bets: readonly BetView[]): GoalNotice {
  const { homeTeam, awayTeam } = row.match;
  const score = row.score ?? { home: 0, away: 0 };
  const [home, away] = [score.home - before.home, score.away - before.away];
  const scorers = [...(home > 0 ? [homeTeam] : []), ...(away > 0 ? [awayTeam] : [])];
  const isTakenBack = home < 0 || away < 0;
  const picks = new Set(bets.flatMap(({ matches }) => matches.filter((leg) => leg.matchId === row.id)).map(pickOf));
  return {
    title: isTakenBack ? 'The score was corrected' : `Goal: ${scorers.join(' and ')}`,
    score: `${homeTeam} ${score.home}:${score.away} ${awayTeam}`,
    picks: `You have ${[...picks].join(', ')}`,
  };
}

const pickOf = ({ betOutcome }: BetView['matches'][number]): string => betOutcome;

/** Open bets with a selection on the match that still waits for it. */
export const betsOn = (bets: Iterable<BetView>, matchId: string): readonly BetView[] =>
  [...bets].filter(
    ({ status, matches }) =>
      status === 'pending' && matches.some((leg) => leg.matchId === matchId && leg.status === 'pending'),
  );
