import {
  type AdminTransactionView,
  adminRoom,
  betRoom,
  type CashOutPush,
  ledgerRoom,
  type MarketChange,
  type VerificationView,
} from '@touchline/core/contract';
import { useEffect, useEffectEvent } from 'react';
import { type LiveActor, useLiveActor } from './live.tsx';

type AdminListener = {
  readonly onTransaction?: (transaction: AdminTransactionView) => void;
  readonly onMarket?: (change: MarketChange) => void;
};

/** Joins the admins' room while mounted and reports every changed transaction and match. */
export function useAdminRoom({ onTransaction, onMarket }: AdminListener): void {
  const actor = useLiveActor();
  const handleTransaction = useEffectEvent((transaction: AdminTransactionView) => onTransaction?.(transaction));
  const handleMarket = useEffectEvent((change: MarketChange) => onMarket?.(change));
  useEffect(
    () =>
      joinRoom(actor, adminRoom, [
        actor.on('admin transaction', ({ transaction }) => handleTransaction(transaction)),
        actor.on('market', ({ change }) => handleMarket(change)),
      ]),
    [actor],
  );
}

type LedgerListener = {
  /** Called with the ledger's new highest `seq`. */
  readonly onGrowth?: (n: number) => void;
  readonly onVerification?: (run: VerificationView) => void;
};

/** Joins the auditors' room while mounted. */
export function useLedgerRoom({ onGrowth, onVerification }: LedgerListener): void {
  const actor = useLiveActor();
  const handleGrowth = useEffectEvent((n: number) => onGrowth?.(n));
  const handleVerification = useEffectEvent((run: VerificationView) => onVerification?.(run));
  useEffect(
    () =>
      joinRoom(actor, ledgerRoom, [
        actor.on('ledger', ({ growth }) => handleGrowth(growth.n)),
        actor.on('verification', ({ run }) => handleVerification(run)),
      ]),
    [actor],
  );
}

/** Joins the room of an open bet while mounted and reports what it can be cashed out for, whenever that changes. */
export function useBetRoom(betId: string, onQuote: (quote: CashOutPush) => void): void {
  const actor = useLiveActor();
  const handleQuote = useEffectEvent((quote: CashOutPush) => {
    if (quote.id === betId) onQuote(quote);
  });
  useEffect(
    () => joinRoom(actor, betRoom(betId), [actor.on('quote', ({ quote }) => handleQuote(quote))]),
    [actor, betId],
  );
}

type Subscription = { readonly unsubscribe: () => void };

/** Returns a function that leaves the room and ends its subscriptions. */
function joinRoom(actor: LiveActor, room: string, subscriptions: readonly Subscription[]): () => void {
  actor.send({ type: 'join room', room });
  return () => {
    actor.send({ type: 'leave room', room });
    for (const { unsubscribe } of subscriptions) unsubscribe();
  };
}
