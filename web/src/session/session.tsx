import type { LoginAnswer, ProfileView, UserView, WalletPush } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type ActorRefFrom, createActor } from 'xstate';
import { sessionMachine } from './session-machine.ts';
import { clearSession, readSession } from './storage.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/** The session of this page with real storage and the real API; not started yet. */
export function createSession(): SessionActor {
  const stored = readSession();
  if (!stored) clearSession();
  return createActor(sessionMachine, { input: { stored } });
}

const Context = createContext<SessionActor | undefined>(undefined);

export const SessionProvider = ({
  actor,
  children,
}: {
  readonly actor: SessionActor;
  readonly children: ReactNode;
}) => <Context value={actor}>{children}</Context>;

export function useSessionActor(): SessionActor {
  const actor = use(Context);
  if (!actor) throw new Error('a session is used outside of its provider');
  return actor;
}

export type Session = {
  readonly isAuthenticated: boolean;
  readonly user: UserView | undefined;
  readonly token: string | undefined;
  readonly profile: ProfileView | undefined;
  /** The profile could not be loaded; `refreshProfile` retries. */
  readonly hasProfileFailed: boolean;
  /** Starts the session of a login: stores it, loads the profile, and joins the socket again. */
  readonly login: (session: LoginAnswer) => void;
  readonly logout: () => void;
  readonly refreshProfile: () => void;
};

export function useSession(): Session {
  const actor = useSessionActor();
  const isAuthenticated = useSelector(actor, (snapshot) => snapshot.matches('member'));
  const user = useSelector(actor, (snapshot) => snapshot.context.user);
  const token = useSelector(actor, (snapshot) => snapshot.context.token);
  const profile = useSelector(actor, (snapshot) => snapshot.context.profile);
  const hasProfileFailed = useSelector(actor, (snapshot) => snapshot.matches({ member: 'failed' }));
  const actions = useMemo(
    () => ({
      login: (session: LoginAnswer) => actor.send({ type: 'logged in', session }),
      logout: () => actor.send({ type: 'logged out' }),
      refreshProfile: () => actor.send({ type: 'refresh profile' }),
    }),
    [actor],
  );
  return { isAuthenticated, user, token, profile, hasProfileFailed, ...actions };
}

/** The newest wallet known, in dollars, with the reason of its last change if it was pushed; `undefined` before the first. */
export const useWallet = (): WalletPush | undefined => useSelector(useSessionActor(), ({ context }) => context.wallet);

/** Passes the wallet of an answer, such as a placed bet, to the session. One older than the known one changes nothing. */
export function useUpdateWallet(): (wallet: WalletPush) => void {
  const actor = useSessionActor();
  return useMemo(() => (wallet: WalletPush) => actor.send({ type: 'wallet changed', wallet }), [actor]);
}
