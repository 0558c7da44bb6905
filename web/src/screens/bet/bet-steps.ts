import type { OddsFormat } from '@touchline/core/account';
import type { BetTimeline, LedgerEventView } from '@touchline/core/contract';
import { legStatusWords } from '../../bets/bet-words.ts';
import { scoreText } from '../../bets/leg-moment.ts';
import { eventTitle } from '../../ledger/event-words.ts';
import { dollarsText } from '../../ui/money.tsx';
import { totalOddsText } from '../../ui/price-text.ts';

/** One thing that happened to a bet, or a kick-off that is still to come. */
export type BetStep = {
  readonly key: string;
  readonly kind: 'placed' | 'kick-off' | 'result' | 'graded' | 'money';
  readonly at: string;
  readonly title: string;
  readonly note?: string | undefined;
  /** What it did to the balance. */
  readonly cashChange?: number;
};

const order: readonly BetStep['kind'][] = ['placed', 'kick-off', 'result', 'graded', 'money'];

/** The story of a bet as it happened; what happened at the same moment in the order in which one thing led to the other. */
export function betSteps({ bet, legs, events }: BetTimeline, format: OddsFormat = 'decimal'): readonly BetStep[] {
  const steps: BetStep[] = [placed(bet, format), ...events.map((event) => money(event, bet.createdAt))];
  bet.matches.forEach((leg, index) => {
    const story = legs[index];
    const { matchId, matchName } = leg;
    if (leg.matchStatus !== 'void' && !isBefore(story?.endedAt, leg.commenceTime)) {
      steps.push({
        key: `kick-off ${matchId}`,
        kind: 'kick-off',
        at: leg.commenceTime,
        title: `Kick-off: ${matchName}`,
      });
    }
    if (story?.endedAt) {
      const how = leg.matchStatus === 'void' ? 'declared void' : leg.score ? scoreText(leg.score) : 'ended';
      steps.push({
        key: `result ${matchId}`,
        kind: 'result',
        at: story.endedAt,
        title: `Result: ${matchName}, ${how}`,
      });
    }
    if (story?.gradedAt && bet.acceptance?.state !== 'rejected') {
      const title = `${leg.betOutcome}: ${legStatusWords[leg.status]}`;
      steps.push({
        key: `graded ${matchId}`,
        kind: 'graded',
        at: story.gradedAt,
        title,
        note: noteOf(matchName, story),
      });
    }
  });
  return steps.sort((a, b) => timeOf(a) - timeOf(b) || order.indexOf(a.kind) - order.indexOf(b.kind));
}

const noteOf = (matchName: string, { voidReason }: BetTimeline['legs'][number]): string =>
  voidReason === undefined ? matchName : `${matchName}. Reason: ${voidReason}`;

/** A moment in ms; what has no date goes last. */
export function timeOf({ at }: Pick<BetStep, 'at'>): number {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? Number.MAX_SAFE_INTEGER : ms;
}

/** A result that came before the kick-off the calendar tells: that kick-off was never kept. */
const isBefore = (endedAt: string | null | undefined, commenceTime: string): boolean =>
  endedAt !== null && endedAt !== undefined && Date.parse(endedAt) < Date.parse(commenceTime);

const placed = ({ createdAt, stake, totalOdds, potentialPayout }: BetTimeline['bet'], format: OddsFormat): BetStep => ({
  key: 'placed',
  kind: 'placed',
  at: createdAt,
  title: `Placed: ${dollarsText(stake)} at ${totalOddsText(totalOdds, format)}`,
  note: `May pay ${dollarsText(potentialPayout)}`,
});

/** The stake leaves with the placing: both are one commit, whatever their clocks say. */
const money = (event: LedgerEventView, placedAt: string): BetStep => ({
  key: `event ${event.seq}`,
  kind: 'money',
  at: event.type === 'StakeTaken' ? placedAt : event.recordedAt,
  title:
    event.type === 'BetAccepted' ? eventTitle(event.type) : `${eventTitle(event.type)}: ${dollarsText(event.amount)}`,
  note: typeof event.payload['reason'] === 'string' ? `Reason: ${event.payload['reason']}` : undefined,
  cashChange: event.cashChange,
});
