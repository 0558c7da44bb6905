import type { Instant } from '@touchline/core/instant';
import type { LeagueFeedRecord } from '@touchline/store/matches';
import type { FeedProblem } from './odds-api.ts';

/** Failures in a row after which a league counts as down. */
const downAfterFailures = 3;

export type FeedFailure = {
  readonly leagueKey: string;
  readonly feed: LeagueFeedRecord | undefined;
  readonly plan: { readonly everyMs: number };
  readonly problem: FeedProblem;
  /** Failures in a row, this one included. */
  readonly inARow: number;
  readonly at: Instant;
};

/**
 * Returns the state of a league's feed after a failed request. Three failures in a row, a refusal of our key or a league that is not
 * offered take it down; fewer failures only let its prices become stale. The time of the last confirmation stays.
 */
export function feedAfterProblem({ leagueKey, feed, plan, problem, inARow, at }: FeedFailure): LeagueFeedRecord {
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
    problem: problem.message,
    ...(feed?.staleAfterMs !== undefined && { staleAfterMs: feed.staleAfterMs }),
  };
}
