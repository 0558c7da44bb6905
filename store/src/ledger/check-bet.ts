import {
  type BetStatus,
  type CashedOut,
  type CashOutQuote,
  cashOutValue,
  gradeBet,
  type LegStatus,
  openStake,
  type System,
} from '@touchline/core/betting';
import { bonusPart } from '@touchline/core/bonus';
import type { BetId, MatchId } from '@touchline/core/ids';
import { hours, type Instant, minutes } from '@touchline/core/instant';
import { isBuilder, type Outcome } from '@touchline/core/markets';
import { type Cents, cents, type Decimal, noMoney } from '@touchline/core/money';
import { builderOddsFrom } from '@touchline/core/pricing';
import { type MatchDecision, verdictOf } from '@touchline/core/settlement';
import { type Json, settleBet } from '@touchline/core/wallet';
import { betTerms } from '../wallet/place-bet.ts';
import { eventLocation, eventName, type Findings } from './findings.ts';

/** A bet as stored; the ledger only has the digest of its terms. */
export type AuditedBet = {
  readonly id: BetId;
  readonly walletId: string;
  readonly stake: Cents;
  readonly bonusStake: Cents;
  readonly system: System | undefined;
  readonly totalOdds: Decimal;
  readonly potentialPayout: Cents;
  readonly status: BetStatus;
  readonly payout: Cents | null;
  readonly cashedOut: CashedOut;
  readonly settlement: number;
  /** When it was accepted. */
  readonly takenAt: Instant;
  /** It is judged before any result counts for it. Believed for a day, while nothing has happened to the bet. */
  readonly awaitsAcceptance: boolean;
  readonly legs: Parameters<typeof betTerms>[1]['legs'];
};

/** All decisions about each match, oldest first, and whether the bets on it must be settled by the last. */
export type Results = ReadonlyMap<
  MatchId,
  { readonly decisions: readonly RecordedDecision[]; readonly isApplied: boolean }
>;
type RecordedDecision = MatchDecision & { readonly decidedAt: Instant };

/** What bets are checked against. */
type Known = { readonly results: Results; readonly now: Instant };

export type BetEvent = {
  readonly walletId: string;
  readonly version: number;
  readonly seq: number;
  readonly key: string;
  readonly type: string;
  readonly amount: number;
  readonly recordedAt: Instant;
  readonly payload: { readonly [name: string]: Json };
};

/**
 * Checks a bet against its events: that its terms match the hashed digest and it was taken when they say, that every verdict is one that
 * the recorded results led to, that every payout follows from odds and verdicts, that nothing was paid out of turn, that the bet's state
 * is that of the last event, and that this state is the one that the results lead to now.
 */
export function checkBet(
  id: string,
  bet: AuditedBet | undefined,
  events: readonly BetEvent[],
  { results, now }: Known,
  findings: Findings,
): void {
  const [first] = events;
  if (!bet) {
    findings.add('bet-missing', `bet ${id} is in the ledger but does not exist`, first ? eventLocation(first) : {});
    return;
  }
  if (first?.type !== 'StakeTaken') {
    findings.add('bet-missing', `bet ${id} has no stake in the ledger`, { wallet: bet.walletId });
    return;
  }
  const foreign = events.find(({ walletId }) => walletId !== bet.walletId);
  if (foreign) {
    findings.add(
      'bet-differs',
      `bet ${id} belongs to another wallet than ${eventName(foreign)}`,
      eventLocation(foreign),
    );
    return;
  }
  const agreed = events.findLast(({ type }) => type === 'StakeTaken' || type === 'BetAccepted') ?? first;
  const isAgreed =
    agreed.payload['terms'] === termsOf(bet) &&
    first.amount === bet.stake &&
    (first.payload['fromBonus'] ?? 0) === bet.bonusStake;
  if (!isAgreed) {
    findings.add('bet-differs', `bet ${id} does not have the terms of ${eventName(agreed)}`, eventLocation(agreed));
    return;
  }
  const invented = bet.legs.findIndex((leg) => !isPriced(leg, rulesOf(first)));
  if (invented >= 0) {
    const sentence = `leg ${invented + 1} of bet ${id} has odds that its recorded probabilities do not make`;
    findings.add('bet-differs', sentence, eventLocation(agreed));
    return;
  }
  // What a void window does to a bet depends on when it was taken; of one that was not accepted nothing does.
  const mayAwait = afterStake(first) !== 'open' && events.length === 1 && first.recordedAt > now - hours(24);
  const isAwaiting = bet.awaitsAcceptance && mayAwait;
  const isTaken = !isAwaiting && events.every(({ type }) => type !== 'BetRejected');
  if (isTaken && Math.floor(agreed.recordedAt) !== bet.takenAt) {
    findings.add('bet-differs', `bet ${id} was not taken at the time of ${eventName(agreed)}`, eventLocation(agreed));
    return;
  }
  if (checkTurns(bet, events, findings))
    checkVerdicts({ ...bet, awaitsAcceptance: isAwaiting }, events, results, findings);
}

const rulesOf = ({ payload }: BetEvent): number => Number(payload['rules'] ?? 1);
/** Bets under these house rules and later ones record whether they await acceptance, and cash out no leg as open that was decided. */
const awaitsSince = 7;
/** What a bet is after its stake was taken; `placed` if nothing recorded whether it awaits acceptance. */
function afterStake(taken: BetEvent): Turn {
  if (taken.payload['awaits'] === true) return 'awaiting';
  return rulesOf(taken) < awaitsSince ? 'placed' : 'open';
}

/** Returns nothing for terms that no bet can have. */
function termsOf(bet: AuditedBet): string | undefined {
  try {
    return betTerms(bet.id, bet);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Bets under these house rules and later ones record what the odds of their builders come from. */
const recordedSince = 5;
function isPriced({ outcome, odds, pricedFrom }: AuditedBet['legs'][number], rules: number): boolean {
  if (!isBuilder(outcome)) return !pricedFrom;
  if (!pricedFrom) return rules < recordedSince;
  const { alone, chances, score } = pricedFrom;
  const isReadable = Array.isArray(alone) && Array.isArray(chances) && chances.every(Array.isArray) && !!score;
  return isReadable && builderOddsFrom(outcome, pricedFrom, rules)?.eq(odds) === true;
}

/** Grades the bet again by the recorded results. */
function checkVerdicts(bet: AuditedBet, events: readonly BetEvent[], results: Results, findings: Findings): void {
  const isOpenLegChecked = events[0] !== undefined && rulesOf(events[0]) >= awaitsSince;
  for (const event of events) {
    const stated = statedLegs(event);
    const wrong = bet.legs.findIndex((leg, at) => {
      const status = stated[at];
      if (status === undefined) return false;
      const taken = { ...bet, ...leg };
      const decisions = results.get(leg.matchId)?.decisions ?? [];
      if (status !== 'pending') return !decisions.some((decision) => verdictOf(taken, decision) === status);
      return isOpenLegChecked && event.type === 'CashedOut' && wasDecided(taken, decisions, event.recordedAt);
    });
    if (wrong < 0) continue;
    const leg = `leg ${wrong + 1} of bet ${bet.id}`;
    const sentence =
      stated[wrong] === 'pending'
        ? `${eventName(event)} has ${leg} as open, although a recorded result had decided it`
        : `${eventName(event)} has ${leg} as ${stated[wrong]}, which no recorded result makes it`;
    findings.add('verdict-wrong', sentence, eventLocation(event));
    return;
  }
  const decided = bet.legs.map(({ matchId }) => results.get(matchId));
  const isRejected = events.at(-1)?.type === 'BetRejected';
  const isOver = isRejected || bet.status === 'cashed-out';
  if (isOver || bet.awaitsAcceptance || decided.some((result) => result && !result.isApplied)) return;
  const due = gradeBet(
    openStake(bet),
    bet.legs.map(({ odds, ...leg }, at) => {
      const last = decided[at]?.decisions.at(-1);
      return { odds, status: last ? verdictOf({ ...bet, ...leg }, last) : 'pending' };
    }),
    bet.system,
  );
  if (due.status === bet.status && (due.status === 'pending' || due.payout === bet.payout)) return;
  const sentence = `bet ${bet.id} is ${bet.status}, but the recorded results make it ${due.status}`;
  findings.add('verdict-wrong', sentence, { wallet: bet.walletId });
}

/** Returns what a settlement or cash-out says that each leg came to. */
function statedLegs({ type, payload }: BetEvent): readonly LegStatus[] {
  if (isSettlement(type)) return payload['legs'] as readonly LegStatus[];
  if (type !== 'CashedOut') return [];
  return quoteOf(payload).legs.map((leg) => ('verdict' in leg ? leg.verdict : 'pending'));
}
const quoteOf = ({ quote }: BetEvent['payload']): CashOutQuote => quote as unknown as CashOutQuote;

/**
 * Whether a leg was decided for good before `at`. A decision is recorded a little after its time, which is that of the provider's
 * answer, and a later one may have taken it back.
 */
function wasDecided(
  leg: Parameters<typeof verdictOf>[0],
  decisions: readonly RecordedDecision[],
  at: Instant,
): boolean {
  const newest = decisions.findLastIndex(({ decidedAt }) => decidedAt < at - longestRecording);
  return newest >= 0 && decisions.slice(newest).every((decision) => verdictOf(leg, decision) !== 'pending');
}
const longestRecording = minutes(5);

/** Returns whether all events were due. */
function checkTurns(bet: AuditedBet, events: readonly BetEvent[], findings: Findings): boolean {
  let state: Turn | 'none' = 'none';
  let settlements = 0;
  let last: BetEvent | undefined;
  const cashedOut = { stake: 0, paid: 0 };
  for (const event of events) {
    const open = cents(bet.stake - cashedOut.stake);
    const next = after(event, state, { settlements, last, open });
    if (!next || !isDue(bet, event, open) || !isShared(bet, event)) {
      const sentence = `${eventName(event)} is not due for bet ${bet.id} ${next ? 'by its odds and verdicts' : 'at that point'}`;
      findings.add('payout-wrong', sentence, eventLocation(event));
      return false;
    }
    if (next === 'settled') {
      settlements += 1;
      last = event;
    }
    if (event.type === 'CashedOut') {
      cashedOut.stake += event.payload['stake'] as number;
      cashedOut.paid += event.amount;
    }
    state = next;
  }
  const isLeft =
    bet.settlement === settlements &&
    bet.cashedOut.stake === cashedOut.stake &&
    bet.cashedOut.paid === cashedOut.paid &&
    isEnd(bet, state, last);
  if (isLeft) return true;
  const sentence = `bet ${bet.id} is ${bet.status}, which is not the state after its last event`;
  findings.add('bet-differs', sentence, { wallet: bet.walletId });
  return false;
}

type Turn = 'placed' | 'awaiting' | 'open' | 'settled' | 'rejected' | 'cashed-out';
/** `open`: the part of the stake that is not cashed out before the event. */
type Before = { readonly settlements: number; readonly last: BetEvent | undefined; readonly open: Cents };
function after(event: BetEvent, state: Turn | 'none', { settlements, last, open }: Before): Turn | undefined {
  const { type, key, payload } = event;
  const isOpen = state === 'placed' || state === 'open';
  switch (type) {
    case 'StakeTaken':
      return state === 'none' ? afterStake(event) : undefined;
    case 'BetAccepted':
    case 'BetRejected': {
      const isJudged = (state === 'placed' || state === 'awaiting') && key === `judge:${String(payload['betId'])}`;
      if (!isJudged) return undefined;
      return type === 'BetAccepted' ? 'open' : 'rejected';
    }
    case 'CashedOut': {
      const rest = open - Number(payload['stake']);
      if (!isOpen || !(Number(payload['stake']) > 0) || rest < 0) return undefined;
      return rest === 0 ? 'cashed-out' : 'open';
    }
    case 'SettlementRolledBack': {
      const isLast = last && payload['settlement'] === settlements && payload['reverses'] === last.type;
      return state === 'settled' && isLast && isUndone(event, last) ? 'open' : undefined;
    }
    default:
      return isOpen && payload['settlement'] === settlements + 1 ? 'settled' : undefined;
  }
}

/** Whether a rollback reverses a settlement. The bonus's part is taken from where it is now, so it may differ. */
function isUndone({ amount, payload }: BetEvent, settled: BetEvent): boolean {
  const { wagered = 0, stake } = payload;
  return (
    amount === settled.amount &&
    (settled.type !== 'WinningsPaid' || stake === settled.payload['stake']) &&
    (wagered === 0 || wagered === settled.payload['wagered'])
  );
}

/** Whether the bonus got at most its share of an amount, and the wagering counts at most the stake. */
function isShared(bet: AuditedBet, { amount, payload }: BetEvent): boolean {
  const { toBonus = 0, forfeited = 0, wagered = 0 } = payload;
  const counts = Number(wagered);
  return Number(toBonus) + Number(forfeited) <= bonusPart(amount, bet) && counts >= 0 && counts <= bet.stake;
}

/** Whether the amount of a settlement, cash-out or returned stake follows from the bet. `stake`: what was open of it. */
function isDue(bet: AuditedBet, { type, amount, payload }: BetEvent, stake: Cents): boolean {
  if (type === 'BetRejected') return amount === bet.stake;
  if (type === 'CashedOut') return isCashOutDue(bet, amount, payload);
  if (!isSettlement(type)) return true;
  const { legs: verdicts } = payload;
  if (!Array.isArray(verdicts) || verdicts.length !== bet.legs.length) return false;
  // An invalid verdict cannot have been written.
  const statuses = verdicts as readonly LegStatus[];
  if (!statuses.every((status) => known.includes(status))) return false;
  const graded = gradeBet(
    stake,
    bet.legs.map(({ odds }, at) => ({ odds, status: statuses[at] ?? 'pending' })),
    bet.system,
  );
  const due = settleBet({ id: bet.id, stake, settlement: 1, legs: statuses }, graded);
  return due?.type === type && due.amount === amount && (type !== 'WinningsPaid' || payload['stake'] === stake);
}
const paying: readonly string[] = ['won', 'half-won', 'void', 'half-lost'];
const known = ['pending', 'lost', ...paying];
const isSettlement = (type: string): boolean =>
  type === 'WinningsPaid' || type === 'StakeLost' || type === 'StakeRefunded';

/** Values a cash-out again, by the odds agreed and what the event states of each leg. */
function isCashOutDue(bet: AuditedBet, amount: number, payload: BetEvent['payload']): boolean {
  const { margin, legs } = quoteOf(payload);
  const isPossible = legs.every((leg) => {
    if ('verdict' in leg) return paying.includes(leg.verdict) || (bet.system && leg.verdict === 'lost');
    const total = Object.values(leg.chances).reduce((sum, chance) => sum + Math.round(Number(chance) * 1e6), 0);
    return total <= 1e6 && Object.keys(leg.chances).every((verdict) => paying.includes(verdict));
  });
  if (!isPossible || legs.length !== bet.legs.length || !(Number(margin) >= 0 && Number(margin) <= 1)) return false;
  const odds = bet.legs.map((leg) => leg.odds);
  return cashOutValue(cents(Number(payload['stake'])), { odds, system: bet.system }, { margin, legs }) === amount;
}

/** Whether the bet's state is that after its events; `last` settled it. */
function isEnd(bet: AuditedBet, state: Turn | 'none', last: BetEvent | undefined): boolean {
  const { status, payout, stake, cashedOut } = bet;
  if (state === 'placed' || state === 'awaiting' || state === 'open') return status === 'pending';
  if (state === 'cashed-out') return status === 'cashed-out' && payout === cashedOut.paid;
  if (state === 'rejected') return status === 'void' && payout === stake;
  if (last?.type === 'WinningsPaid') return status === 'won' && payout === last.amount;
  if (last?.type === 'StakeLost') return status === 'lost' && payout === noMoney;
  return status === 'void' && payout === openStake(bet);
}

/** Returns a stored selection, even one that no market has: it is to be reported, not to end the verification. */
export const storedOutcome = (market: string, pick: string, point: string | null): Outcome =>
  ({ market, pick, ...(point !== null && { point: Number(point) }) }) as Outcome;
