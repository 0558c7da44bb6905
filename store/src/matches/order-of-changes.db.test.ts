import { type Instant, instant, minutes } from '@touchline/core/instant';
import type { QuotedMatch } from '@touchline/core/matches';
import { Decimal } from '@touchline/core/money';
import { Client } from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { connect, type Store, type Trx } from '../connect.ts';
import { recordHalfTimes, recordReports, voidMatch } from '../settlement/index.ts';
import { createTestDatabase } from '../testing/index.ts';
import { matchesChannel, matchesSince, replicaSnapshot, saveFeed, savePrices } from './index.ts';

const start = instant(Date.parse('2026-11-21T12:00:00Z'));
const store = await createTestDatabase();
const second = connect(store.url);
afterAll(async () => {
  await second.close();
  await store.close();
});

const quote = (eventId: string, home: number, kickoffAt: Instant = start): QuotedMatch => ({
  providerEventId: eventId,
  homeTeam: `Home ${eventId}`,
  awayTeam: `Away ${eventId}`,
  kickoffAt,
  h2h: {
    state: 'open',
    bookmaker: 'bet365',
    quotedAt: start,
    home: new Decimal(home).div(100),
    draw: new Decimal(3),
    away: new Decimal(4),
  },
  totals: null,
});

test('assigns seq in commit order: a later writer never overtakes an uncommitted one', async () => {
  const trx = await store.db.startTransaction().execute();
  onTestFinished(async () => {
    if (!trx.isCommitted) await trx.rollback().execute();
  });
  await savePrices(trx, 'soccer_epl', 'p', [quote('slow', 150)], start);
  let isCommitted = false;
  let hasOvertaken = false;
  const overtaking = second.db
    .transaction()
    .execute((late) => savePrices(late, 'soccer_italy_serie_a', 'p', [quote('fast', 150)], start))
    .then(() => {
      hasOvertaken = true;
      return isCommitted;
    });
  while (!hasOvertaken && !(await isAnyoneWaiting()));
  expect(await matchesSince(store.db, 0)).toEqual([]);
  isCommitted = true;
  await trx.commit().execute();
  expect(await overtaking).toBe(true);
  const seen = await matchesSince(store.db, 0);
  expect(seen.map((record) => record.providerEventId)).toEqual(['slow', 'fast']);
});

test('a reader that follows the highest seq sees everything that two racing writers wrote', async () => {
  const rounds = Array.from({ length: 30 }, (_, round) => 200 + round);
  const write = async (by: Store, league: 'soccer_epl' | 'soccer_italy_serie_a', ids: readonly string[]) => {
    for (const round of rounds) {
      const quotes = ids.map((id) => quote(id, round));
      await by.db.transaction().execute((trx) => savePrices(trx, league, 'race', quotes, start));
    }
  };
  const writing = Promise.all([
    write(store, 'soccer_epl', ['a', 'b', 'c']),
    write(second, 'soccer_italy_serie_a', ['d', 'e', 'f']),
  ]).then(() => 'over' as const);
  const mine = new Map<string, unknown>();
  let highest = 0;
  const catchUp = async () => {
    for (const record of await matchesSince(store.db, highest)) {
      mine.set(record.match.id, record);
      highest = record.seq;
    }
  };
  while ((await Promise.race([writing, catchUp()])) !== 'over');
  await catchUp();
  const truth = await replicaSnapshot(store.db, start);
  expect(highest).toBe(truth.seq);
  expect(new Map(truth.matches.map((record) => [record.match.id as string, record as unknown]))).toEqual(mine);
});

test('notifies replicas of commits with changes only', async () => {
  const listener = new Client({ connectionString: store.url });
  await listener.connect();
  const woken: string[] = [];
  listener.on('notification', ({ channel, payload }) => woken.push(`${channel} ${payload}`));
  await listener.query(`listen ${matchesChannel}; listen done`);
  const save = () =>
    store.db.transaction().execute((trx) => savePrices(trx, 'soccer_epl', 'wake', [quote('w', 150)], start));
  await save();
  await save();
  const done = new Promise((resolve) => listener.on('notification', ({ channel }) => channel === 'done' && resolve(0)));
  await store.pool.query(`notify done`);
  await done;
  await listener.end();
  expect(woken).toEqual(['matches ', 'done ']);
});

test('stores 250 matches in a few statements', async () => {
  let statements = 0;
  const counted = store.db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const all = (price: number) =>
    Array.from({ length: 250 }, (_, i) => quote(`many-${i}`, price, instant(start + minutes(i))));
  for (const price of [150, 160, 160]) {
    statements = 0;
    await counted.transaction().execute((trx) => savePrices(trx, 'soccer_spain_la_liga', 'p', all(price), start));
    expect(statements).toBeLessThanOrEqual(6);
  }
  expect((await matchesSince(store.db, 0)).filter((record) => record.match.markets.h2h?.version === 2).length).toBe(
    250,
  );
});

test('a result that is decided while a provider’s report is stored waits for it', async () => {
  const at = instant(start + minutes(60));
  const save = (trx: Trx) => savePrices(trx, 'soccer_epl', 'decided', [quote('decided', 150)], start);
  await store.db.transaction().execute(save);
  const [match] = (await matchesSince(store.db, 0)).filter(({ provider }) => provider === 'decided');
  const matchId = match?.match.id ?? expect.fail('no match');
  const score = { home: 1, away: 0 };
  const report = { matchId, sourceMatch: '1', status: 'half-time', score, halfTime: score, laterScores: [] } as const;
  const trx = await store.db.startTransaction().execute();
  onTestFinished(async () => {
    if (!trx.isCommitted) await trx.rollback().execute();
  });
  await recordReports(trx, 'second', [report], at);
  const deciding = second.db.transaction().execute((late) => voidMatch(late, { id: matchId, kickoffAt: start }, at));
  while (!(await isAnyoneWaiting()));
  await recordHalfTimes(trx, [{ matchId, score, source: 'second', isAgreed: true }], at);
  await trx.commit().execute();
  expect(await deciding).toBe('voided');
});

test('the matches cannot be locked after a write, so that no two writers wait for each other', async () => {
  const writeFirst = store.db.transaction().execute(async (trx) => {
    await saveFeed(trx, {
      leagueKey: 'soccer_epl',
      state: 'ok',
      confirmedAt: start,
      triedAt: start,
      everyMs: 1,
      problem: null,
    });
    await savePrices(trx, 'soccer_epl', 'p', [], start);
  });
  await expect(writeFirst).rejects.toThrow('the matches must be locked before the first write');
});

async function isAnyoneWaiting(): Promise<boolean> {
  const waiting = `select from pg_locks where not granted
    and (database = (select oid from pg_database where datname = current_database()) or locktype = 'transactionid')`;
  return (await store.pool.query(waiting)).rowCount !== 0;
}
