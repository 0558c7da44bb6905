import type { MatchDecisionRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import type { Cents } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  endedAfter,
  isHalfTimePossible,
  isLateWindow,
  isSameWindow,
  type MatchDecision,
  type VoidWindow,
  type WeighedRun,
  withHalfTime,
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
  halfTimeIn,
  hasBetOn,
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
    | 'own-bet'
    | 'not-kicked-off'
    | 'half-time-impossible'
    | 'result-outdated'
    | 'proposal-open'
    | 'window-empty'
    | 'window-not-over'
    | 'window-known'
    | 'window-unknown'
    | 'windows-too-many';
};
type Entry = { readonly result: MatchDecisionRequest; readonly reason: string };

/** Returns what a decision of this admin would do to the bets on a match. Changes nothing. */
export async function previewResult(
  deps: MarketsDeps,
  { userId: admin }: Admin,
  matchId: MatchId,
  result: MatchDecisionRequest,
): Promise<Result<WeighedRun, ResultRefusal>> {
  const version = await currentVersion(deps, matchId, result);
  if (!version.ok) return version;
  const requested = await requestedDecision(deps, matchId, { result, reason: '' });
  if (!requested.ok) return requested;
  const { store, now, fourEyes: limit } = deps;
  // Before the admin writes a reason for a decision that would be refused.
  if (await hasBetOn(store.db, admin, matchId)) return refused({ code: 'own-bet' });
  const run = await dryRun(store, matchId, await wholeDecision(store.db, matchId, requested.value));
  return ok({ ...run, alone: await decidedAlone(store.db, { admin, now: now() }), limit });
}

/** How often a decision is retried while the bets keep changing; after that it needs a second admin. */
const maxAttempts = 3;

/**
 * Enters or corrects a match's result, or voids bets on it. If its amount plus what the admin decided alone within a day exceeds the
 * limit, it waits for a second admin.
 * The worker settles the bets, so a crash after this loses nothing.
 */
export async function enterResult(
  deps: MarketsDeps,
  admin: Admin,
  matchId: MatchId,
  { result, reason }: Entry,
): Promise<Result<Decided, ResultRefusal>> {
  const { store, now, fourEyes: limit } = deps;
  for (let attempt = 1; ; attempt += 1) {
    const version = await currentVersion(deps, matchId, result);
    if (!version.ok) return version;
    const requested = await requestedDecision(deps, matchId, { result, reason });
    if (!requested.ok) return requested;
    const decision = await wholeDecision(store.db, matchId, requested.value);
    // Read before the dry run, so that a bet placed during it is noticed.
    const book = await readBook(store.db, matchId);
    const computed = await dryRun(store, matchId, decision);
    const run = attempt < maxAttempts ? computed : { ...computed, decides: null };
    const proposal = { matchId, basedOn: version.value, decision, reason, dryRun: run, book, limit, at: now() };
    const decided = await store.db.transaction().execute((trx) => decideOrPropose(trx, admin, proposal));
    if (decided.ok) return decided;
    if (decided.refusal.code !== 'book-changed') return refused({ code: decided.refusal.code });
  }
}

/** Returns the version of the decision to replace; 0 if there is none. */
async function currentVersion(
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

async function requestedDecision(
  deps: MarketsDeps,
  matchId: MatchId,
  { result: entered, reason }: Entry,
): Promise<Result<AskedDecision, ResultRefusal>> {
  if (entered.kind === 'window' || entered.kind === 'lift') {
    const current = await decisionOn(deps.store.db, matchId);
    const window = windowOf(entered);
    return entered.kind === 'window'
      ? withWindow(current, { ...window, reason }, deps.now())
      : withoutWindow(current, window);
  }
  const current = await decisionOn(deps.store.db, matchId);
  if (entered.kind === 'half-time') {
    const result = withHalfTime(current.result, { home: entered.home, away: entered.away });
    return result ? ok({ result }) : refused({ code: 'half-time-impossible' });
  }
  const { voidBets, ...ended } = entered;
  const result = resultOf(ended, halfTimeIn(current));
  if (!result) return refused({ code: 'half-time-impossible' });
  return ok({
    result,
    // An admin's windows are replaced; bets placed after the true kick-off stay void.
    ...(voidBets && {
      voidBets: [
        ...current.voidBets.filter(isLateWindow),
        ...voidBets.map((window) => ({ ...windowOf(window), reason })),
      ],
    }),
  });
}

const maxWindows = 20;
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
  if (voidBets.length >= maxWindows) return refused({ code: 'windows-too-many' });
  return ok({ result, voidBets: [...voidBets, window] });
}

function withoutWindow({ result, voidBets }: MatchDecision, window: VoidWindow): Result<AskedDecision, ResultRefusal> {
  const others = voidBets.filter((known) => !isSameWindow(known, window));
  return others.length < voidBets.length ? ok({ result, voidBets: others }) : refused({ code: 'window-unknown' });
}

type Ended = Exclude<MatchDecisionRequest, { readonly kind: 'window' | 'lift' | 'half-time' }>;
/** `undefined`: the half-time score is higher. One that was recorded before is dropped if it does not fit the corrected score. */
function resultOf(result: Ended, recorded: Score | undefined): MatchDecision['result'] | undefined {
  if (result.kind === 'void') return { kind: 'void' };
  const score = { home: result.home, away: result.away };
  const { halfTime: entered } = result;
  if (entered && !isHalfTimePossible(score, entered)) return undefined;
  const kept = recorded && isHalfTimePossible(score, recorded) ? recorded : undefined;
  const halfTime = entered === undefined ? kept : (entered ?? undefined);
  const half = halfTime && { halfTime };
  if (result.kind === 'abandoned' || result.minutesPlayed === undefined) return { kind: result.kind, score, ...half };
  return { ...endedAfter(result.minutesPlayed, score), ...half };
}

const windowOf = ({ market, from, until }: NonNullable<Ended['voidBets']>[number]): VoidWindow => ({
  ...(market && { market, builders: true }),
  ...(from !== undefined && { from: instant(Date.parse(from)) }),
  ...(until !== undefined && { until: instant(Date.parse(until)) }),
});
