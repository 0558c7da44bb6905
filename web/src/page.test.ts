import type { ProfileView } from '@touchline/core/contract';
import { expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { CallFailed } from './api/call.ts';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from './live/connection-events.ts';
import { liveMachine } from './live/live-machine.ts';
import { connectSession } from './page.ts';
import type { Renewal } from './session/renew.ts';
import { sessionMachine } from './session/session-machine.ts';

const user = { id: 'u1', name: 'Bea', email: 'bea@touchline.test', role: 'bettor' as const };
const walletOf = (version: number) => ({ version, balance: 10 * version, held: 0, bonus: 0, staked: 0 });
const joined: ConnectionEvent[] = [
  { type: 'connected' },
  {
    type: 'subscription answered',
    answer: {
      ok: true,
      tick: { e: 'a', p: 0, n: 1, t: 0, full: true, d: [] },
      hb: { e: 'a', n: 1, t: 0, feed: 'ok', stale: [] },
    },
    at: 0,
  },
];

function openPage(server: 'answering' | 'failing' = 'answering', renewal: Renewal = { kind: 'over' }) {
  const joinedAs: (string | undefined)[] = [];
  const requests = { profiles: 0 };
  const loadProfile = fromPromise(async (): Promise<ProfileView> => {
    requests.profiles += 1;
    if (server === 'failing') throw new CallFailed({ kind: 'network' });
    return { ...user, balance: 10, emailVerified: true, createdAt: '2026-11-20T10:00:00Z', wallet: walletOf(1) };
  });
  const renewedWith: string[] = [];
  const connection = fromCallback<ConnectionCommand, ConnectionInput>(({ input, receive }) => {
    joinedAs.push(input.token);
    receive((command) => {
      if (command.type === 'renew token') renewedWith.push(command.token);
    });
  });
  const session = createActor(
    sessionMachine.provide({
      actors: { loadProfile },
      actions: {
        'store session': () => {},
        'store user': () => {},
        'log out': () => {},
        'clear storage': () => {},
      },
    }),
    { input: { stored: undefined } },
  ).start();
  const live = createActor(liveMachine.provide({ actors: { connection } }), { input: { token: undefined } });
  const renewed: string[] = [];
  connectSession({ session, live }, async (expired) => {
    renewed.push(expired);
    if (renewal.kind === 'renewed') session.send({ type: 'token renewed', session: renewal.session });
    if (renewal.kind === 'over') session.send({ type: 'token refused', token: expired });
    return renewal;
  });
  live.start();
  return { session, live, joinedAs, renewedWith, renewed, requests };
}

test('joins the live room with the token after login and as a guest after logout', () => {
  const { session, joinedAs } = openPage();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  session.send({ type: 'logged out' });
  expect(joinedAs).toEqual([undefined, 'tok', undefined]);
});

test('ends the session and rejoins as a guest if a refused token cannot be renewed', () => {
  const { session, live, joinedAs } = openPage();
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(session.getSnapshot().value).toBe('guest');
  expect(joinedAs).toEqual([undefined, 'old', undefined]);
});

test('renews a refused token and keeps the connection', () => {
  const fresh = { accessToken: 'new', user };
  const { session, live, joinedAs, renewedWith, renewed } = openPage('answering', { kind: 'renewed', session: fresh });
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(session.getSnapshot().context.token).toBe('new');
  expect([joinedAs, renewed, renewedWith]).toEqual([[undefined, 'old'], ['old'], ['new']]);
});

test('keeps the session while the server is unreachable', async () => {
  const { session, live, renewed } = openPage('answering', { kind: 'unreachable' });
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(renewed).toEqual(['old']);
  expect(session.getSnapshot().matches('member')).toBe(true);
});

test('a pushed wallet updates the session', () => {
  const { session, live } = openPage();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  live.send({ type: 'wallet pushed', wallet: walletOf(2) });
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(2));
});

test('fetches the profile with each successful poll, but leaves a slow request to end', async () => {
  const { session, live, requests } = openPage();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  live.send({ type: 'disconnected' });
  live.send({ type: 'polled' });
  live.send({ type: 'polled' });
  expect(requests.profiles).toBe(1);
  await waitFor(session, (snapshot) => snapshot.matches({ member: 'loaded' }));
  live.send({ type: 'polled' });
  expect(requests.profiles).toBe(2);
});

test('fetches the profile again after a reconnection', () => {
  const { session, live, requests } = openPage();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  for (const event of joined) live.send(event);
  expect(requests.profiles).toBe(1);
  for (const event of [{ type: 'disconnected' } as const, ...joined]) live.send(event);
  expect(requests.profiles).toBe(2);
});

test('retries a profile once that fails after the room was joined', async () => {
  vi.useFakeTimers();
  try {
    const { session, live, requests } = openPage('failing');
    session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
    // The room is joined while the profile is still on its way.
    for (const event of joined) live.send(event);
    await waitFor(session, (snapshot) => snapshot.matches({ member: 'failed' }));
    expect(requests.profiles).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([requests.profiles, session.getSnapshot().value]).toEqual([2, { member: 'failed' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('retries a failed profile once the room is joined', async () => {
  const { session, live, requests } = openPage('failing');
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  await waitFor(session, (snapshot) => snapshot.matches({ member: 'failed' }));
  for (const event of joined) live.send(event);
  expect(requests.profiles).toBe(2);
});
