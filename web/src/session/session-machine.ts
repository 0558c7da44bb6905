import type { LoginAnswer, ProfileView, UserView, WalletPush } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assertEvent, assign, emit, enqueueActions, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../api/client.ts';
import { newer } from '../live/newer.ts';

export type SessionContext = {
  readonly user: UserView | undefined;
  readonly token: string | undefined;
  readonly profile: ProfileView | undefined;
  /** The newest wallet heard of, from the profile, a placed bet or a push. */
  readonly wallet: WalletPush | undefined;
};
export type SessionEvent =
  | { readonly type: 'logged in'; readonly session: LoginAnswer }
  | { readonly type: 'logged out' }
  | { readonly type: 'token refused'; readonly token: string }
  | { readonly type: 'token renewed'; readonly session: LoginAnswer }
  | { readonly type: 'stored session changed'; readonly stored: LoginAnswer | undefined }
  | { readonly type: 'profile wanted' }
  | { readonly type: 'wallet told'; readonly wallet: WalletPush };
export type SessionNews = { readonly type: 'profile failed'; readonly reason: string };

const nobody: SessionContext = { user: undefined, token: undefined, profile: undefined, wallet: undefined };

/**
 * Who uses this page. `guest`: nobody is logged in. `member`: someone is, and their profile is fetched at once, again
 * whenever it is wanted, while their wallet follows what is pushed. A token that the server refuses ends the session, a renewed one
 * carries it on. What another tab stored is taken over: who logs in or out there does so here.
 */
export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionNews,
    input: {} as { readonly stored: LoginAnswer | undefined },
  },
  actors: {
    fetchProfile: fromPromise<Result<ProfileView, ApiFailure>>(() => {
      throw new Error('fetchProfile is provided where the session starts');
    }),
  },
  actions: {
    'store the session': (_, _session: LoginAnswer) => {
      throw new Error('storage is provided where the session starts');
    },
    'end the session at the server': (_, _token: string | undefined) => {
      throw new Error('the server is told where the session starts');
    },
    'clear the stored session': () => {
      throw new Error('storage is provided where the session starts');
    },
    'store the renewed user': (_: { readonly context: SessionContext }) => {
      throw new Error('storage is provided where the session starts');
    },
    'remember who logged in': assign(({ event }) => {
      assertEvent(event, 'logged in');
      return { ...nobody, user: event.session.user, token: event.session.accessToken };
    }),
    'take the renewed token': assign((_, token: string) => ({ token })),
    'remember who is stored': assign((_, stored: LoginAnswer | undefined) => ({
      ...nobody,
      user: stored?.user,
      token: stored?.accessToken,
    })),
    'forget everything': assign(nobody),
    'take the newer wallet': assign(({ context, event }) => {
      assertEvent(event, 'wallet told');
      return { wallet: newer(context.wallet, event.wallet) };
    }),
    'take the profile': assign(({ context }, profile: ProfileView) => ({
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
    'say why the profile failed': emit((_, reason: string) => ({ type: 'profile failed' as const, reason })),
  },
  guards: {
    'someone was logged in': ({ context }) => context.user !== undefined,
    'it was my token': ({ context, event }) => event.type === 'token refused' && event.token === context.token,
    'it is mine': ({ context, event }) => event.type === 'token renewed' && event.session.user.id === context.user?.id,
    'nobody is stored': ({ event }) => event.type === 'stored session changed' && !event.stored,
    'I am stored': ({ context, event }) =>
      event.type === 'stored session changed' && event.stored?.user.id === context.user?.id,
    'a wallet between was missed': ({ context, event }) =>
      event.type === 'wallet told' && !!context.wallet && event.wallet.version > context.wallet.version + 1,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...nobody, user: input.stored?.user, token: input.stored?.accessToken }),
  initial: 'hydrating',
  on: {
    'logged in': {
      target: '.member',
      reenter: true,
      actions: ['remember who logged in', { type: 'store the session', params: ({ event }) => event.session }],
    },
  },
  states: {
    hydrating: { always: [{ guard: 'someone was logged in', target: 'member' }, { target: 'guest' }] },
    guest: {
      entry: 'forget everything',
      on: {
        'stored session changed': [
          { guard: 'nobody is stored' },
          { target: 'member', actions: { type: 'remember who is stored', params: ({ event }) => event.stored } },
        ],
      },
    },
    member: {
      initial: 'fetching',
      on: {
        'logged out': {
          target: 'guest',
          actions: [
            { type: 'end the session at the server', params: ({ context }) => context.token },
            'clear the stored session',
          ],
        },
        'token renewed': {
          guard: 'it is mine',
          actions: { type: 'take the renewed token', params: ({ event }) => event.session.accessToken },
        },
        'stored session changed': [
          { guard: 'nobody is stored', target: 'guest' },
          {
            guard: 'I am stored',
            actions: enqueueActions(({ event, enqueue }) => {
              if (event.stored) enqueue({ type: 'take the renewed token', params: event.stored.accessToken });
            }),
          },
          {
            target: 'member',
            reenter: true,
            actions: { type: 'remember who is stored', params: ({ event }) => event.stored },
          },
        ],
        'token refused': { guard: 'it was my token', target: 'guest', actions: 'clear the stored session' },
        'profile wanted': '.fetching',
        'wallet told': [
          { guard: 'a wallet between was missed', target: '.fetching', actions: 'take the newer wallet' },
          { actions: 'take the newer wallet' },
        ],
      },
      states: {
        fetching: {
          invoke: {
            src: 'fetchProfile',
            onDone: [
              {
                guard: ({ event }) => event.output.ok,
                target: 'known',
                actions: [
                  {
                    type: 'take the profile',
                    params: ({ event }) => {
                      if (!event.output.ok) throw new Error('a failed profile is not taken');
                      return event.output.value;
                    },
                  },
                  'store the renewed user',
                ],
              },
              {
                target: 'unknown',
                actions: {
                  type: 'say why the profile failed',
                  params: ({ event }) => (event.output.ok ? '' : failureText(event.output.refusal, 'unknown error')),
                },
              },
            ],
            onError: {
              target: 'unknown',
              actions: { type: 'say why the profile failed', params: ({ event }) => String(event.error) },
            },
          },
        },
        known: {},
        unknown: {},
      },
    },
  },
});
