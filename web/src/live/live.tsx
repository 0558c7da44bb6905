import type { MatchRow } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';
import { type ActorRefFrom, createActor, type EmittedFrom, type SnapshotFrom } from 'xstate';
import { createConnection } from './connection.ts';
import { liveMachine } from './live-machine.ts';
import { pollMatches } from './poll-matches.ts';

export type LiveActor = ActorRefFrom<typeof liveMachine>;
export type LiveSnapshot = SnapshotFrom<typeof liveMachine>;

/** Creates the live room over the real socket, as the owner of `token` or as a guest. The caller starts it. */
export const createLive = (token: string | undefined): LiveActor =>
  createActor(liveMachine.provide({ actors: { connection: pageConnection, pollMatches } }), { input: { token } });

const Context = createContext<LiveActor | undefined>(undefined);

export const LiveProvider = ({ actor, children }: { readonly actor: LiveActor; readonly children: ReactNode }) => (
  <Context value={actor}>{children}</Context>
);

export function useLiveActor(): LiveActor {
  const actor = use(Context);
  if (!actor) throw new Error('useLiveActor needs a LiveProvider');
  return actor;
}

/** The server's time: the clock of a device may be minutes off. */
export const serverTime = (live: LiveActor): number => Date.now() + live.getSnapshot().context.clockLeadMs;

/** Returns a match's current row. Renders again only when this match changes. */
export const useMatchRow = (id: string): MatchRow | undefined =>
  useSelector(useLiveActor(), ({ context }) => context.rows.get(id));

/** Whether prices are current, the connection is down, or the provider does not confirm them. */
export type Trust = 'current' | 'reconnecting' | 'unconfirmed';
export const useTrust = (): Trust => useSelector(useLiveActor(), trustOf);

/** Returns whether a league's prices may be out of date for any reason. */
export const useIsStale = (leagueKey: string): boolean =>
  useSelector(
    useLiveActor(),
    (snapshot) => trustOf(snapshot) !== 'current' || snapshot.context.staleLeagues.includes(leagueKey),
  );

type LiveEvent = EmittedFrom<typeof liveMachine>;

/**
 * Calls `listener` with every event of a type while mounted. Compare the version of what was pushed with what is on screen; after
 * `joined`, the server is reachable again, so failed requests can be repeated.
 */
export function useOnLive<Type extends LiveEvent['type']>(
  type: Type,
  // As the actor's `on` takes it.
  listener: (event: LiveEvent & (Type extends '*' ? unknown : { type: Type })) => void,
): void {
  const actor = useLiveActor();
  const handle = useEffectEvent(listener);
  useEffect(() => {
    const { unsubscribe } = actor.on(type, (event) => handle(event));
    return unsubscribe;
  }, [actor, type]);
}

/** Calls `listener` whenever the server is reachable again, so that failed requests can be repeated. */
export function onJoined(actor: LiveActor, listener: () => void): () => void {
  const { unsubscribe } = actor.on('joined', listener);
  return unsubscribe;
}

function trustOf(snapshot: LiveSnapshot): Trust {
  if (!snapshot.hasTag('trusted')) return 'reconnecting';
  return snapshot.context.feed === 'ok' ? 'current' : 'unconfirmed';
}

/** Connects a page to its own origin. Reconnects immediately on focus or network recovery. */
export const pageConnection = createConnection({
  onReconnectHint: (reconnect) => {
    const reconnectIfVisible = () => {
      if (document.visibilityState === 'visible') reconnect();
    };
    document.addEventListener('visibilitychange', reconnectIfVisible);
    addEventListener('online', reconnectIfVisible);
    return () => {
      document.removeEventListener('visibilitychange', reconnectIfVisible);
      removeEventListener('online', reconnectIfVisible);
    };
  },
});
