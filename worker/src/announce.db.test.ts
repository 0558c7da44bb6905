import { adminRoom, userRoom } from '@touchline/core/contract';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, Decimal } from '@touchline/core/money';
import { createTestDatabase, openDatabaseRelay } from '@touchline/store/testing';
import type { SettledBet } from '@touchline/store/wallet';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createAnnouncer, walletPushOf } from './announce.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const userId = 'u1' as UserId;

const settled = (betId: string, version: number): SettledBet => ({
  repeated: false,
  also: [],
  version,
  wallet: { cash: cents(10_000 + version), held: cents(0), bonus: cents(0), staked: cents(0) },
  event: {
    type: 'WinningsPaid',
    betId: betId as BetId,
    settlement: 1,
    amount: cents(2_000),
    stake: cents(1_000),
    legs: ['won'],
  },
  bet: {
    id: betId as BetId,
    walletId: 'w1' as WalletId,
    userId,
    version: 2,
    status: 'won',
    stake: cents(1_000),
    bonusStake: cents(0),
    totalOdds: new Decimal(2),
    potentialPayout: cents(2_000),
    oddsPolicy: 'none',
    payout: cents(2_000),
    cashedOut: { stake: cents(0), paid: cents(0) },
    settlement: 1,
    placedAt: instant(0),
    settledAt: instant(1),
    legs: [],
  },
});

test('a settled bet pushes its wallet with the change of the balance', () => {
  expect(walletPushOf(settled('b1', 7))).toEqual({
    version: 7,
    balance: 100.07,
    held: 0,
    bonus: 0,
    staked: 0,
    reason: { type: 'WinningsPaid', amount: 20, betId: 'b1' },
  });
});

test('other nodes receive every settled bet, and each wallet once, in its latest state', async () => {
  const node = new Client({ connectionString: database.url });
  await node.connect();
  const heard: { rooms: string[]; event: string; fact: { _id?: string; version: number } }[] = [];
  const announcer = createAnnouncer({ databaseUrl: database.urlAs('touchline_worker'), redisUrl: undefined }, silent);
  const all = new Promise<void>((resolve) => {
    node.on('notification', ({ payload = '' }) => {
      const { data } = JSON.parse(payload);
      if (!data?.packet) return;
      const [event, fact] = data.packet.data;
      heard.push({ rooms: data.opts.rooms, event, fact });
      if (heard.length === 3) resolve();
    });
  });
  await node.query('listen "socket.io#/"');
  announcer.settled([settled('b2', 9), settled('b1', 8)]);
  await all;
  await announcer.close();
  await node.end();
  expect(heard.every(({ rooms }) => rooms.length === 1 && rooms[0] === userRoom(userId))).toBe(true);
  expect(heard.map(({ event, fact }) => `${event} ${fact._id ?? fact.version}`).toSorted()).toEqual([
    'bet b1',
    'bet b2',
    'wallet 9',
  ]);
});

test('other nodes receive a changed match for admins', async () => {
  const node = new Client({ connectionString: database.url });
  await node.connect();
  const heard = new Promise((resolve) => {
    node.on('notification', ({ payload = '' }) => {
      const { data } = JSON.parse(payload);
      if (data?.packet) resolve([data.opts.rooms, data.packet.data]);
    });
  });
  await node.query('listen "socket.io#/"');
  const announcer = createAnnouncer({ databaseUrl: database.urlAs('touchline_worker'), redisUrl: undefined }, silent);
  announcer.announceMarket('m1' as MatchId);
  expect(await heard).toEqual([[adminRoom], ['market', { matchId: 'm1' }]]);
  await announcer.close();
  await node.end();
});

test('sends `missed` as soon as publishing works again after a failure', async () => {
  const relay = await openDatabaseRelay(database.url);
  const node = new Client({ connectionString: database.url });
  await node.connect();
  const heard: unknown[] = [];
  const isAsked = new Promise<void>((resolve) => {
    node.on('notification', ({ payload = '' }) => {
      const packet: unknown[] = JSON.parse(payload).data?.packet ?? [];
      heard.push(packet);
      if (packet[0] === 'missed') resolve();
    });
  });
  await node.query('listen "socket.io#/"');
  const announcer = createAnnouncer({ databaseUrl: relay.url, redisUrl: undefined }, silent);
  await relay.cut();
  announcer.settled([settled('b3', 10)]);
  await relay.restore();
  await isAsked;
  await announcer.close();
  await node.end();
  await relay.cut();
});
