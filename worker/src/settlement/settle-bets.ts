import type { Bet } from '@touchline/core/betting';
import type { Instant } from '@touchline/core/instant';
import { gradeLegsOf, type PendingBet, readBets } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import { listEndedUngraded, type MatchRecord, markGraded, reopenGrading } from '@touchline/store/matches';
import type { SettledBet, WalletWriter } from '@touchline/store/wallet';
import type { Log } from '../log.ts';

export type SettleBetsDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly log: Log;
  readonly now: () => Instant;
  readonly announce: {
    readonly settled: (settled: readonly SettledBet[]) => void;
    /** A leg was decided; the bet waits for others. */
    readonly graded: (bets: readonly Bet[]) => void;
  };
};

/** Bets handed to the wallet writer at once; it commits them in groups. */
const atOnce = 500;

/**
 * Grades every leg on matches that ended, settles the bets they decide, and only then marks the match as done. Running it twice
 * or dying anywhere pays nothing twice: the ledger's key of a settlement refuses the second payment, and what was left is found
 * by the next run.
 */
export async function settleBets(deps: SettleBetsDeps): Promise<void> {
  for (const ended of await listEndedUngraded(deps.db)) await settleMatch(deps, ended);
}

/** Finds matches on which a bet arrived while they were being graded, for the next `settleBets`. */
export async function recheckGraded({ db, log }: Pick<SettleBetsDeps, 'db' | 'log'>): Promise<void> {
  const reopened = await reopenGrading(db);
  if (reopened.length > 0) log.warn({ matches: reopened }, 'bets arrived while their match was graded: grading again');
}

async function settleMatch(deps: SettleBetsDeps, ended: MatchRecord): Promise<void> {
  const { match } = ended;
  const pending = await gradeLegsOf(deps.db, match, deps.now());
  const sums = { matchId: match.id, settled: 0, waiting: 0 };
  for (let from = 0; from < pending.length; from += atOnce) {
    const { settled, waiting } = await settleSlice(deps, ended, pending.slice(from, from + atOnce));
    sums.settled += settled;
    sums.waiting += waiting;
  }
  await markGraded(deps.db, match.id, deps.now());
  if (pending.length > 0) deps.log.info(sums, 'bets settled');
}

async function settleSlice(deps: SettleBetsDeps, { match, endedAt }: MatchRecord, bets: readonly PendingBet[]) {
  const { writer, log } = deps;
  const why = {
    actor: 'system:settlement',
    cause: `match:${match.id}`,
    ...(endedAt !== null && { effectiveAt: endedAt }),
  };
  const outcomes = await Promise.allSettled(
    bets.map(({ betId, walletId }) => writer.submit({ type: 'settle-bet', betId, walletId, ...why })),
  );
  const settled: SettledBet[] = [];
  const waiting: PendingBet[] = [];
  const failed: unknown[] = [];
  outcomes.forEach((outcome, at) => {
    const bet = bets[at];
    if (!bet) return;
    if (outcome.status === 'rejected') failed.push(outcome.reason);
    else if (outcome.value.ok) settled.push(outcome.value.value);
    else if (outcome.value.refusal.code === 'bet-pending') waiting.push(bet);
    else if (outcome.value.refusal.code !== 'bet-settled') {
      log.error(
        { matchId: match.id, ...bet, refusal: outcome.value.refusal },
        'a bet cannot be settled: somebody has to look',
      );
    }
  });
  deps.announce.settled(settled.filter((one) => !one.repeated));
  if (waiting.length > 0)
    deps.announce.graded(
      await readBets(
        deps.db,
        waiting.map((bet) => bet.betId),
      ),
    );
  // The match stays ungraded, so the next run takes up the rest.
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${bets.length} bets were not settled`);
  return { settled: settled.length, waiting: waiting.length };
}
