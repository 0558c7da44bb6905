import { type AcceptanceDelays, acceptanceDueAt, type Bet, offerCashOut, openMatchesOf } from '@touchline/core/betting';
import type { BetId } from '@touchline/core/ids';
import { type Instant, seconds } from '@touchline/core/instant';
import type { Decimal } from '@touchline/core/money';
import { type CashOutRule, readBets, readCashOutFacts, rulesToCheck } from '@touchline/store/bets';
import type { Db } from '@touchline/store/connect';
import type { CashedBet, WalletWriter } from '@touchline/store/wallet';
import type { Log } from '../log.ts';

export type CashOutRulesDeps = {
  readonly db: Db;
  readonly writer: Pick<WalletWriter, 'submit'>;
  readonly log: Log;
  readonly now: () => Instant;
  readonly inPlay: 'open' | 'closed';
  readonly delays: AcceptanceDelays;
  readonly cashOutMargin: Decimal | undefined;
  readonly announce: { readonly settled: (bets: readonly CashedBet[]) => void };
};

/** Prices may have become fresh again without a change of the match. */
const allEveryMs = seconds(15);
const batchSize = 500;

/**
 * Returns a job that cashes out every bet that is worth its target. It values bets whose matches changed since it ran last, and all bets
 * every 15 seconds. With a match in play it waits the acceptance delay, like a bettor, and begins again if the value fell during it. The rule's
 * id is the key of its cash-out: it is carried out once, however often the job runs, and never after the rule was changed or ended.
 */
export function createCashOutRules(deps: CashOutRulesDeps): () => Promise<void> {
  let seq = -1;
  let allAt: number = Number.NEGATIVE_INFINITY;
  const waiting = new Map<string, Delay>();
  return async () => {
    const isForAll = deps.now() - allAt >= allEveryMs;
    const waitingBets = [...waiting.values()].map(({ betId }) => betId);
    const due = await rulesToCheck(deps.db, isForAll ? -1 : seq, waitingBets);
    if (isForAll) allAt = deps.now();
    seq = due.seq;
    const ids = new Set(due.rules.map(({ id }) => id));
    for (const [id, { betId }] of waiting) if (!ids.has(id) && waitingBets.includes(betId)) waiting.delete(id);
    const failed: unknown[] = [];
    for (let from = 0; from < due.rules.length; from += batchSize) {
      const outcomes = await runBatch(deps, due.rules.slice(from, from + batchSize), waiting);
      const done = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
      deps.announce.settled(done);
      if (done.length > 0) deps.log.info({ bets: done.length }, 'bets cashed out automatically');
      failed.push(...outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
    }
    if (failed.length > 0)
      throw new AggregateError(failed, `${failed.length} of ${due.rules.length} bets were not cashed out`);
  };
}

type Delay = { readonly betId: BetId; readonly since: Instant; readonly until: Instant };

async function runBatch(
  deps: CashOutRulesDeps,
  rules: readonly CashOutRule[],
  waiting: Map<string, Delay>,
): Promise<readonly PromiseSettledResult<readonly CashedBet[]>[]> {
  const { db, now, inPlay, cashOutMargin: margin, delays } = deps;
  const bets = new Map(
    (
      await readBets(
        db,
        rules.map(({ betId }) => betId),
      )
    ).map((bet) => [bet.id, bet]),
  );
  const matchIds = new Set([...bets.values()].flatMap(({ legs }) => legs.map(({ matchId }) => matchId)));
  const facts = await readCashOutFacts(db, [...matchIds], { now: now(), inPlay, margin });
  return Promise.allSettled(
    rules.map(async (rule) => {
      const bet = bets.get(rule.betId);
      const offer = bet && offerCashOut(bet, facts);
      if (!bet || !offer?.ok || offer.value.amount < rule.target) {
        waiting.delete(rule.id);
        return [];
      }
      const until = acceptanceDueAt(openMatchesOf(bet, facts.match), delays, facts.now);
      const delay = waiting.get(rule.id) ?? (until && { betId: bet.id, since: facts.now, until });
      if (delay) waiting.set(rule.id, delay);
      if (delay && delay.until > facts.now) return [];
      return carryOut(deps, { rule, bet, delay }, waiting);
    }),
  );
}

async function carryOut(
  { writer, cashOutMargin: margin, inPlay }: CashOutRulesDeps,
  { rule, bet, delay }: { readonly rule: CashOutRule; readonly bet: Bet; readonly delay: Delay | undefined },
  waiting: Map<string, Delay>,
): Promise<readonly CashedBet[]> {
  const done = await writer.submit({
    type: 'cash-out',
    cashOutId: rule.id,
    betId: bet.id,
    walletId: bet.walletId,
    matchIds: bet.legs.map(({ matchId }) => matchId),
    request: { stake: undefined, seen: rule.target, ...(delay && { delay }) },
    rules: { margin, inPlay },
    isByRule: true,
    actor: 'system:cash-out',
    cause: `bet:${bet.id}`,
  });
  // Prices are not confirmed yet: the delay goes on. Anything else ends it, and the next time worth the target begins another.
  if (done.ok || done.refusal.code !== 'cash-out-waits') waiting.delete(rule.id);
  return done.ok && !done.value.repeated ? [done.value] : [];
}
