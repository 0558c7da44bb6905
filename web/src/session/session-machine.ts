import type { LoginAnswer, ProfileView, UserView, WalletPush } from '@touchline/core/contract';
import { assertEvent, assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { errorText, orThrow } from '../api/call.ts';
import { readToken } from '../api/client.ts';
import { fetchProfile, logOut } from '../api/session-calls.ts';
import { newer } from '../live/newer.ts';
import { clearSession, storeSession } from './storage.ts';

export type SessionContext = {
  readonly user: UserView | undefined;
  readonly token: string | undefined;
  readonly profile: ProfileView | undefined;
  /** The newest wallet known, from the profile, a placed bet or a push. */
  readonly wallet: WalletPush | undefined;
};
export type SessionEvent =
  | { readonly type: 'logged in'; readonly session: LoginAnswer }
  | { readonly type: 'logged out' }
  | { readonly type: 'token refused'; readonly token: string }
  | { readonly type: 'token renewed'; readonly session: LoginAnswer }
  | { readonly type: 'stored session changed'; readonly stored: LoginAnswer | undefined }
  | { readonly type: 'refresh profile' }
  /** The profile may have changed, as it may at every poll: a request under way goes on, however long it takes. */
  | { readonly type: 'polled' }
  | { readonly type: 'wallet changed'; readonly wallet: WalletPush };
export type SessionEmit = { readonly type: 'profile failed'; readonly reason: string };

const guest: SessionContext = { user: undefined, token: undefined, profile: undefined, wallet: undefined };

/**
 * Who uses this page: a `guest`, or a `member`, whose profile is `loading`, `loaded` or `failed` and whose wallet follows the pushes.
 * A token that the server refuses ends the session; a renewed one continues it. A login or logout in another tab applies here too.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmit,
    input: {} as { readonly stored: LoginAnswer | undefined },
  },
  actors: { loadProfile: fromPromise(() => orThrow(fetchProfile())) },
  actions: {
    'store session': (_, session: LoginAnswer) => storeSession(session),
    'log out': (_, token: string | undefined) => void logOut(token),
    'clear storage': clearSession,
    'store user': ({ context: { user, token } }) => {
      // Another tab may have stored a newer one.
      if (user && token && readToken() === token) storeSession({ user, accessToken: token });
    },
    'set user': assign(({ event }) => {
      assertEvent(event, 'logged in');
      return { ...guest, user: event.session.user, token: event.session.accessToken };
    }),
    'set token': assign((_, token: string) => ({ token })),
    'set stored user': assign((_, stored: LoginAnswer | undefined) => ({
      ...guest,
      user: stored?.user,
      token: stored?.accessToken,
    })),
    clear: assign(guest),
    'set wallet': assign(({ context, event }) => {
      assertEvent(event, 'wallet changed');
      return { wallet: newer(context.wallet, event.wallet) };
    }),
    'set profile': assign(({ context }, profile: ProfileView) => ({
      profile,
      user: {
        id: profile.id,
        name: profile.name,
        email: profile.email,
        role: profile.role,
        ...(profile.needsSecondFactor && { needsSecondFactor: true as const }),
      },
      wallet: newer(context.wallet, profile.wallet),
    })),
    'report failure': emit((_, reason: string) => ({ type: 'profile failed' as const, reason })),
  },
  guards: {
    'is logged in': ({ context }) => context.user !== undefined,
    'is my token': ({ context, event }) => event.type === 'token refused' && event.token === context.token,
    'is my session': ({ context, event }) =>
      event.type === 'token renewed' && event.session.user.id === context.user?.id,
    'is logged out elsewhere': ({ event }) => event.type === 'stored session changed' && !event.stored,
    'is same user': ({ context, event }) =>
      event.type === 'stored session changed' && event.stored?.user.id === context.user?.id,
    'has missed a wallet': ({ context, event }) =>
      event.type === 'wallet changed' && !!context.wallet && event.wallet.version > context.wallet.version + 1,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...guest, user: input.stored?.user, token: input.stored?.accessToken }),
  initial: 'hydrating',
  on: {
    'logged in': {
      target: '.member',
      reenter: true,
      actions: ['set user', { type: 'store session', params: ({ event }) => event.session }],
    },
  },
  states: {
    hydrating: { always: [{ guard: 'is logged in', target: 'member' }, { target: 'guest' }] },
    guest: {
      entry: 'clear',
      on: {
        'stored session changed': [
          { guard: 'is logged out elsewhere' },
          { target: 'member', actions: { type: 'set stored user', params: ({ event }) => event.stored } },
        ],
      },
    },
    member: {
      initial: 'loading',
      on: {
        'logged out': {
          target: 'guest',
          actions: [{ type: 'log out', params: ({ context }) => context.token }, 'clear storage'],
        },
        'token renewed': {
          guard: 'is my session',
          actions: { type: 'set token', params: ({ event }) => event.session.accessToken },
        },
        'stored session changed': [
          { guard: 'is logged out elsewhere', target: 'guest' },
          {
            guard: 'is same user',
            actions: enqueueActions(({ event, enqueue }) => {
              if (event.stored) enqueue({ type: 'set token', params: event.stored.accessToken });
            }),
          },
          {
            target: 'member',
            reenter: true,
            actions: { type: 'set stored user', params: ({ event }) => event.stored },
          },
        ],
        'token refused': { guard: 'is my token', target: 'guest', actions: 'clear storage' },
        'refresh profile': '.loading',
        polled: '.loading',
        'wallet changed': [
          { guard: 'has missed a wallet', target: '.loading', actions: 'set wallet' },
          { actions: 'set wallet' },
        ],
      },
      states: {
        loading: {
          on: { polled: {} },
          invoke: {
            src: 'loadProfile',
            onDone: {
              target: 'loaded',
              actions: [{ type: 'set profile', params: ({ event }) => event.output }, 'store user'],
            },
            onError: {
              target: 'failed',
              actions: { type: 'report failure', params: ({ event }) => errorText(event.error, 'unknown error') },
            },
          },
        },
        loaded: {},
        failed: {},
      },
    },
  },
});
