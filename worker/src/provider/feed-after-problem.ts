import type { Instant } from '@touchline/core/instant';
import type { LeagueFeedRecord } from '@touchline/store/matches';
import type { FeedProblem } from './odds-api.ts';

/** Failures in a row after which a league counts as down. */
const downAfterFailures = 3;

export type Trouble = {
  readonly leagueKey: string;
  readonly feed: LeagueFeedRecord | undefined;
  readonly plan: { readonly everyMs: number };
  readonly problem: FeedProblem;
  /** Failures in a row, this one included. */
  readonly inARow: number;
  readonly at: Instant;
};

/**
 * How a league's feed stands after a question that was not answered. One or two failures only let its prices grow old; three in
 * a row, a refusal of our key, and a league that is not offered take it down at once. When it was last confirmed never changes.
 */
export function feedAfterProblem({ leagueKey, feed, plan, problem, inARow, at }: Trouble): LeagueFeedRecord {
  const isDown =
    problem.kind === 'refused-us' ||
    problem.kind === 'no-such-league' ||
    inARow >= downAfterFailures ||
    !feed ||
    feed.state === 'down';
  return {
    leagueKey,
    state: isDown ? 'down' : 'ok',
    confirmedAt: feed?.confirmedAt ?? null,
    everyMs: feed?.everyMs ?? plan.everyMs,
    triedAt: at,
    problem: problem.words,
    ...(feed?.staleAfterMs !== undefined && { staleAfterMs: feed.staleAfterMs }),
  };
}
