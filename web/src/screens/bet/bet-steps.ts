import type { OddsFormat } from '@touchline/core/account';
import type { BetTimeline, LedgerEventView } from '@touchline/core/contract';
import type { MatchClock } from '@touchline/core/matches';
import { legStatusTexts } from '../../bets/bet-texts.ts';
import { scoreText } from '../../bets/leg-moment.ts';
import { eventTitle } from '../../ledger/event-labels.ts';
import { goalMinute } from '../../ui/moment-text.ts';
import { dollarsText } from '../../ui/money.tsx';
import { totalOddsText } from '../../ui/price-text.ts';

/** One step in a bet's timeline, possibly a kick-off still to come. */
export type BetStep = {
  readonly key: string;
  readonly kind: 'placed' | 'kick-off' | 'goal' | 'result' | 'graded' | 'money';
  readonly at: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** The change of the balance. */
  readonly cashChange?: number;
};

const order: readonly BetStep['kind'][] = ['placed', 'kick-off', 'goal', 'result', 'graded', 'money'];

/** Returns a bet's steps in order of time; steps of the same moment in the order in which one causes the next. */
export function betSteps(
  { bet, legs, events }: BetTimeline,
  { format = 'decimal', clock }: { readonly format?: OddsFormat; readonly clock?: MatchClock | undefined } = {},
): readonly BetStep[] {
  const steps: BetStep[] = [placed(bet, format), ...events.map((event) => money(event, bet.createdAt))];
  bet.matches.forEach((leg, index) => {
    const history = legs[index];
    const { matchId, matchName } = leg;
    if (leg.matchStatus !== 'void' && !isBefore(history?.endedAt, leg.commenceTime)) {
      steps.push({
        key: `kick-off ${matchId}`,
        kind: 'kick-off',
        at: leg.commenceTime,
        title: `Kick-off: ${matchName}`,
      });
    }
    for (const { at, score } of history?.scores ?? []) {
      steps.push({
        key: `goal ${matchId} ${at}`,
        kind: 'goal',
        at,
        title: `${scoreText(score)} in ${matchName}`,
        note: goalMinute(leg.commenceTime, at, clock),
      });
    }
    if (history?.endedAt) {
      const outcome = leg.matchStatus === 'void' ? 'declared void' : leg.score ? scoreText(leg.score) : 'ended';
      steps.push({
        key: `result ${matchId}`,
        kind: 'result',
        at: history.endedAt,
        title: `Result: ${matchName}, ${outcome}`,
      });
    }
    if (history?.gradedAt && bet.acceptance?.state !== 'rejected') {
      const title = `${leg.betOutcome}: ${legStatusTexts[leg.status]}`;
      steps.push({
        key: `graded ${matchId}`,
        kind: 'graded',
        at: history.gradedAt,
        title,
        note: noteOf(matchName, history),
      });
    }
  });
  return steps.sort((a, b) => timeOf(a) - timeOf(b) || order.indexOf(a.kind) - order.indexOf(b.kind));
}

const noteOf = (matchName: string, { voidReason }: BetTimeline['legs'][number]): string =>
  voidReason === undefined ? matchName : `${matchName}. Reason: ${voidReason}`;

/** The step's time in ms; a step without a valid date goes last. */
export function timeOf({ at }: Pick<BetStep, 'at'>): number {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? Number.MAX_SAFE_INTEGER : ms;
}

/** A result before the scheduled kick-off: the match did not kick off as scheduled. */
const isBefore = (endedAt: string | null | undefined, commenceTime: string): boolean =>
  endedAt !== null && endedAt !== undefined && Date.parse(endedAt) < Date.parse(commenceTime);

const placed = (
  { createdAt, stake, system, totalOdds, potentialPayout }: BetTimeline['bet'],
  format: OddsFormat,
): BetStep => ({
  key: 'placed',
  kind: 'placed',
  at: createdAt,
  title: `Placed: ${dollarsText(stake)} ${system ? `on ${system.lines} lines` : `at ${totalOddsText(totalOdds, format)}`}`,
  note: `May pay ${dollarsText(potentialPayout)}`,
});

/** The stake is taken when the bet is placed: one commit, although their clocks may differ. */
const money = (event: LedgerEventView, placedAt: string): BetStep => ({
  key: `event ${event.seq}`,
  kind: 'money',
  at: event.type === 'StakeTaken' ? placedAt : event.recordedAt,
  title:
    event.type === 'BetAccepted' ? eventTitle(event.type) : `${eventTitle(event.type)}: ${dollarsText(event.amount)}`,
  note: typeof event.payload['reason'] === 'string' ? `Reason: ${event.payload['reason']}` : undefined,
  cashChange: event.cashChange,
});
