import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { type DryRun, endedAfter, type MatchDecision, needsSecondAdmin } from '@touchline/core/settlement';
import type { Store } from '@touchline/store/connect';
import {
  type Admin,
  type AskedDecision,
  dryRun,
  propose,
  readOperated,
  ruleAs,
  rulingOf,
  wholeDecision,
} from '@touchline/store/settlement';

export type MarketsDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  readonly now: () => Instant;
  /** Whoever moves more money than this needs a second admin. */
  readonly fourEyes: Cents;
};
export type ResultRefusal = {
  readonly code: 'match-unknown' | 'not-kicked-off' | 'result-outdated' | 'proposal-open';
};
type Entered = { readonly outcome: 'done' | 'proposed'; readonly dryRun: DryRun };

/** What a decision would do to the bets on a match. Nothing is changed. */
export async function tryResult(
  deps: MarketsDeps,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<DryRun, ResultRefusal>> {
  const stands = await standing(deps, matchId, result);
  if (!stands.ok) return stands;
  const decision = await wholeDecision(deps.store.db, matchId, askedDecision(result));
  return ok(await dryRun(deps.store, matchId, decision));
}

/**
 * Ends a match by hand or corrects how it ended. When the money that moves by it is above the limit, it waits for a second admin.
 * The bets are settled by the worker: from here on nothing is lost when a process dies.
 */
export async function enterResult(
  deps: MarketsDeps,
  admin: Admin,
  matchId: MatchId,
  { result, reason }: { readonly result: MatchDecisionRequest; readonly reason: string },
): Promise<Result<Entered, ResultRefusal>> {
  const { db } = deps.store;
  const stands = await standing(deps, matchId, result);
  if (!stands.ok) return stands;
  const decision = await wholeDecision(db, matchId, askedDecision(result));
  const run = await dryRun(deps.store, matchId, decision);
  const asked = { matchId, basedOn: stands.value, decision, reason, dryRun: run, at: deps.now() };
  if (needsSecondAdmin(run, deps.fourEyes)) {
    const proposed = await db.transaction().execute((trx) => propose(trx, admin, asked));
    return proposed.ok ? ok({ outcome: 'proposed', dryRun: run }) : proposed;
  }
  const ruling = await db.transaction().execute((trx) => ruleAs(trx, admin, asked));
  if (ruling === 'match-unknown') return refused({ code: ruling });
  return ruling === 'outdated' ? refused({ code: 'result-outdated' }) : ok({ outcome: 'done', dryRun: run });
}

/** The version of the result that is to be replaced; 0 for a match that is open. */
async function standing(
  { store, now }: MarketsDeps,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<number, ResultRefusal>> {
  const found = await readOperated(store.db, matchId);
  if (!found) return refused({ code: 'match-unknown' });
  if (found.match.status !== 'open') return ok((await rulingOf(store.db, matchId)).version);
  if (result.kind !== 'void' && found.match.kickoffAt > now()) return refused({ code: 'not-kicked-off' });
  return ok(found.resultVersion);
}

function askedDecision({ voidBets, ...result }: MatchDecisionRequest): AskedDecision {
  return { result: resultOf(result), ...(voidBets && { voidBets: voidBets.map(windowOf) }) };
}

function resultOf(result: MatchDecisionRequest): MatchDecision['result'] {
  if (result.kind === 'void') return { kind: 'void' };
  const score = { home: result.home, away: result.away };
  if (result.kind === 'abandoned' || result.minutesPlayed === undefined) return { kind: result.kind, score };
  return endedAfter(result.minutesPlayed, score);
}

const windowOf = ({ market, from, until }: NonNullable<MatchDecisionRequest['voidBets']>[number]) => ({
  ...(market && { market }),
  ...(from !== undefined && { from: instant(Date.parse(from)) }),
  ...(until !== undefined && { until: instant(Date.parse(until)) }),
});
