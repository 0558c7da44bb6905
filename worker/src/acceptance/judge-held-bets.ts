import type { BettingLimits } from '@touchline/core/betting';
import type { Instant } from '@touchline/core/instant';
import { type DueBet, listDueBets } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import type { JudgedBet, WalletWriter } from '@touchline/store/wallet';
import type { Log } from '../log.ts';

export type JudgeHeldBetsDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly log: Log;
  readonly now: () => Instant;
  readonly limits: BettingLimits;
  readonly announce: { readonly settled: (bets: readonly JudgedBet[]) => void };
};

/** Bets handed to the wallet writer at once; the rest are found by the next run. */
const atOnce = 500;

/**
 * Judges every bet whose delay is over. Run twice, by two workers at once, or killed anywhere: each bet is judged once, for its
 * wallet's ledger holds the answer, and what was left is found by the next run.
 */
export async function judgeHeldBets(deps: JudgeHeldBetsDeps): Promise<void> {
  const held = await listDueBets(deps.db, deps.now(), atOnce);
  if (held.length === 0) return;
  const outcomes = await Promise.allSettled(held.map((bet) => judge(deps, bet)));
  const judged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
  deps.announce.settled(judged);
  if (judged.length > 0) deps.log.info(countsOf(judged), 'bets in play judged');
  const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${held.length} bets were not judged`);
}

/** The bet when it was judged by this; nothing when it waits, or somebody else was first. */
async function judge(deps: JudgeHeldBetsDeps, { betId, walletId, matchIds }: DueBet): Promise<JudgedBet | undefined> {
  const { writer, limits } = deps;
  const why = { actor: 'system:acceptance', cause: `bet:${betId}` };
  const judged = await writer.submit({ type: 'judge-bet', betId, walletId, matchIds, limits, ...why });
  return judged.ok && !judged.value.repeated ? judged.value : undefined;
}

function countsOf(judged: readonly JudgedBet[]): Record<string, number> {
  const names = judged.map(({ bet: { acceptance } }) =>
    acceptance?.state === 'rejected' ? acceptance.code : 'accepted',
  );
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}
