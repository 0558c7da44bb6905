import type { AddressInfo } from 'node:net';
import type { MatchRow, Tick } from '@touchline/core/contract';
import type { withTick } from '@touchline/web/frames';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { until } from '../until.ts';
import { climber } from './climber.ts';
import { createGuests, nothingShown } from './guests.ts';
import { startCrowd } from './start-crowd.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const frame = (p: number, n: number, d: readonly MatchRow[], e = 'a'): Tick => ({ e, p, n, t: 0, d });
const full = (n: number, d: readonly MatchRow[], e = 'a'): Tick => ({ ...frame(0, n, d, e), full: true });

/** A faulty rule that applies every row, even an older one. */
const takeAll: typeof withTick = (board, tick) => ({
  ...board,
  rows: new Map([...(tick.full ? [] : board.rows), ...tick.d.map((one) => [one.id, one] as const)]),
  n: tick.n,
  epoch: tick.e,
});

/** Returns the faults of a guest that applies these frames in turn by a rule. */
function faultsOf(ticks: readonly Tick[], take?: typeof withTick): readonly string[] {
  const { read, merged, faults } = createGuests(() => true, take);
  let shown = nothingShown;
  for (const tick of ticks) shown = merged(read(shown, tick));
  return [...faults];
}

test("detects an older version that replaces a newer one, which the screens' rule prevents", () => {
  const ticks = [full(4, [climber(4, 1.6)]), frame(4, 5, [climber(3, 1.6)])];
  expect(faultsOf(ticks, takeAll)).toEqual(['a guest showed version 3 of Climber v Guests after 4']);
  expect(faultsOf(ticks)).toEqual([]);
});

test('detects an older version after the match was off the list', () => {
  const ticks = [full(5, [climber(5, 1.7)]), full(6, []), full(7, [climber(4, 1.7)])];
  expect(faultsOf(ticks, takeAll)).toEqual(['a guest showed version 4 of Climber v Guests after 5']);
});

test('detects two nodes that disagree about a version, though each guest alone is consistent', () => {
  const { read, faults } = createGuests(() => true);
  read(nothingShown, full(3, [climber(3, 1.6)], 'a'));
  expect([...faults]).toEqual([]);
  read(nothingShown, full(3, [climber(3, 1.7)], 'b'));
  expect([...faults]).toEqual([expect.stringMatching(/^a guest showed .*1\.7.* where another screen had .*1\.6/)]);
});

test('guests that received the same rows have the same digest, and others do not', () => {
  const { read, merged } = createGuests(() => true);
  const [first, second] = [1, 2].map(() => merged(read(nothingShown, full(5, [climber(5, 1.7)]))));
  expect(second).toBe(first);
  const away = merged(read(read(nothingShown, full(5, [climber(5, 1.7)])), full(6, [])));
  expect(merged(read(nothingShown, full(6, [])))).not.toBe(away);
});

/** A node that answers every client with `answer`, and sends frames to all. */
async function openNode(answer: Tick) {
  const sockets: WebSocket[] = [];
  let answered = 0;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":10000,"pingTimeout":5000,"maxPayload":4096}');
    socket.on('message', (message) => {
      if (String(message) === '40') socket.send('40{"sid":"b"}');
      if (!String(message).startsWith('420["sub"')) return;
      answered += 1;
      const hb = { e: answer.e, n: answer.n, t: 0, feed: 'ok', stale: [] };
      socket.send(`430${JSON.stringify([{ ok: true, tick: answer, hb }])}`);
    });
  });
  closers.push(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    send: (tick: Tick) => {
      for (const socket of sockets) socket.send(`42${JSON.stringify(['tick', tick])}`);
    },
  };
}

test('the crowd process reports a price that fell, and guests that do not show the truth', async () => {
  const node = await openNode(full(1, [climber(1, 1.62)]));
  const crowd = startCrowd(5, [node.url]);
  closers.push(crowd.end);
  const checkAt = (s: number, after: number) =>
    crowd.check(
      { n: s, rows: new Map([['climber', { id: 'climber', s, status: 'open', score: '-', prices: '-' }]]) },
      after,
    );
  const shows = (s: number) =>
    until('all guests to show it', async () => {
      const report = await checkAt(s, s - 1);
      return report.converged === crowd.size ? report : undefined;
    });
  expect(await shows(1)).toMatchObject({ current: 5, converged: 5, faults: [] });
  node.send(frame(1, 2, [climber(2, 1.61)]));
  expect(await shows(2)).toMatchObject({ faults: ['a guest showed 1.61 of Climber v Guests after 1.62'] });
  // The database has a version 3 that was never published.
  expect(await checkAt(3, 2)).toMatchObject({ current: 5, converged: 0 });
});
