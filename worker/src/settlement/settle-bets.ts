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
  /** Who of them may have a screen open: a match can have more bets than there are people to tell. */
  readonly usersOnline: (users: readonly UserId[]) => Promise<ReadonlySet<UserId>>;
  /** Told of the events that settlement wrote into the ledger, for measuring. */
  readonly written?: (types: readonly WalletEvent['type'][]) => void;
  readonly announce: {
    readonly settled: (settled: readonly SettledBet[]) => void;
    /** A leg was decided; the bet waits for others, or stays as it was settled. */
    readonly graded: (bets: readonly Bet[]) => void;
    /** All bets on the match are at what was ruled: told once, however many there are. */
    readonly announceMarket: (matchId: MatchId) => void;
  };
};

/**
 * Brings the bets on every match that ended, whose result was corrected, or on which some are void, to what was ruled. Running it twice or dying
 * anywhere pays nothing twice, and what was left is found by the next run. One match that fails does not keep others waiting.
 */
export async function settleBets(deps: SettleBetsDeps): Promise<void> {
  const failures: unknown[] = [];
  await lookForLateBets(deps, { endedAfter: instant(deps.now() - lateBetsForMs) });
  const windows = await reopenWindows(deps.store.db);
  if (windows.length > 0) deps.log.warn({ matches: windows }, 'bets that are void arrived late: grading again');
  for (const { match } of await listUngraded(deps.store.db)) {
    await settleOne(deps, match.id).catch((error: unknown) => {
      deps.log.error({ matchId: match.id, error }, 'bets cannot be settled: somebody has to look');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `the bets on ${failures.length} matches are not settled`);
}

/** As every `settleBets` does for matches that ended lately, for all that ever ended: it finds what should not be there. */
export const recheckGraded = (deps: Pick<SettleBetsDeps, 'store' | 'log'>): Promise<void> => lookForLateBets(deps, {});

/** A bet that was being placed while its match ended is there at the latest after this. */
const lateBetsForMs = minutes(10);

async function lookForLateBets(
  { store, log }: Pick<SettleBetsDeps, 'store' | 'log'>,
  among: { readonly endedAfter?: Instant },
): Promise<void> {
  const reopened = await reopenGrading(store.db, among);
  if (reopened.length > 0) log.warn({ matches: reopened }, 'bets arrived while their match was graded: grading again');
}

async function settleOne(deps: SettleBetsDeps, matchId: MatchId): Promise<void> {
  const sums = { matchId, moved: 0, graded: 0 };
  const onSettled = async (chunk: SettledChunk): Promise<void> => {
    sums.moved += chunk.moved.length;
    sums.graded += chunk.graded.length;
    deps.written?.(chunk.moved.flatMap(({ event, also }) => [event.type, ...also.map((one) => one.type)]));
    await tell(deps, chunk);
  };
  const outcome = await settleMatch(deps.store, matchId, { now: deps.now, onSettled });
  if (sums.moved + sums.graded > 0) deps.log.info(sums, 'bets settled');
  if (outcome === 'settled') deps.announce.announceMarket(matchId);
}

/** What is pushed is a hint: the bets are read as they are now, and only for those who may see it. */
async function tell({ store, usersOnline, announce }: SettleBetsDeps, { moved, graded }: SettledChunk): Promise<void> {
  const users = new Set([...moved, ...graded].map((one) => one.userId));
  const heard = await usersOnline([...users]);
  const [paid, waiting] = [moved.filter((one) => heard.has(one.userId)), graded.filter((one) => heard.has(one.userId))];
  const bets = await betsById(store, [...paid, ...waiting]);
  announce.settled(
    paid.flatMap(({ betId, event, also, wallet, version }) => {
      const bet = bets.get(betId);
      return bet ? [{ bet, event, also, wallet, version, repeated: false }] : [];
    }),
  );
  const seen = waiting.flatMap(({ betId }) => bets.get(betId) ?? []);
  if (seen.length > 0) announce.graded(seen);
}

async function betsById(
  { db }: SettleBetsDeps['store'],
  of: readonly { readonly betId: BetId }[],
): Promise<ReadonlyMap<BetId, Bet>> {
  const bets = await readBets(
    db,
    of.map((one) => one.betId),
  );
  return new Map(bets.map((bet) => [bet.id, bet]));
}
