import type { OddsFormat } from '@touchline/core/account';
import type { BetTimeline, LedgerEventView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import type { MatchClock } from '@touchline/core/matches';
import { legStatusText } from '../../bets/bet-texts.ts';
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
    const { matchId } = leg;
    const match = matchNameText(leg);
    if (leg.matchStatus !== 'void' && !isBefore(history?.endedAt, leg.commenceTime)) {
      steps.push({
        key: `kick-off-${matchId}`,
        kind: 'kick-off',
        at: leg.commenceTime,
        title: t('Kick-off: {match}', { match }),
      });
    }
    for (const { at, score } of history?.scores ?? []) {
      steps.push({
        key: `goal-${matchId}-${at}`,
        kind: 'goal',
        at,
        title: t('{score} in {match}', { score: scoreText(score), match }),
        note: goalMinute(leg.commenceTime, at, clock),
      });
    }
    if (history?.endedAt) {
      steps.push({
        key: `result-${matchId}`,
        kind: 'result',
        at: history.endedAt,
        title:
          leg.matchStatus === 'void'
            ? t('Result: {match}, declared void', { match })
            : leg.score
              ? t('Result: {match}, {score}', { match, score: scoreText(leg.score) })
              : t('Result: {match}, ended', { match }),
      });
    }
    if (history?.gradedAt && bet.acceptance?.state !== 'rejected') {
      const title = `${selectionText(leg)}: ${legStatusText(leg.status)}`;
      steps.push({
        key: `graded-${matchId}`,
        kind: 'graded',
        at: history.gradedAt,
        title,
        note: noteOf(match, history),
      });
    }
  });
  return steps.sort((a, b) => timeOf(a) - timeOf(b) || order.indexOf(a.kind) - order.indexOf(b.kind));
}

const noteOf = (match: string, { voidReason }: BetTimeline['legs'][number]): string =>
  voidReason === undefined ? match : t('{match}. Reason: {reason}', { match, reason: voidReason });

/** The step's time in ms; a step without a valid date goes last. */
export function timeOf({ at }: Pick<BetStep, 'at'>): number {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? Number.MAX_SAFE_INTEGER : ms;
}

/** A result before the scheduled kick-off: the match did not kick off as scheduled. */
const isBefore = (endedAt: string | null | undefined, commenceTime: string): boolean =>
  endedAt !== null && endedAt !== undefined && Date.parse(endedAt) < Date.parse(commenceTime);

const placed = (
  { createdAt, stake, system, totalOdds, potentialPayout, cashedOut }: BetTimeline['bet'],
  format: OddsFormat,
): BetStep => ({
  key: 'placed',
  kind: 'placed',
  at: createdAt,
  title: system
    ? t('Placed: {stake} on {lines} lines', { stake: dollarsText(stake), lines: system.lines })
    : t('Placed: {stake} at {odds}', { stake: dollarsText(stake), odds: totalOddsText(totalOdds, format) }),
  // A cash-out leaves only what the rest may pay.
  note: cashedOut ? undefined : t('May pay {amount}', { amount: dollarsText(potentialPayout) }),
});

/** The stake is taken when the bet is placed: one commit, although their clocks may differ. */
const money = (event: LedgerEventView, placedAt: string): BetStep => ({
  key: `event-${event.seq}`,
  kind: 'money',
  at: event.type === 'StakeTaken' ? placedAt : event.recordedAt,
  title:
    event.type === 'BetAccepted' ? eventTitle(event.type) : `${eventTitle(event.type)}: ${dollarsText(event.amount)}`,
  note:
    typeof event.payload['reason'] === 'string'
      ? t('Reason: {reason}', { reason: event.payload['reason'] })
      : undefined,
  cashChange: event.cashChange,
});
