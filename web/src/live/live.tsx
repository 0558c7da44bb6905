import type { BetView, MatchRow, TransactionView, WalletPush } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { type ActorRefFrom, createActor, type SnapshotFrom } from 'xstate';
import { glance } from './glance.ts';
import { liveMachine } from './live-machine.ts';
import { socketLine } from './page-line.ts';

export type LiveActor = ActorRefFrom<typeof liveMachine>;
export type LiveSnapshot = SnapshotFrom<typeof liveMachine>;

/** The live room over the real socket, as the holder of `token` or as a guest; not started yet. */
export const createLive = (token: string | undefined): LiveActor =>
  createActor(liveMachine.provide({ actors: { line: socketLine, glance } }), { input: { token } });

const Context = createContext<LiveActor | undefined>(undefined);

export const LiveProvider = ({ actor, children }: { readonly actor: LiveActor; readonly children: ReactNode }) => (
  <Context value={actor}>{children}</Context>
);

export function useLiveActor(): LiveActor {
  const actor = use(Context);
  if (!actor) throw new Error('live matches are used outside of their provider');
  return actor;
}

/** One match as it is now; draws again only when this match changes. */
export const useMatchRow = (id: string): MatchRow | undefined =>
  useSelector(useLiveActor(), ({ context }) => context.rows.get(id));

/** How far prices are to be trusted: the line is broken, the provider is not confirming them, or all is well. */
export type Trust = 'current' | 'reconnecting' | 'unconfirmed';
export const useTrust = (): Trust => useSelector(useLiveActor(), trustOf);

/** Whether the prices of a league may be out of date, for whatever reason. */
export const useIsStale = (leagueKey: string): boolean =>
  useSelector(
    useLiveActor(),
    (snapshot) => trustOf(snapshot) !== 'current' || snapshot.context.staleLeagues.includes(leagueKey),
  );

/** Calls back with every pushed bet; compare its `version` with what is shown. */
export function useOnBet(listener: (bet: BetView) => void): void {
  const actor = useLiveActor();
  const hear = useEffectEvent(listener);
  useEffect(() => onBet(actor, (bet) => hear(bet)), [actor]);
}

/** Calls back with every pushed transaction of the bettor; compare its `version` with what is shown. */
export function useOnTransaction(listener: (transaction: TransactionView) => void): void {
  const actor = useLiveActor();
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const { unsubscribe } = actor.on('transaction', ({ transaction }) => hear(transaction));
    return unsubscribe;
  }, [actor]);
}

export function onWallet(actor: LiveActor, listener: (wallet: WalletPush) => void): () => void {
  const { unsubscribe } = actor.on('wallet', ({ wallet }) => listener(wallet));
  return unsubscribe;
}

function onBet(actor: LiveActor, listener: (bet: BetView) => void): () => void {
  const { unsubscribe } = actor.on('bet', ({ bet }) => listener(bet));
  return unsubscribe;
}

/** Calls back whenever the room is joined: the server is there, so what failed before may be asked for again. */
export function onJoined(actor: LiveActor, listener: () => void): () => void {
  const { unsubscribe } = actor.on('joined', listener);
  return unsubscribe;
}

function trustOf(snapshot: LiveSnapshot): Trust {
  if (!snapshot.hasTag('trusted')) return 'reconnecting';
  return snapshot.context.feed === 'ok' ? 'current' : 'unconfirmed';
}
