import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type DryRun,
  endedAfter,
  isSameWindow,
  type MatchDecision,
  needsSecondAdmin,
  type VoidWindow,
} from '@touchline/core/settlement';
import type { Store } from '@touchline/store/connect';
import {
  type Admin,
  type AskedDecision,
  decisionOn,
  dryRun,
  movedAlone,
  propose,
  readOperated,
  ruleAs,
  rulingOf,
  wholeDecision,
} from '@touchline/store/settlement';
import type { AnnounceMarket } from '../live/announce.ts';

export type MarketsDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  readonly now: () => Instant;
  /** Whoever moves more money than this on a match within a day needs a second admin. */
  readonly fourEyes: Cents;
  /** Told after each commit that changes what admins see of a match. */
  readonly announceMarket: AnnounceMarket;
};
export type ResultRefusal = {
  readonly code:
    | 'match-unknown'
    | 'not-kicked-off'
    | 'result-outdated'
    | 'proposal-open'
    | 'window-empty'
    | 'window-not-over'
    | 'window-known'
    | 'window-unknown'
    | 'windows-too-many';
};
type Said = { readonly result: MatchDecisionRequest; readonly reason: string };
/** What a decision would do, and whether it takes a second admin. */
export type WeighedRun = DryRun & { readonly needsSecondAdmin: boolean };
type Entered = { readonly outcome: 'done' | 'proposed'; readonly dryRun: WeighedRun };

/** What a decision of this admin would do to the bets on a match. Nothing is changed. */
export async function tryResult(
  deps: MarketsDeps,
  admin: Admin,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<WeighedRun, ResultRefusal>> {
  const stands = await standing(deps, matchId, result);
  if (!stands.ok) return stands;
  const asked = await askedDecision(deps, matchId, { result, reason: '' });
  if (!asked.ok) return asked;
  return ok(await weigh(deps, admin, matchId, await wholeDecision(deps.store.db, matchId, asked.value)));
}

/**
 * Ends a match by hand, corrects how it ended, or says which bets on it are void. When the money that moves by it, with what the admin
 * has moved on the match alone of late, is above the limit, it waits for a second admin.
 * The bets are settled by the worker: from here on nothing is lost when a process dies.
 */
export async function enterResult(
  deps: MarketsDeps,
  admin: Admin,
  matchId: MatchId,
  { result, reason }: Said,
): Promise<Result<Entered, ResultRefusal>> {
  const { db } = deps.store;
  const stands = await standing(deps, matchId, result);
  if (!stands.ok) return stands;
  const said = await askedDecision(deps, matchId, { result, reason });
  if (!said.ok) return said;
  const decision = await wholeDecision(db, matchId, said.value);
  const run = await weigh(deps, admin, matchId, decision);
  const { needsSecondAdmin: isProposed, ...dryRun } = run;
  const asked = { matchId, basedOn: stands.value, decision, reason, dryRun, at: deps.now() };
  if (isProposed) {
    const proposed = await db.transaction().execute((trx) => propose(trx, admin, asked));
    return proposed.ok ? ok({ outcome: 'proposed', dryRun: run }) : proposed;
  }
  const ruling = await db.transaction().execute((trx) => ruleAs(trx, admin, asked));
  if (ruling === 'match-unknown') return refused({ code: ruling });
  return ruling === 'outdated' ? refused({ code: 'result-outdated' }) : ok({ outcome: 'done', dryRun: run });
}

/** Read after the version that it is based on: of two decisions at once, neither of which sees the other, one is outdated. */
async function weigh(
  { store, now, fourEyes: limit }: MarketsDeps,
  { userId }: Admin,
  matchId: MatchId,
  decision: MatchDecision,
): Promise<WeighedRun> {
  const run = await dryRun(store, matchId, decision);
  const alone = await movedAlone(store.db, { userId, matchId, now: now() });
  return { ...run, needsSecondAdmin: needsSecondAdmin(run, { limit, alone }) };
}

/** The version of what was decided that is to be replaced; 0 while nothing is. */
async function standing(
  { store, now }: MarketsDeps,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<number, ResultRefusal>> {
  const found = await readOperated(store.db, matchId);
  if (!found) return refused({ code: 'match-unknown' });
  if (found.match.status !== 'open') return ok((await rulingOf(store.db, matchId)).version);
  if ('home' in result && found.match.kickoffAt > now()) return refused({ code: 'not-kicked-off' });
  return ok(found.rulingVersion);
}

async function askedDecision(
  deps: MarketsDeps,
  matchId: MatchId,
  { result: said, reason }: Said,
): Promise<Result<AskedDecision, ResultRefusal>> {
  if (said.kind === 'window' || said.kind === 'lift') {
    const stands = await decisionOn(deps.store.db, matchId);
    const window = windowOf(said);
    return said.kind === 'window'
      ? withWindow(stands, { ...window, reason }, deps.now())
      : withoutWindow(stands, window);
  }
  const { voidBets, ...result } = said;
  return ok({
    result: resultOf(result),
    ...(voidBets && { voidBets: voidBets.map((window) => ({ ...windowOf(window), reason })) }),
  });
}

const mostWindows = 20;
/** The second that runs may be in a window: whoever writes it gives whole seconds. */
const runningSecondMs = 1_000;

function withWindow(
  { result, voidBets }: MatchDecision,
  window: VoidWindow,
  now: Instant,
): Result<AskedDecision, ResultRefusal> {
  const { from, until } = window;
  if (from === undefined || until === undefined || from >= until) return refused({ code: 'window-empty' });
  if (until > now + runningSecondMs) return refused({ code: 'window-not-over' });
  if (voidBets.some((known) => isSameWindow(known, window))) return refused({ code: 'window-known' });
  if (voidBets.length >= mostWindows) return refused({ code: 'windows-too-many' });
  return ok({ result, voidBets: [...voidBets, window] });
}

function withoutWindow({ result, voidBets }: MatchDecision, window: VoidWindow): Result<AskedDecision, ResultRefusal> {
  const others = voidBets.filter((known) => !isSameWindow(known, window));
  return others.length < voidBets.length ? ok({ result, voidBets: others }) : refused({ code: 'window-unknown' });
}

type Ended = Exclude<MatchDecisionRequest, { readonly kind: 'window' | 'lift' }>;
function resultOf(result: Ended): MatchDecision['result'] {
  if (result.kind === 'void') return { kind: 'void' };
  const score = { home: result.home, away: result.away };
  if (result.kind === 'abandoned' || result.minutesPlayed === undefined) return { kind: result.kind, score };
  return endedAfter(result.minutesPlayed, score);
}

const windowOf = ({ market, from, until }: NonNullable<Ended['voidBets']>[number]): VoidWindow => ({
  ...(market && { market }),
  ...(from !== undefined && { from: instant(Date.parse(from)) }),
  ...(until !== undefined && { until: instant(Date.parse(until)) }),
});
