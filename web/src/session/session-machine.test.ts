import type { LoginAnswer, ProfileView, WalletView } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ApiFailure } from '../api/client.ts';
import { allStates, reachableStates } from '../testing/reachable-states.ts';
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
const failure: ApiFailure = { kind: 'refused', status: 500, view: { code: 'x', error: 'the ledger sleeps' } };

type Fetched = Result<ProfileView, ApiFailure>;
function begin(stored: LoginAnswer | undefined, fetched: () => Promise<Fetched> = () => Promise.resolve(ok(profile))) {
  const kept: (LoginAnswer | 'cleared')[] = [];
  const ended: (string | undefined)[] = [];
  const machine = sessionMachine.provide({
    actors: { fetchProfile: fromPromise(fetched) },
    actions: {
      'store the session': (_, session) => kept.push(session),
      'store the renewed user': ({ context }) => {
        if (context.user && context.token) kept.push({ user: context.user, accessToken: context.token });
      },
      'end the session at the server': (_, token) => ended.push(token),
      'clear the stored session': () => kept.push('cleared'),
    },
  });
  const session = createActor(machine, { input: { stored } });
  const news: unknown[] = [];
  session.on('profile failed', (item) => news.push(item));
  session.start();
  const say = (...events: SessionEvent[]) => {
    for (const event of events) session.send(event);
  };
  const until = (state: 'known' | 'unknown') => waitFor(session, (snapshot) => snapshot.matches({ member: state }));
  return { session, say, kept, ended, news, until };
}

describe('every state of the session can be reached', () => {
  const samples = [
    { type: 'logged in', session: bea },
    { type: 'token refused', token: 'tok' },
    { type: 'token renewed', session: { ...bea, accessToken: 'new' } },
    { type: 'stored session changed', stored: undefined },
    { type: 'wallet told', wallet: walletOf(1, 1) },
    { type: 'xstate.done.actor.0.session.member.fetching', output: ok(profile) },
    { type: 'xstate.done.actor.0.session.member.fetching', output: refused(failure) },
  ];
  const machine = sessionMachine.provide({
    actors: { fetchProfile: fromPromise<Fetched>(() => new Promise(() => {})) },
    actions: {
      'store the session': () => {},
      'store the renewed user': () => {},
      'end the session at the server': () => {},
      'clear the stored session': () => {},
    },
  });
  const reached = reachableStates(machine, { samples, input: { stored: undefined } });
  // Left at once for guest or member, so nobody ever sees it.
  const seen = allStates(sessionMachine).filter((state) => state !== 'hydrating');
  test.each(seen)('%s', (state) => expect(reached).toContain(state));
});

test('whoever was logged in when the page was left still is, and their profile renews the stored user', async () => {
  const { session, until, kept } = begin(bea);
  await until('known');
  const { user: shown, wallet } = session.getSnapshot().context;
  expect({ shown, wallet }).toEqual({ shown: { ...user, name: 'Beatrice' }, wallet: profile.wallet });
  expect(kept).toEqual([{ accessToken: 'tok', user: { ...user, name: 'Beatrice' } }]);
});

test('a login is stored, a logout forgets everything', async () => {
  const { session, say, until, kept, ended } = begin(undefined);
  say({ type: 'logged in', session: bea });
  await until('known');
  say({ type: 'logged out' });
  expect(kept).toEqual([bea, { accessToken: 'tok', user: { ...user, name: 'Beatrice' } }, 'cleared']);
  expect(ended).toEqual(['tok']);
  expect(session.getSnapshot().context).toEqual({
    user: undefined,
    token: undefined,
    profile: undefined,
    wallet: undefined,
  });
});

test('a profile that cannot be fetched says why and keeps the session', async () => {
  const { session, until, news } = begin(bea, () => Promise.resolve(refused(failure)));
  await until('unknown');
  expect(news).toEqual([{ type: 'profile failed', reason: 'the ledger sleeps' }]);
  expect(session.getSnapshot().context.user).toEqual(user);
});

test('an older wallet never replaces a newer one', async () => {
  const { session, say, until } = begin(bea);
  await until('known');
  say({ type: 'wallet told', wallet: walletOf(5, 80) }, { type: 'wallet told', wallet: walletOf(4, 50) });
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(5, 80));
});

test('a wallet after a missed one counts, and the profile is fetched again', async () => {
  const { session, say, until } = begin(bea);
  await until('known');
  say({ type: 'wallet told', wallet: walletOf(9, 10) });
  expect(session.getSnapshot().matches({ member: 'fetching' })).toBe(true);
  await until('known');
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(9, 10));
});

test('a refused token ends the session it belongs to, and no other', () => {
  const { session, say, kept } = begin(bea, () => new Promise(() => {}));
  say({ type: 'token refused', token: 'an older one' });
  expect(session.getSnapshot().matches('member')).toBe(true);
  say({ type: 'token refused', token: 'tok' });
  expect(session.getSnapshot().value).toBe('guest');
  expect(kept).toEqual(['cleared']);
});

describe('a token and what other tabs do', () => {
  const tokenOf = ({ session }: ReturnType<typeof begin>) => session.getSnapshot().context.token;
  const never = () => new Promise<Fetched>(() => {});

  test('a renewed token carries the session on; that of somebody else does not', () => {
    const begun = begin(bea, never);
    begun.say({ type: 'token renewed', session: { accessToken: 'theirs', user: { ...user, id: 'u2' } } });
    expect(tokenOf(begun)).toBe('tok');
    begun.say({ type: 'token renewed', session: { ...bea, accessToken: 'new' } });
    expect([tokenOf(begun), begun.kept]).toEqual(['new', []]);
  });

  test('a token that another tab renewed is taken over', () => {
    const begun = begin(bea, never);
    begun.say({ type: 'stored session changed', stored: { ...bea, accessToken: 'new' } });
    expect([tokenOf(begun), begun.kept]).toEqual(['new', []]);
  });

  test('who logs out in another tab is logged out here, and the server is told once, there', () => {
    const begun = begin(bea, never);
    begun.say({ type: 'stored session changed', stored: undefined });
    expect([begun.session.getSnapshot().value, begun.ended, begun.kept]).toEqual(['guest', [], []]);
  });

  test('who logs in in another tab is logged in here, also in place of somebody else', () => {
    const begun = begin(undefined, never);
    begun.say({ type: 'stored session changed', stored: undefined });
    expect(begun.session.getSnapshot().value).toBe('guest');
    begun.say({ type: 'stored session changed', stored: bea });
    expect([begun.session.getSnapshot().matches('member'), tokenOf(begun)]).toEqual([true, 'tok']);
    const ada = { accessToken: 'hers', user: { ...user, id: 'u2', name: 'Ada' } };
    begun.say({ type: 'wallet told', wallet: walletOf(1, 1) }, { type: 'stored session changed', stored: ada });
    const { user: shown, token, wallet } = begun.session.getSnapshot().context;
    expect({ shown, token, wallet }).toEqual({ shown: ada.user, token: 'hers', wallet: undefined });
  });
});
