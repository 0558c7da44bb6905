import type { AddressInfo } from 'node:net';
import { betRoom, type CashOutPush, type PlaceBetAnswer } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { changeWinner, createMatch } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { type LiveClient, openSocket } from '../testing/live-client.ts';
import {
  buildTestApp,
  buildTestNode,
  logIn,
  openAccount,
  openBettor,
  requestAs,
  type TestApp,
} from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { mostBetRooms } from './cash-out-quotes.ts';

const lines: LiveClient[] = [];
const api = await buildTestApp();
const second = await buildTestNode(api.database);
for (const { app } of [api, second]) await app.listen({ port: 0, host: '127.0.0.1' });
const match = await createMatch(api.database.db, 'Alpha Town', 'Beta United');
afterAll(async () => {
  for (const line of lines) line.close();
  await second.close();
  await api.close();
});

/** A socket and the quotes that it gets. */
async function watch(token: string | undefined, on: Pick<TestApp, 'app'> = api) {
  const { port } = on.app.server.address() as AddressInfo;
  const line = await openSocket(`http://127.0.0.1:${port}`, token === undefined ? {} : { token });
  lines.push(line);
  const quotes: CashOutPush[] = [];
  line.socket.on('quote', (quote) => quotes.push(quote));
  return { line, quotes, last: () => quotes.at(-1) };
}
const ask = requestAs.bind(undefined, api.app);

/** A bettor with a bet of $10 at 2.00 on a home win. */
async function bettor(email: string) {
  const { token } = await openBettor(api, email, 100);
  const placed = await ask(token, 'POST', '/bet', {
    stake: 10,
    oddsPolicy: 'any',
    matches: [{ matchId: match.id, betOutcome: 'Alpha Town Win', odds: 2 }],
  });
  expect(placed.statusCode, placed.body).toBe(201);
  return { token, id: placed.json<PlaceBetAnswer>().bet._id };
}

test('a bettor gets what a bet is worth when they join its room, on every change of its match, and after it was cashed out', async () => {
  const { token, id } = await bettor('ada@example.com');
  const began = Date.now();
  const [here, there] = [await watch(token), await watch(token, second)];
  for (const { line } of [here, there]) expect(await line.subscribe(betRoom(id))).toMatchObject({ ok: true });
  await until(() => here.last()?.amount === 9.24 && there.last()?.amount === 9.24);
  const fetched = await ask(token, 'GET', `/bet/${id}/cash-out`);
  const { version, expiresAt, ...first } = here.last() as CashOutPush;
  expect({ ...fetched.json<CashOutPush>(), id, version, expiresAt }).toEqual({ ...first, version, expiresAt });
  expect(Date.parse(expiresAt)).toBeGreaterThan(began);

  await changeWinner(api.database.db, match, { home: '1.8' });
  await until(() => [here, there].every(({ last }) => (last()?.amount ?? 0) > 9.24));
  expect(here.last()?.version).toBeGreaterThan(version);

  const paid = await ask(token, 'POST', `/bet/${id}/cash-out`, { amount: 1, stake: 4 });
  expect(paid.statusCode, paid.body).toBe(200);
  await until(() => [here, there].every(({ last }) => last()?.stake === 6));
  expect(here.last()?.betVersion).toBeGreaterThan(first.betVersion);
  await ask(token, 'POST', `/bet/${id}/cash-out`, { amount: 1 });
  await until(() => [here, there].every(({ last }) => last()?.reason?.code === 'bet-settled'));
  // Newer prices never come before older ones.
  const versions = here.quotes.map((quote) => quote.version);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});

test('a room is the same in either case of its id', async () => {
  const { token, id } = await bettor('uma@example.com');
  const { line, last } = await watch(token);
  expect(await line.subscribe(betRoom(id.toUpperCase()))).toMatchObject({ ok: true });
  await until(() => last()?.id === id);
  await ask(token, 'POST', `/bet/${id}/cash-out`, { amount: 1, stake: 4 });
  await until(() => last()?.stake === 6);
});

test('only its bettor can join the room of a bet, and a socket may join a limited number of rooms', async () => {
  const { id } = await bettor('bea@example.com');
  const { token: other } = await openBettor(api, 'cal@example.com', 1);
  const refused = { ok: false, error: 'Room not found.' };
  for (const token of [undefined, other]) {
    const { line, quotes } = await watch(token);
    expect(await line.subscribe(betRoom(id))).toEqual(refused);
    for (const room of ['b:', 'b:nothing', betRoom('0e6a1c0a-0000-4000-8000-000000000000')]) {
      expect(await line.subscribe(room)).toEqual(refused);
    }
    expect(quotes).toEqual([]);
  }
  const { token, id: own } = await bettor('dan@example.com');
  const { line } = await watch(token);
  const bets = [own];
  for (let at = 0; at < mostBetRooms; at += 1) {
    const placed = await ask(token, 'POST', '/bet', {
      stake: 1,
      oddsPolicy: 'any',
      matches: [{ matchId: match.id, betOutcome: 'Draw', odds: 3 }],
    });
    bets.push(placed.json<PlaceBetAnswer>().bet._id);
  }
  const full = { ok: false, error: `At most ${mostBetRooms} bets at a time.` };
  for (const bet of bets.slice(1)) expect(await line.subscribe(betRoom(bet))).toMatchObject({ ok: true });
  expect(await line.subscribe(betRoom(own))).toEqual(full);
  line.socket.emit('unsub', betRoom(bets[1] ?? ''));
  expect(await line.subscribe(betRoom(own))).toMatchObject({ ok: true });

  const { line: hasty } = await watch(token);
  const answers = await Promise.all(bets.map((bet) => hasty.subscribe(betRoom(bet))));
  expect(answers.filter(({ ok }) => !ok)).toEqual([full]);
});

test('closing cash-out reaches those who watch, with the reason', async () => {
  const { token, id } = await bettor('eve@example.com');
  const { line, last } = await watch(token, second);
  await line.subscribe(betRoom(id));
  await until(() => last()?.amount !== undefined);
  await openAccount(api, 'boss@example.com', 'admin');
  const boss = await logIn(api.app, 'boss@example.com');
  await ask(boss, 'POST', '/markets/close-cash-out', { matchId: match.id as MatchId, reason: 'prices in doubt' });
  await until(() => last()?.reason?.code === 'cash-out-off');
  expect(last()).not.toHaveProperty('amount');
});
