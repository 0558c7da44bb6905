import type { LoginAnswer, ProfileView, WalletView } from '@touchline/core/contract';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { CallFailed } from '../api/call.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
import { pends } from '../testing/remote-actors.ts';
import { type SessionEvent, sessionMachine } from './session-machine.ts';

const user = { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' } as const;
const bea: LoginAnswer = { accessToken: 'tok', user };
const walletOf = (version: number, balance: number): WalletView => ({ version, balance, held: 0, bonus: 0, staked: 0 });
const profile: ProfileView = {
  ...user,
  name: 'Beatrice',
  balance: 50,
  emailVerified: true,
  createdAt: '2026-11-20T10:00:00Z',
  wallet: walletOf(4, 50),
};
const failure = new CallFailed({
  kind: 'refused',
  status: 500,
  view: { code: 'x', error: 'the ledger is unavailable' },
});

function begin(stored: LoginAnswer | undefined, load: () => Promise<ProfileView> = () => Promise.resolve(profile)) {
  const storage: (LoginAnswer | 'cleared')[] = [];
  const ended: (string | undefined)[] = [];
  const machine = sessionMachine.provide({
    actors: { loadProfile: fromPromise(load) },
    actions: {
      'store session': (_, session) => storage.push(session),
      'store user': ({ context }) => {
        if (context.user && context.token) storage.push({ user: context.user, accessToken: context.token });
      },
      'log out': (_, token) => ended.push(token),
      'clear storage': () => storage.push('cleared'),
    },
  });
  const session = createActor(machine, { input: { stored } });
  const emitted: unknown[] = [];
  session.on('profile failed', (item) => emitted.push(item));
  session.start();
  const send = (...events: SessionEvent[]) => {
    for (const event of events) session.send(event);
  };
  const until = (state: 'loaded' | 'failed') => waitFor(session, (snapshot) => snapshot.matches({ member: state }));
  return { session, send, storage, ended, emitted, until };
}

describe('every state of the session can be reached', () => {
  const samples = [
    { type: 'logged in', session: bea },
    { type: 'token refused', token: 'tok' },
    { type: 'token renewed', session: { ...bea, accessToken: 'new' } },
    { type: 'stored session changed', stored: undefined },
    { type: 'wallet changed', wallet: walletOf(1, 1) },
    { type: 'xstate.done.actor.0.session.member.loading', output: profile },
    { type: 'xstate.error.actor.0.session.member.loading', error: failure },
  ];
  const machine = sessionMachine.provide({
    actors: { loadProfile: pends() },
    actions: {
      'store session': () => {},
      'store user': () => {},
      'log out': () => {},
      'clear storage': () => {},
    },
  });
  const reached = reachableStates(machine, { samples, input: { stored: undefined } });
  // Left at once for guest or member.
  const seen = allStates(sessionMachine).filter((state) => state !== 'hydrating');
  test.each(seen)('%s', (state) => expect(reached).toContain(state));
});

test('a stored session continues, and its profile updates the stored user', async () => {
  const { session, until, storage } = begin(bea);
  await until('loaded');
  const { user: shown, wallet } = session.getSnapshot().context;
  expect({ shown, wallet }).toEqual({ shown: { ...user, name: 'Beatrice' }, wallet: profile.wallet });
  expect(storage).toEqual([{ accessToken: 'tok', user: { ...user, name: 'Beatrice' } }]);
});

test('a login is stored, a logout clears everything', async () => {
  const { session, send, until, storage, ended } = begin(undefined);
  send({ type: 'logged in', session: bea });
  await until('loaded');
  send({ type: 'logged out' });
  expect(storage).toEqual([bea, { accessToken: 'tok', user: { ...user, name: 'Beatrice' } }, 'cleared']);
  expect(ended).toEqual(['tok']);
  expect(session.getSnapshot().context).toEqual({
    user: undefined,
    token: undefined,
    profile: undefined,
    wallet: undefined,
  });
});

test('a profile that cannot be loaded reports why, and the session continues', async () => {
  const { session, until, emitted } = begin(bea, () => Promise.reject(failure));
  await until('failed');
  expect(emitted).toEqual([{ type: 'profile failed', reason: 'the ledger is unavailable' }]);
  expect(session.getSnapshot().context.user).toEqual(user);
});

test('an older wallet never replaces a newer one', async () => {
  const { session, send, until } = begin(bea);
  await until('loaded');
  send({ type: 'wallet changed', wallet: walletOf(5, 80) }, { type: 'wallet changed', wallet: walletOf(4, 50) });
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(5, 80));
});

test('a wallet after a missed one is shown, and the profile is loaded again', async () => {
  const { session, send, until } = begin(bea);
  await until('loaded');
  send({ type: 'wallet changed', wallet: walletOf(9, 10) });
  expect(session.getSnapshot().matches({ member: 'loading' })).toBe(true);
  await until('loaded');
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(9, 10));
});

test('a refused token ends the session it belongs to, and no other', () => {
  const { session, send, storage } = begin(bea, () => new Promise(() => {}));
  send({ type: 'token refused', token: 'an older one' });
  expect(session.getSnapshot().matches('member')).toBe(true);
  send({ type: 'token refused', token: 'tok' });
  expect(session.getSnapshot().value).toBe('guest');
  expect(storage).toEqual(['cleared']);
});

describe('a token and what other tabs do', () => {
  const tokenOf = ({ session }: ReturnType<typeof begin>) => session.getSnapshot().context.token;
  const never = () => new Promise<ProfileView>(() => {});

  test('a renewed token continues the session; another user’s does not', () => {
    const begun = begin(bea, never);
    begun.send({ type: 'token renewed', session: { accessToken: 'theirs', user: { ...user, id: 'u2' } } });
    expect(tokenOf(begun)).toBe('tok');
    begun.send({ type: 'token renewed', session: { ...bea, accessToken: 'new' } });
    expect([tokenOf(begun), begun.storage]).toEqual(['new', []]);
  });

  test('a token that another tab renewed is adopted', () => {
    const begun = begin(bea, never);
    begun.send({ type: 'stored session changed', stored: { ...bea, accessToken: 'new' } });
    expect([tokenOf(begun), begun.storage]).toEqual(['new', []]);
  });

  test('a logout in another tab applies here, without a second request to the server', () => {
    const begun = begin(bea, never);
    begun.send({ type: 'stored session changed', stored: undefined });
    expect([begun.session.getSnapshot().value, begun.ended, begun.storage]).toEqual(['guest', [], []]);
  });

  test('a login in another tab applies here, also in place of another user', () => {
    const begun = begin(undefined, never);
    begun.send({ type: 'stored session changed', stored: undefined });
    expect(begun.session.getSnapshot().value).toBe('guest');
    begun.send({ type: 'stored session changed', stored: bea });
    expect([begun.session.getSnapshot().matches('member'), tokenOf(begun)]).toEqual([true, 'tok']);
    const ada = { accessToken: 'hers', user: { ...user, id: 'u2', name: 'Ada' } };
    begun.send({ type: 'wallet changed', wallet: walletOf(1, 1) }, { type: 'stored session changed', stored: ada });
    const { user: shown, token, wallet } = begun.session.getSnapshot().context;
    expect({ shown, token, wallet }).toEqual({ shown: ada.user, token: 'hers', wallet: undefined });
  });
});
