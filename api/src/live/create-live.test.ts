import { liveRoom, matchRoom } from '@touchline/core/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { joined, openSocket } from '../testing/live-client.ts';
import { createTestReplica, startTestLive, type TestLive, testRow } from '../testing/test-live.ts';
import { until } from '../testing/until.ts';

let node: TestLive;
beforeEach(async () => {
  node = await startTestLive();
});
afterEach(() => node.close());

/** A socket that sends what a client of another version, or a hostile one, may send. */
const untyped = (socket: object) => socket as { emit(event: string, ...args: unknown[]): void };
const change = (id: string, homeWin: number) => node.replica.change(id, homeWin);

test('releases the handshake data once a socket is admitted', async () => {
  await node.open();
  const [socket] = node.live.io.sockets.sockets.values();
  const { rooms, sids } = node.live.io.sockets.adapter;
  expect([socket?.handshake, socket?.request, rooms.size, sids.size]).toEqual([{}, null, 0, 0]);
});

test('disconnects guests too when it ends', async () => {
  const guest = await node.open();
  node.live.disconnect();
  await until(() => !guest.socket.connected);
});

describe('the list of matches', () => {
  test('a socket that joins gets everything, then each change once, in frames without gaps', async () => {
    change('red', 2.1);
    change('blue', 1.5);
    const guest = await node.open();
    const { tick, hb } = await joined(guest, liveRoom);
    expect(tick).toEqual({
      e: tick.e,
      p: 0,
      n: 2,
      t: tick.t,
      full: true,
      d: [testRow('red', 1, 2.1), testRow('blue', 2, 1.5)],
    });
    expect(hb).toEqual({ e: tick.e, n: hb.n, t: hb.t, feed: 'ok', stale: [] });

    change('red', 2.2);
    await until(() => guest.ticks.at(-1)?.n === 3);
    change('blue', 1.6);
    await until(() => guest.ticks.at(-1)?.n === 4);
    const news = guest.ticks.flatMap((one) => one.d).filter((row) => row.s > tick.n);
    expect(news).toEqual([testRow('red', 3, 2.2), testRow('blue', 4, 1.6)]);
    expect(guest.ticks.slice(1).map((one) => one.p)).toEqual(guest.ticks.slice(0, -1).map((one) => one.n));
    expect(new Set(guest.ticks.map((one) => one.e))).toEqual(new Set([tick.e]));
  });

  test('changes between two ticks share one frame, each match once in its latest state', async () => {
    const guest = await node.open();
    await joined(guest, liveRoom);
    change('red', 2.1);
    change('blue', 1.5);
    change('red', 2.2);
    await until(() => guest.ticks.length > 0);
    expect(guest.ticks.map((tick) => [tick.p, tick.n, tick.d])).toEqual([
      [0, 3, [testRow('blue', 2, 1.5), testRow('red', 3, 2.2)]],
    ]);
  });

  test('a socket that has read up to n gets later changes, including removals', async () => {
    change('red', 2.1);
    change('blue', 1.5);
    change('green', 1.9);
    node.replica.forget('red');
    const guest = await node.open();
    const { tick } = await joined(guest, liveRoom, 2);
    expect([tick.full, tick.p, tick.n]).toEqual([undefined, 2, 4]);
    expect(tick.d).toEqual([testRow('green', 3, 1.9), { ...testRow('red', 4, 2), gone: true }]);
  });

  test('a socket that leaves the room gets nothing more from it', async () => {
    const [stays, leaves] = [await node.open(), await node.open()];
    await joined(stays, liveRoom);
    await joined(leaves, liveRoom);
    leaves.socket.emit('unsub', liveRoom);
    // Requests are answered in order: after this one the first has been handled.
    await leaves.subscribe('none');
    change('red', 2.1);
    await until(() => stays.ticks.length === 1);
    expect(leaves.ticks).toEqual([]);
  });

  test('without changes, a heartbeat carries the feed state, and at once when it changes', async () => {
    const guest = await node.open();
    await joined(guest, liveRoom);
    await until(() => guest.heartbeats.length > 0);
    node.replica.say({ feed: 'stale', stale: ['soccer_epl'] });
    await until(() => guest.heartbeats.some((beat) => beat.feed === 'stale'));
    const beat = guest.heartbeats.at(-1);
    expect(beat).toEqual({ e: beat?.e, n: 0, t: beat?.t, feed: 'stale', stale: ['soccer_epl'] });
  });
});

describe('the room of one match', () => {
  test('carries that match only, and has its own heartbeats', async () => {
    change('red', 2.1);
    change('blue', 1.5);
    const guest = await node.open();
    const { tick } = await joined(guest, matchRoom('red'));
    expect(tick.d).toEqual([testRow('red', 1, 2.1)]);
    change('blue', 1.6);
    change('red', 2.3);
    await until(() => guest.ticks.some((one) => one.n === 4));
    expect(guest.ticks.flatMap((one) => one.d).every((row) => row.id === 'red')).toBe(true);
    await until(() => guest.heartbeats.length > 0);
  });

  test('does not make a client of the list skip a frame of the list', async () => {
    change('red', 2.1);
    const guest = await node.open();
    await joined(guest, liveRoom);
    change('blue', 1.5);
    change('red', 2.3);
    const frameWithBlue = () => guest.ticks.find((one) => one.d.some((row) => row.id === 'blue'));
    const { tick } = await joined(guest, matchRoom('red'));
    // On a busy machine the frame may come before the answer, which then cannot make the client skip it.
    const isBefore = frameWithBlue() !== undefined;
    await until(() => frameWithBlue() !== undefined);
    expect(isBefore || (frameWithBlue()?.n ?? 0) > tick.n).toBe(true);
  });

  test('allows five matches at a time, and refuses a sixth until one is left', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const id of ids) change(id, 2);
    const guest = await node.open();
    for (const id of ids.slice(0, 5)) await joined(guest, matchRoom(id));
    expect(await guest.subscribe(matchRoom('f'))).toEqual({ ok: false, error: 'At most 5 matches at a time.' });
    expect((await guest.subscribe(matchRoom('a'))).ok).toBe(true);
    guest.socket.emit('unsub', matchRoom('a'));
    expect((await guest.subscribe(matchRoom('f'))).ok).toBe(true);
  });

  test.each(['m:unknown', 'u:018f0000-0000-7000-8000-000000000001', 'desks', 'live/0', ''])(
    'there is no room "%s" to ask for',
    async (room) => {
      const guest = await node.open();
      expect(await guest.subscribe(room)).toEqual({ ok: false, error: 'Room not found.' });
    },
  );
});

describe('admission and disconnection', () => {
  test('an invalid token is refused with a reason, not treated as a guest', async () => {
    const refused = await node.open({ token: 'nonsense' });
    expect([refused.socket.connected, refused.ends]).toEqual([false, ['Please log in again.']]);
  });

  test('refuses a page of another origin and accepts one of ours', async () => {
    const foreign = await node.open({ origin: 'https://evil.example' });
    expect([foreign.socket.connected, foreign.ends]).toEqual([false, ['websocket error']]);
    expect((await node.open({ origin: 'http://touchline.test' })).socket.connected).toBe(true);
  });

  test('disconnects a client that sends without end', async () => {
    const guest = await node.open();
    for (let n = 0; n < 100; n += 1) guest.socket.emit('ack', n);
    await until(() => !guest.socket.connected);
    expect(guest.ends).toEqual(['io server disconnect']);
  });

  test('a message longer than any room’s name ends the connection', async () => {
    const guest = await node.open();
    guest.socket.emit('unsub', 'x'.repeat(10_000));
    await until(() => !guest.socket.connected);
  });

  test('answers or ignores invalid messages, and keeps the connection', async () => {
    const guest = await node.open();
    const odd = untyped(guest.socket);
    for (const request of [null, 'live', { room: 1 }, { room: 'live', n: -1 }]) {
      odd.emit('sub', request);
      odd.emit('ack', request);
      odd.emit('unsub', request);
    }
    odd.emit('no such event', 'whatever');
    expect(await guest.subscribe(null as unknown as string)).toEqual({ ok: false, error: 'The request is not valid.' });
    expect((await guest.subscribe(liveRoom)).ok).toBe(true);
  });

  test('ignores leaving a room that does not exist', async () => {
    const guest = await node.open();
    const odd = untyped(guest.socket);
    for (const room of [{ toString: 1 }, { toString: 1, valueOf: 1 }, [], undefined]) odd.emit('unsub', room);
    odd.emit('unsub');
    expect((await guest.subscribe(liveRoom)).ok).toBe(true);
  });

  test('refuses long polling with a reason', async () => {
    const answer = await fetch(`${node.url}/socket.io/?EIO=4&transport=polling`);
    expect(answer.status).toBe(400);
  });

  test('the token is never read from the address', async () => {
    const guest = await openSocket(`${node.url}?token=nonsense`);
    expect(guest.socket.connected).toBe(true);
    guest.close();
  });
});

describe('a node that has read less than its client', () => {
  test('answers once it has read the database', async () => {
    change('red', 2);
    node.replica.fallAsleep();
    change('red', 3);
    change('blue', 4);
    const { tick } = await joined(await node.open(), liveRoom, 2);
    expect([tick.p, tick.n, tick.d]).toEqual([2, 3, [testRow('blue', 3, 4)]]);
  });

  test('asks the client to retry when it cannot read the database', async () => {
    const replica = { ...createTestReplica(), catchUp: async () => false };
    const cutOff = await startTestLive({ replica });
    replica.change('red', 2);
    const guest = await cutOff.open();
    expect(await guest.subscribe(liveRoom, 2)).toEqual({ ok: false, error: 'The matches are being loaded.' });
    expect((await joined(guest, liveRoom, 1)).tick.d).toEqual([]);
    await cutOff.close();
  });
});
