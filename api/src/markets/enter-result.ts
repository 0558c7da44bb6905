import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  endedAfter,
  isSameWindow,
  type MatchDecision,
  type VoidWindow,
  type WeighedRun,
} from '@touchline/core/settlement';
import type { Store } from '@touchline/store/connect';
import {
  type Admin,
  type AskedDecision,
  type Decided,
  decidedAlone,
  decideOrPropose,
  decisionOn,
  dryRun,
  readBook,
  readOperated,
  rulingOf,
  wholeDecision,
} from '@touchline/store/settlement';
import type { AnnounceMarket } from '../live/announce.ts';

export type MarketsDeps = {
  readonly store: Pick<Store, 'db' | 'pool'>;
  readonly now: () => Instant;
  /** The daily limit for decisions without a second admin, over all matches. */
  readonly fourEyes: Cents;
  /** Called after each commit that changes the admins' view of a match. */
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

/** Returns what a decision of this admin would do to the bets on a match. Changes nothing. */
export async function tryResult(
  deps: MarketsDeps,
  { userId: admin }: Admin,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<WeighedRun, ResultRefusal>> {
  const stands = await standing(deps, matchId, result);
  if (!stands.ok) return stands;
  const asked = await askedDecision(deps, matchId, { result, reason: '' });
  if (!asked.ok) return asked;
  const { store, now, fourEyes: limit } = deps;
  const run = await dryRun(store, matchId, await wholeDecision(store.db, matchId, asked.value));
  return ok({ ...run, alone: await decidedAlone(store.db, { admin, now: now() }), limit });
}

/** How often a decision is retried while the bets keep changing; after that it needs a second admin. */
const mostAttempts = 3;

/**
 * Ends a match by hand, corrects its result, or voids bets on it. When the money it decides, added to what the admin decided alone
 * within a day, exceeds the limit, it waits for a second admin.
 * The worker settles the bets, so a crash after this loses nothing.
 */
export async function enterResult(
  deps: MarketsDeps,
  admin: Admin,
  matchId: MatchId,
  { result, reason }: Said,
): Promise<Result<Decided, ResultRefusal>> {
  const { store, now, fourEyes: limit } = deps;
  for (let attempt = 1; ; attempt += 1) {
    const stands = await standing(deps, matchId, result);
    if (!stands.ok) return stands;
    const said = await askedDecision(deps, matchId, { result, reason });
    if (!said.ok) return said;
    const decision = await wholeDecision(store.db, matchId, said.value);
    // Read before the dry run, so that a bet placed during it is noticed.
    const book = await readBook(store.db, matchId);
    const computed = await dryRun(store, matchId, decision);
    const run = attempt < mostAttempts ? computed : { ...computed, decides: null };
    const tried = { matchId, basedOn: stands.value, decision, reason, dryRun: run, book, limit, at: now() };
    const decided = await store.db.transaction().execute((trx) => decideOrPropose(trx, admin, tried));
    if (decided.ok) return decided;
    if (decided.refusal.code !== 'book-changed') return refused({ code: decided.refusal.code });
  }
}

/** The version of the decision to replace; 0 if there is none. */
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
/** A window may include the current second, because admins enter whole seconds. */
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
