import {
  type AdminTransactionView,
  adminRoom,
  betRoom,
  type CashOutPush,
  ledgerRoom,
  type MarketChange,
  type VerificationView,
} from '@touchline/core/contract';
import { useEffect } from 'react';
import { useLiveActor, useOnLive } from './live.tsx';

type AdminListener = {
  readonly onTransaction?: (transaction: AdminTransactionView) => void;
  readonly onMarket?: (change: MarketChange) => void;
};

/** Joins the admins' room while mounted and reports every changed transaction and match. */
export function useAdminRoom({ onTransaction, onMarket }: AdminListener): void {
  useOnLive('admin transaction', ({ transaction }) => onTransaction?.(transaction));
  useOnLive('market', ({ change }) => onMarket?.(change));
  useRoom(adminRoom);
}

type LedgerListener = {
  /** Called with the ledger's new highest `seq`. */
  readonly onGrowth?: (n: number) => void;
  readonly onVerification?: (run: VerificationView) => void;
};

/** Joins the auditors' room while mounted. */
export function useLedgerRoom({ onGrowth, onVerification }: LedgerListener): void {
  useOnLive('ledger', ({ growth }) => onGrowth?.(growth.n));
  useOnLive('verification', ({ run }) => onVerification?.(run));
  useRoom(ledgerRoom);
}

/** Joins the room of an open bet while mounted and reports what it can be cashed out for, whenever that changes. */
export function useBetRoom(betId: string, onQuote: (quote: CashOutPush) => void): void {
  useOnLive('quote', ({ quote }) => {
    if (quote.id === betId) onQuote(quote);
  });
  useRoom(betRoom(betId));
}

function useRoom(room: string): void {
  const actor = useLiveActor();
  useEffect(() => {
    actor.send({ type: 'join room', room });
    return () => actor.send({ type: 'leave room', room });
  }, [actor, room]);
}
