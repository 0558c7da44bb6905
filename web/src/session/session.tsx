import type { LoginAnswer, ProfileView, UserView, WalletPush } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { logOut } from '../api/log-out.ts';
import { fetchProfile } from '../api/profile.ts';
import { readToken } from '../api/token.ts';
import { sessionMachine } from './session-machine.ts';
import { clearSession, readSession, storeSession } from './storage.ts';

export type SessionActor = ActorRefFrom<typeof sessionMachine>;

/** The session of this page with real storage and the real API; not started yet. */
export function createSession(): SessionActor {
  const machine = sessionMachine.provide({
    actors: { fetchProfile: fromPromise(() => fetchProfile()) },
    actions: {
      'store the session': (_, session) => storeSession(session),
      'store the renewed user': ({ context: { user, token } }) => {
        // A newer one may have been stored by another tab.
        if (user && token && readToken() === token) storeSession({ user, accessToken: token });
      },
      'end the session at the server': (_, token) => void logOut(token),
      'clear the stored session': () => clearSession(),
    },
  });
  const stored = readSession();
  if (!stored) clearSession();
  return createActor(machine, { input: { stored } });
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
  /** The last try to fetch the profile failed; `refreshProfile` tries again. */
  readonly hasProfileFailed: boolean;
  /** Takes over the answer of POST /auth/login: stored, profile fetched, socket joined anew. */
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
  const hasProfileFailed = useSelector(actor, (snapshot) => snapshot.matches({ member: 'unknown' }));
  const acts = useMemo(
    () => ({
      login: (session: LoginAnswer) => actor.send({ type: 'logged in', session }),
      logout: () => actor.send({ type: 'logged out' }),
      refreshProfile: () => actor.send({ type: 'profile wanted' }),
    }),
    [actor],
  );
  return { isAuthenticated, user, token, profile, hasProfileFailed, ...acts };
}

/** The newest wallet known (dollars), with the reason of its last move when it was pushed; `undefined` before the first. */
export const useWallet = (): WalletPush | undefined => useSelector(useSessionActor(), ({ context }) => context.wallet);

/** Hands a wallet from an answer (a placed bet) to the session; an older one than known changes nothing. */
export function useTellWallet(): (wallet: WalletPush) => void {
  const actor = useSessionActor();
  return useMemo(() => (wallet: WalletPush) => actor.send({ type: 'wallet told', wallet }), [actor]);
}
