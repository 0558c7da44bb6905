import type { ProfileView } from '@touchline/core/contract';
import { expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { CallFailed } from './api/call.ts';
import type { ConnectionCommand, ConnectionEvent, ConnectionInput } from './live/connection-events.ts';
import { liveMachine } from './live/live-machine.ts';
import { introduce } from './page.ts';
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

function meet(server: 'answering' | 'failing' = 'answering', renewal: Renewal = { kind: 'over' }) {
  const joinedAs: (string | undefined)[] = [];
  const asked = { profiles: 0 };
  const loadProfile = fromPromise(async (): Promise<ProfileView> => {
    asked.profiles += 1;
    if (server === 'failing') throw new CallFailed({ kind: 'network' });
    return { ...user, balance: 10, emailVerified: true, createdAt: '2026-11-20T10:00:00Z', wallet: walletOf(1) };
  });
  const handedOver: string[] = [];
  const line = fromCallback<ConnectionCommand, ConnectionInput>(({ input, receive }) => {
    joinedAs.push(input.token);
    receive((command) => {
      if (command.type === 'renew token') handedOver.push(command.token);
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
  const live = createActor(liveMachine.provide({ actors: { connection: line } }), { input: { token: undefined } });
  const renewed: string[] = [];
  introduce({ session, live }, async (outworn) => {
    renewed.push(outworn);
    if (renewal.kind === 'renewed') session.send({ type: 'token renewed', session: renewal.session });
    if (renewal.kind === 'over') session.send({ type: 'token refused', token: outworn });
    return renewal;
  });
  live.start();
  return { session, live, joinedAs, handedOver, renewed, asked };
}

test('whoever logs in joins the live room with their token, and leaves it for the guests’ when they log out', () => {
  const { session, joinedAs } = meet();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  session.send({ type: 'logged out' });
  expect(joinedAs).toEqual([undefined, 'tok', undefined]);
});

test('a token that the live room refuses and that cannot be renewed ends the session, and the room is joined again as a guest', () => {
  const { session, live, joinedAs } = meet();
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(session.getSnapshot().value).toBe('guest');
  expect(joinedAs).toEqual([undefined, 'old', undefined]);
});

test('a token that the live room refuses is renewed, and the same line goes on with the new one', () => {
  const fresh = { accessToken: 'new', user };
  const { session, live, joinedAs, handedOver, renewed } = meet('answering', { kind: 'renewed', session: fresh });
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(session.getSnapshot().context.token).toBe('new');
  expect([joinedAs, renewed, handedOver]).toEqual([[undefined, 'old'], ['old'], ['new']]);
});

test('while nobody can be asked for a new token, the session waits', async () => {
  const { session, live, renewed } = meet('answering', { kind: 'unreachable' });
  session.send({ type: 'logged in', session: { accessToken: 'old', user } });
  live.send({ type: 'connection refused' });
  expect(renewed).toEqual(['old']);
  expect(session.getSnapshot().matches('member')).toBe(true);
});

test('a pushed wallet becomes the wallet of the session', () => {
  const { session, live } = meet();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  live.send({ type: 'wallet pushed', wallet: walletOf(2) });
  expect(session.getSnapshot().context.wallet).toEqual(walletOf(2));
});

test('who has no line but is answered by HTTP has the profile fetched with every look at the matches', () => {
  const { session, live, asked } = meet();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  live.send({ type: 'polled' });
  expect(asked.profiles).toBe(1);
  live.send({ type: 'disconnected' });
  live.send({ type: 'polled' });
  expect(asked.profiles).toBe(2);
});

test('a push may have been missed while the line was lost, so the profile is fetched again when it is back', () => {
  const { session, live, asked } = meet();
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  for (const event of joined) live.send(event);
  expect(asked.profiles).toBe(1);
  for (const event of [{ type: 'disconnected' } as const, ...joined]) live.send(event);
  expect(asked.profiles).toBe(2);
});

test('a profile that could not be fetched is fetched again as soon as the room is joined', async () => {
  const { session, live, asked } = meet('failing');
  session.send({ type: 'logged in', session: { accessToken: 'tok', user } });
  await waitFor(session, (snapshot) => snapshot.matches({ member: 'failed' }));
  for (const event of joined) live.send(event);
  expect(asked.profiles).toBe(2);
});
