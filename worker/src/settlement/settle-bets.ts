import type { Bet } from '@touchline/core/betting';
import type { BetId, MatchId, UserId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import type { WalletEvent } from '@touchline/core/wallet';
import { readBets } from '@touchline/store/bets';
import type { Store } from '@touchline/store/connect';
import { listUngraded } from '@touchline/store/matches';
import { reopenGrading, reopenWindows, type SettledChunk, settleMatch } from '@touchline/store/settlement';
import type { SettledBet } from '@touchline/store/wallet';
import type { Log } from '../log.ts';

export type SettleBetsDeps = {
  readonly store: Pick<Store, 'db' | 'pipelines'>;
  readonly log: Log;
  readonly now: () => Instant;
  /** Returns the users who may have a screen open: most of a match's bettors do not. */
  readonly usersOnline: (users: readonly UserId[]) => Promise<ReadonlySet<UserId>>;
  /** Called with the ledger events that settlement wrote, for metrics. */
  readonly written?: (types: readonly WalletEvent['type'][]) => void;
  readonly announce: {
    readonly settled: (settled: readonly SettledBet[]) => void;
    /** Legs were graded without settling their bets. */
    readonly graded: (bets: readonly Bet[]) => void;
    /** All bets on the match are settled: called once per match. */
    readonly announceMarket: (matchId: MatchId) => void;
    /** Some of this could not be pushed. */
    readonly missed: () => void;
  };
};

/**
 * Settles the bets on every match that ended, whose result was corrected, or that has a void window. Safe to run twice or to
 * interrupt: nothing is paid twice, and the next run continues. A match that fails does not delay the others.
 */
export async function settleBets(deps: SettleBetsDeps): Promise<void> {
  const failures: unknown[] = [];
  await reopenLate(deps, { endedAfter: instant(deps.now() - lateBetsForMs) });
  const windows = await reopenWindows(deps.store.db);
  if (windows.length > 0) deps.log.warn({ matches: windows }, 'bets in a void window arrived late: grading again');
  for (const { match } of await listUngraded(deps.store.db)) {
    await settleOne(deps, match.id).catch((error: unknown) => {
      deps.log.error({ matchId: match.id, error }, 'bets cannot be settled: investigate');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `the bets on ${failures.length} matches are not settled`);
}

/** Finds unsettled bets on all ended matches; `settleBets` checks only recent ones. */
export const recheckGraded = (deps: Pick<SettleBetsDeps, 'store' | 'log'>): Promise<void> => reopenLate(deps, {});

/** By then, every bet that was being placed while its match ended is committed. */
const lateBetsForMs = minutes(10);

async function reopenLate(
  { store, log }: Pick<SettleBetsDeps, 'store' | 'log'>,
  among: { readonly endedAfter?: Instant },
): Promise<void> {
  const reopened = await reopenGrading(store.db, among);
  if (reopened.length > 0) log.warn({ matches: reopened }, 'bets arrived while their match was graded: grading again');
}

async function settleOne(deps: SettleBetsDeps, matchId: MatchId): Promise<void> {
  const totals = { matchId, moved: 0, graded: 0 };
  const onSettled = async (chunk: SettledChunk): Promise<void> => {
    totals.moved += chunk.moved.length;
    totals.graded += chunk.graded.length;
    deps.written?.(chunk.moved.flatMap(({ event, also }) => [event.type, ...also.map((other) => other.type)]));
    // What is committed is settled, whether or not it can be pushed.
    await announceChunk(deps, chunk).catch((error: unknown) => {
      deps.log.warn({ matchId, error }, 'settled bets could not be pushed: open screens fetch them');
      deps.announce.missed();
    });
  };
  const outcome = await settleMatch(deps.store, matchId, { now: deps.now, onSettled });
  if (totals.moved + totals.graded > 0) deps.log.info(totals, 'bets settled');
  if (outcome === 'settled') deps.announce.announceMarket(matchId);
}

/** Pushes the bets as they are now, only to users who may have a screen open. */
async function announceChunk(
  { store, usersOnline, announce }: SettleBetsDeps,
  { moved, graded }: SettledChunk,
): Promise<void> {
  const users = new Set([...moved, ...graded].map(({ userId }) => userId));
  const online = await usersOnline([...users]);
  const paid = moved.filter(({ userId }) => online.has(userId));
  const waiting = graded.filter(({ userId }) => online.has(userId));
  const bets = await betsById(store, [...paid, ...waiting]);
  announce.settled(
    paid.flatMap(({ betId, event, also, wallet, version }) => {
      const bet = bets.get(betId);
      return bet ? [{ bet, event, also, wallet, version, repeated: false }] : [];
    }),
  );
  const current = waiting.flatMap(({ betId }) => bets.get(betId) ?? []);
  if (current.length > 0) announce.graded(current);
}

async function betsById(
  { db }: SettleBetsDeps['store'],
  rows: readonly { readonly betId: BetId }[],
): Promise<ReadonlyMap<BetId, Bet>> {
  const bets = await readBets(
    db,
    rows.map(({ betId }) => betId),
  );
  return new Map(bets.map((bet) => [bet.id, bet]));
}
