import { hours, minutes } from '../instant.ts';
import type { NotificationFacts, NotificationKind } from './notification.ts';

/** How a push service delivers a kind: for how long it may wait for the device (RFC 8030), and how urgent it is. */
export const pushDelivery = (
  kind: NotificationKind,
): { readonly keepMs: number; readonly urgency: 'high' | 'normal' } =>
  kind === 'goal' ? { keepMs: minutes(10), urgency: 'high' } : { keepMs: hours(24), urgency: 'normal' };

/** What a push message is about: a newer one about the same replaces it on the device and at the push service. */
export function pushSubject(facts: NotificationFacts): string {
  switch (facts.kind) {
    case 'bet-settled':
    case 'bet-corrected':
    case 'cash-out':
      return `bet:${facts.betId}`;
    case 'withdrawal':
    case 'deposit':
      return `payment:${facts.transactionId}`;
    case 'adjustment':
      return `adjustment:${facts.adjustmentId}`;
    case 'goal':
      return `match:${facts.matchId}`;
  }
}

/** Waits longer after each failed attempt, up to a quarter of an hour. */
export const pushRetryMs = (attempts: number): number => Math.min(minutes(15), 15_000 * 2 ** Math.min(attempts, 10));
