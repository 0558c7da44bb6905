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

const batchSize = 500;

/**
 * Judges every in-play bet whose delay is over, or that a goal has decided. Bets that wait for prices keep no other ones waiting. Safe to
 * run twice, concurrently or interrupted: the wallet's ledger holds the decision, so each bet is judged once.
 */
export async function judgeHeldBets(deps: JudgeHeldBetsDeps): Promise<void> {
  const held = await listDueBets(deps.db, deps.now());
  const failed: unknown[] = [];
  for (let from = 0; from < held.length; from += batchSize) {
    const outcomes = await Promise.allSettled(held.slice(from, from + batchSize).map((bet) => judge(deps, bet)));
    const judged = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? (outcome.value ?? []) : []));
    deps.announce.settled(judged);
    if (judged.length > 0) deps.log.info(countsOf(judged), 'in-play bets judged');
    failed.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${held.length} bets were not judged`);
}

/** Returns the bet if this call judged it; `undefined` if it still waits or was judged before. */
async function judge(deps: JudgeHeldBetsDeps, { betId, walletId, matchIds }: DueBet): Promise<JudgedBet | undefined> {
  const { writer, limits } = deps;
  const why = { actor: 'system:acceptance', cause: `bet:${betId}` };
  const judged = await writer.submit({ type: 'judge-bet', betId, walletId, matchIds, limits, ...why });
  return judged.ok && !judged.value.repeated ? judged.value : undefined;
}

function countsOf(judged: readonly JudgedBet[]): Record<string, number> {
  const decisions = judged.map(({ bet: { acceptance } }) =>
    acceptance?.state === 'rejected' ? acceptance.code : 'accepted',
  );
  return Object.fromEntries(
    [...Map.groupBy(decisions, (decision) => decision)].map(([decision, all]) => [decision, all.length]),
  );
}
