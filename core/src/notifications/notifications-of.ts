import type { WalletId } from '../ids.ts';
import type { Settlement, WalletEvent } from '../wallet/index.ts';
import type { BetResult, NotificationFacts } from './notification.ts';

/** A ledger event with its business key and its actor, such as `user:<id>`. */
export type RecordedEvent = {
  readonly walletId: WalletId;
  readonly key: string;
  readonly actor: string;
  readonly event: WalletEvent;
};
/** `cause`: unique in the wallet; a ledger event's key. */
export type NewNotification = {
  readonly walletId: WalletId;
  readonly cause: string;
  readonly facts: NotificationFacts;
};

/**
 * Returns what the ledger events of one commit notify their bettors of. What bettors do themselves notifies of nothing. A rollback and
 * the settlement after it are one notification.
 */
export function notificationsOf(events: readonly RecordedEvent[]): readonly NewNotification[] {
  const rolledBack = new Set(
    events.flatMap(({ event }) => (event.type === 'SettlementRolledBack' ? [event.betId] : [])),
  );
  const settled = new Set(events.flatMap(({ event }) => (isSettlement(event) ? [event.betId] : [])));
  return events.flatMap(({ walletId, key: cause, actor, event }) => {
    const facts = factsOf(event, actor);
    if (!facts) return [];
    if (facts.kind === 'bet-corrected' && settled.has(facts.betId)) return [];
    if (facts.kind === 'bet-settled' && rolledBack.has(facts.betId))
      return [{ walletId, cause, facts: { ...facts, kind: 'bet-corrected' } }];
    return [{ walletId, cause, facts }];
  });
}

function factsOf(event: WalletEvent, actor: string): NotificationFacts | undefined {
  switch (event.type) {
    case 'WinningsPaid':
    case 'StakeLost':
    case 'StakeRefunded':
      return { kind: 'bet-settled', betId: event.betId, result: resultOf(event), amount: event.amount };
    case 'SettlementRolledBack':
      return { kind: 'bet-corrected', betId: event.betId, result: 'open', amount: event.amount };
    case 'CashedOut':
      return isByBettor(actor) ? undefined : { kind: 'cash-out', betId: event.betId, amount: event.amount };
    case 'WithdrawalPaid':
      return { kind: 'withdrawal', transactionId: event.transactionId, result: 'paid', amount: event.amount };
    case 'WithdrawalReleased':
      return isByBettor(actor)
        ? undefined
        : { kind: 'withdrawal', transactionId: event.transactionId, result: 'rejected', amount: event.amount };
    case 'DepositCredited':
      return { kind: 'deposit', transactionId: event.transactionId, amount: event.amount };
    case 'AdjustmentMade': {
      const { adjustmentId, reason, amount } = event;
      return { kind: 'adjustment', adjustmentId, cause: reason, amount };
    }
    default:
      return undefined;
  }
}

const isByBettor = (actor: string): boolean => actor.startsWith('user:');

const isSettlement = (event: WalletEvent): event is Settlement =>
  event.type === 'WinningsPaid' || event.type === 'StakeLost' || event.type === 'StakeRefunded';

/** A single on a quarter goal line is half won or half lost; a bet with several legs is not. */
function resultOf({ type, legs }: Settlement): BetResult {
  const [only, ...others] = legs;
  if (others.length === 0 && (only === 'half-won' || only === 'half-lost')) return only;
  if (type === 'StakeRefunded') return 'void';
  return type === 'WinningsPaid' ? 'won' : 'lost';
}
