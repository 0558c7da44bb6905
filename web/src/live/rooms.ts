import {
  type AdminTransactionView,
  adminRoom,
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

/** Stands in the room of the admins for as long as it is used, and calls back with every transaction and match that changes. */
export function useAdminRoom({ onTransaction, onMarket }: AdminListener): void {
  const actor = useLiveActor();
  const hearTransaction = useEffectEvent((transaction: AdminTransactionView) => onTransaction?.(transaction));
  const hearMarket = useEffectEvent((change: MarketChange) => onMarket?.(change));
  useEffect(
    () =>
      standIn(actor, adminRoom, [
        actor.on('desk', ({ transaction }) => hearTransaction(transaction)),
        actor.on('market', ({ change }) => hearMarket(change)),
      ]),
    [actor],
  );
}

type LedgerListener = {
  /** The ledger grew to this `seq`. */
  readonly onGrowth?: (n: number) => void;
  readonly onVerification?: (run: VerificationView) => void;
};

/** Stands in the room of the auditors for as long as it is used. */
export function useLedgerRoom({ onGrowth, onVerification }: LedgerListener): void {
  const actor = useLiveActor();
  const hearGrowth = useEffectEvent((n: number) => onGrowth?.(n));
  const hearVerification = useEffectEvent((run: VerificationView) => onVerification?.(run));
  useEffect(
    () =>
      standIn(actor, ledgerRoom, [
        actor.on('ledger', ({ growth }) => hearGrowth(growth.n)),
        actor.on('verification', ({ run }) => hearVerification(run)),
      ]),
    [actor],
  );
}

type Hearing = { readonly unsubscribe: () => void };

/** Gives how to leave. */
function standIn(actor: LiveActor, room: string, hearing: readonly Hearing[]): () => void {
  actor.send({ type: 'room wanted', room });
  return () => {
    actor.send({ type: 'room not wanted', room });
    for (const { unsubscribe } of hearing) unsubscribe();
  };
}
