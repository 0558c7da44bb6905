import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  acceptanceDueAt,
  offerCashOut,
  openMatchesOf,
  openStake,
  patienceMs,
  promiseOf,
} from '@touchline/core/betting';
import {
  type CashOutAnswer,
  type CashOutFailure,
  type CashOutRequestBody,
  type CashOutRuleRefusal,
  type CashOutView,
  movedBecause,
  viewBet,
  viewCashOut,
  viewWallet,
} from '@touchline/core/contract';
import type { BetId, MatchId, UserId } from '@touchline/core/ids';
import { seconds } from '@touchline/core/instant';
import type { Match } from '@touchline/core/matches';
import { centsFromDollars, type Decimal, dollars, noMoney } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { readBet, readCashOutFacts, readCashOutRule, setCashOutRule } from '@touchline/store/bets';
import { keyedId } from '@touchline/store/keyed-id';
import { readMatches } from '@touchline/store/matches';
import type { CashedBet, CashOut } from '@touchline/store/wallet';
import type { Session } from '../http/sessions.ts';
import type { Replica } from '../live/replica.ts';
import type { PlaceBetDeps } from './place-bet.ts';

/** `cashOutMargin`: our share of the value for each open leg; `undefined` switches cashing out off. */
export type CashOutDeps = PlaceBetDeps & {
  readonly cashOutMargin: Decimal | undefined;
  readonly replica: Pick<Replica, 'n'>;
  /** A request is answered within this time, before a caller gives up on it; one that still waits is sent again with its key. */
  readonly cashOutAnswerMs?: number;
};

const usualAnswerMs = seconds(8);
/** How often to check whether prices in play are confirmed. */
const everyMs = 400;

type Decision = Promise<Result<CashOutAnswer, CashOutFailure>>;

/**
 * Cash-outs in play that wait, by their bets. A request is binding: it is decided at the end of its delay whether or not it is sent again.
 * If only sending it again decided it, a bettor could keep requests whose delay is over until they know more than the prices.
 */
const waiting = new Map<BetId, { readonly command: CashOut; readonly decision: Decision }>();
/** Of one bettor: each is tried again and again until it is decided. */
const mostWaiting = 10;

/** Returns what a bet of the bettor can be cashed out for now; `undefined` if they have no such bet. */
export async function quoteCashOut(deps: CashOutDeps, session: Session, id: BetId): Promise<CashOutView | undefined> {
  const bet = await readBet(deps.db, id);
  if (bet?.userId !== session.userId) return undefined;
  const matchIds = bet.legs.map(({ matchId }) => matchId);
  // Read before the matches, so that the prices are at least as new.
  const version = deps.replica.n();
  const [facts, rule] = await Promise.all([
    readCashOutFacts(deps.db, matchIds, { now: deps.now(), margin: deps.cashOutMargin, inPlay: deps.inPlay }),
    readCashOutRule(deps.db, id),
  ]);
  const offer = offerCashOut(bet, facts);
  return {
    ...viewCashOut(bet, offer.ok ? offer.value : offer.refusal, { version, at: facts.now }),
    ...(rule && { rule: { target: dollars(rule.target) } }),
  };
}

/** Sets or removes the value at which the worker cashes out a bet, and returns what the bet is worth now. */
export async function setRule(
  deps: CashOutDeps,
  session: Session,
  id: BetId,
  dollarsOrNone: number | null,
): Promise<Result<CashOutView, CashOutRuleRefusal>> {
  const bet = await readBet(deps.db, id);
  if (bet?.userId !== session.userId) return refused({ code: 'bet-unknown' });
  const target = dollarsOrNone === null ? null : centsFromDollars(dollarsOrNone);
  if (target === undefined || (target !== null && target <= 0)) return refused({ code: 'amount-invalid' });
  if (target !== null) {
    if (!deps.cashOutMargin) return refused({ code: 'cash-out-off' });
    if (bet.status !== 'pending') return refused({ code: 'bet-settled' });
    if (bet.bonusStake > 0) return refused({ code: 'bonus-stake' });
    const maximum = promiseOf(openStake(bet), bet.legs, bet.system);
    if (target > maximum) return refused({ code: 'target-unreachable', maximum });
    // The bet would be cashed out at once, without a confirmation.
    const worth = centsFromDollars((await quoteCashOut(deps, session, id))?.amount ?? 0) ?? noMoney;
    if (target <= worth) return refused({ code: 'target-reached', worth });
  }
  const set = await setCashOutRule(deps.db, bet, target);
  if (set !== 'done') return refused({ code: set });
  const quote = await quoteCashOut(deps, session, id);
  return quote ? ok(quote) : refused({ code: 'bet-unknown' });
}

/**
 * Cashes out a bet or a part of it. The wallet writer values it in the transaction that pays. With a match in play it is decided after
 * the same delay as a bet, at prices that were confirmed after the request. Repeated with the same key, it is the same cash-out.
 */
export async function cashOut(
  deps: CashOutDeps,
  { userId, walletId }: Pick<Session, 'userId' | 'walletId'>,
  id: BetId,
  asked: CashOutRequestBody,
  from: { readonly requestId: string; readonly key: string | undefined },
): Decision {
  const seen = centsFromDollars(asked.amount);
  const stake = asked.stake === undefined ? undefined : centsFromDollars(asked.stake);
  if (seen === undefined || seen < 0 || (asked.stake !== undefined && stake === undefined)) {
    return refused({ code: 'amount-invalid' });
  }
  const bet = await readBet(deps.db, id);
  if (bet?.userId !== userId) return refused({ code: 'bet-unknown' });
  const matchIds = bet.legs.map(({ matchId }) => matchId);
  const since = deps.now();
  const until = acceptanceDueAt(openMatchesOf(bet, byId(await readMatches(deps.db, matchIds))), deps.delays, since);
  const command: CashOut = {
    type: 'cash-out',
    cashOutId: from.key === undefined ? randomUUID() : keyedId(`${walletId}:cash-out:${from.key}`),
    betId: id,
    walletId,
    matchIds,
    request: { stake, seen, ...(until !== undefined && { delay: { since, until } }) },
    rules: { margin: deps.cashOutMargin, inPlay: deps.inPlay },
    actor: `user:${userId}`,
    cause: `request:${from.requestId}`,
  };
  return until === undefined ? decide(deps, userId, command) : decideInPlay(deps, userId, command);
}

/**
 * Begins a delay, or joins that of the same request. Another request for the bet, or beyond what a bettor may have waiting, is to be
 * sent again once there is room; it has no delay until then.
 */
async function decideInPlay(deps: CashOutDeps, userId: UserId, command: CashOut): Decision {
  const { betId, cashOutId, request } = command;
  const sendAgainAfter = (decisions: readonly Decision[]): Decision =>
    Promise.race([
      ...decisions.map((decision) =>
        decision.then(
          () => waits,
          () => waits,
        ),
      ),
      pause(deps.cashOutAnswerMs ?? usualAnswerMs, waits, { ref: false }),
    ]);
  let found = waiting.get(betId);
  if (!found) {
    const own = [...waiting.values()].filter((attempt) => attempt.command.walletId === command.walletId);
    if (own.length >= mostWaiting) {
      // It may be one that was paid before.
      const done = await submit(deps, userId, command);
      return isWaiting(done) ? sendAgainAfter(own.map(({ decision }) => decision)) : done;
    }
    found = { command, decision: decide(deps, userId, command).finally(() => waiting.delete(betId)) };
    waiting.set(betId, found);
  }
  const { command: earlier, decision } = found;
  if (earlier.cashOutId !== cashOutId) return sendAgainAfter([decision]);
  if (earlier.request.stake !== request.stake || earlier.request.seen !== request.seen) {
    return refused({ code: 'key-reused' });
  }
  return Promise.race([decision, pause(deps.cashOutAnswerMs ?? usualAnswerMs, waits, { ref: false })]);
}

const waits = refused({ code: 'cash-out-waits' } as const);
const isWaiting = (done: Awaited<Decision>): boolean => !done.ok && done.refusal.code === 'cash-out-waits';

async function submit(deps: CashOutDeps, userId: UserId, command: CashOut): Decision {
  const done = await deps.writer.submit(command);
  if (done.ok) return ok(announced(deps, userId, done.value));
  const { refusal } = done;
  if (refusal.code === 'rule-ended')
    throw new Error(`the cash-out ${command.cashOutId} of a bettor was taken for a rule's`);
  return refused(refusal);
}

/** Pays a cash-out or refuses it, after its delay if it has one. An outage during the delay ends neither. */
async function decide(deps: CashOutDeps, userId: UserId, command: CashOut): Decision {
  const { delay } = command.request;
  if (!delay) return submit(deps, userId, command);
  for (;;) {
    const done = await submit(deps, userId, command).catch((error: unknown) => {
      if (deps.now() > delay.until + patienceMs) throw error;
      return waits;
    });
    if (!isWaiting(done)) return done;
    await pause(Math.max(everyMs, delay.until - deps.now()), undefined, { ref: false });
  }
}

/** Shows a cash-out on the bettor's screens, once, and returns the answer. */
function announced(
  deps: CashOutDeps,
  userId: UserId,
  { bet, wallet, version, event, repeated }: CashedBet,
): CashOutAnswer {
  const answer = { amount: dollars(event.amount), bet: viewBet(bet), wallet: viewWallet(wallet, version) };
  if (!repeated) {
    deps.announce(userId, { bet: answer.bet, wallet: { ...answer.wallet, reason: movedBecause(event, [], bet.id) } });
  }
  return answer;
}

function byId(matches: readonly Match[]): (id: MatchId) => Match | undefined {
  const known = new Map(matches.map((match) => [match.id, match]));
  return (id) => known.get(id);
}
