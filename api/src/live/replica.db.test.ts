import { type Instant, instant, minutes } from '@touchline/core/instant';
import { shownAfterEndMs } from '@touchline/store/matches';
import { saveScores } from '@touchline/store/settlement';
import { createTestDatabase, emptyTestDatabase } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quote } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { createReplica, mostShown, type Replica, type ReplicaChange, shownAheadMs } from './replica.ts';
import { listenForWakeUps } from './wake-up.ts';

let replica: Replica;
let time: Instant;
let problems: unknown[];
const database = await createTestDatabase();
afterAll(() => database.close());
beforeEach(async () => {
  await emptyTestDatabase(database);
  time = instant(Date.now());
  problems = [];
  replica = startable();
});
afterEach(() => replica.close());

const startable = (databaseUrl = database.url) =>
  createReplica({
    db: database.db,
    databaseUrl,
    now: () => time,
    onError: (error) => problems.push(error),
    logoOf: (team) => (team === 'Red United' ? '/teams/red_united.jpg' : undefined),
  });
const homeWins = () => Object.fromEntries(replica.rows().map((row) => [row.match.homeTeam, row.odds.homeWin]));
const finish = (name: string) =>
  database.db
    .transaction()
    .execute((trx) =>
      saveScores(trx, 'test', [{ providerEventId: name, score: { home: 2, away: 1 }, state: 'final' }], time),
    );

async function terminateListeners(): Promise<number> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rowCount } = await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'touchline-replica' and datname = current_database()`,
  );
  await owner.end();
  return rowCount ?? 0;
}

test('starts from all matches on offer, and reports each change once with its version', async () => {
  await quote(database, [{ name: 'Red' }, { name: 'Blue', home: '1.5' }]);
  const changes: ReplicaChange[] = [];
  replica.onChange((change) => changes.push(change));
  await replica.start();
  expect(homeWins()).toEqual({ 'Red United': 2.1, 'Blue United': 1.5 });
  expect(replica.rows().flatMap((row) => row.homeTeamLogo ?? [])).toEqual(['/teams/red_united.jpg']);
  const n = replica.n();
  await quote(database, [
    { name: 'Red', home: '2.2' },
    { name: 'Blue', home: '1.5' },
  ]);
  await until(() => changes.length > 0);
  const rows = changes.flatMap((change) => change.rows);
  expect(rows.map((row) => [row.match.homeTeam, row.homeTeamLogo, row.odds.homeWin, row.s])).toEqual([
    ['Red United', '/teams/red_united.jpg', 2.2, replica.n()],
  ]);
  expect(replica.n()).toBeGreaterThan(n);
  expect(replica.since(n)).toEqual({ rows, isAll: false });
});

test('misses nothing when its listening connection is killed repeatedly', async () => {
  const names = ['Red', 'Blue', 'Green'];
  await quote(
    database,
    names.map((name) => ({ name })),
  );
  const seen: number[] = [];
  replica.onChange((change) => seen.push(...change.rows.map((row) => row.s)));
  await replica.start();
  const start = replica.n();
  for (let round = 1; round <= 5; round += 1) {
    await terminateListeners();
    await quote(
      database,
      names.map((name) => ({ name, home: `${2 + round / 10}` })),
    );
  }
  await until(() => Object.values(homeWins()).every((price) => price === 2.5));
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(new Set(replica.since(start).rows.map((row) => row.match.homeTeam)).size).toBe(3);
  expect(problems.length).toBeGreaterThan(0);
});

test('polls without any notification', async () => {
  const deaf = new URL(database.url);
  deaf.port = '1';
  replica = startable(deaf.href);
  await replica.start();
  await quote(database, [{ name: 'Red' }]);
  await until(() => replica.rows().length === 1);
});

describe('a match that ended', () => {
  let start: number;
  beforeEach(async () => {
    await quote(database, [{ name: 'Red' }, { name: 'Blue' }]);
    await replica.start();
    start = replica.n();
    await finish('Red');
    await until(() => replica.rows().some((row) => row.status === 'finished'));
  });
  const red = () => replica.since(start).rows.find((row) => row.match.homeTeam === 'Red United');
  let price = 3;
  const changeBlue = async () => {
    price += 0.1;
    const n = replica.n();
    await quote(database, [{ name: 'Blue', home: price.toFixed(2) }]);
    await until(() => replica.n() > n);
  };

  test('stays ten minutes with its score, then leaves with the next change, above its last version', async () => {
    expect(red()).toMatchObject({ status: 'finished', score: { home: 2, away: 1 } });
    const ended = red()?.s ?? 0;
    time = instant(time + shownAfterEndMs + 1);
    expect(replica.rows().map((row) => row.match.homeTeam)).toEqual(['Blue United']);
    await changeBlue();
    expect(red()).toMatchObject({ gone: true, s: replica.n() });
    expect(replica.n()).toBeGreaterThan(ended);
  });

  test('is remembered as removed for five minutes; a later reader with an older version gets the whole list', async () => {
    time = instant(time + shownAfterEndMs + 1);
    const before = replica.n();
    await changeBlue();
    expect(replica.since(before)).toMatchObject({ isAll: false, rows: [{ gone: true }, {}] });
    time = instant(time + minutes(5));
    await changeBlue();
    expect(replica.since(before)).toMatchObject({ isAll: true, rows: [{ match: { homeTeam: 'Blue United' } }] });
  });

  test('is not there for a node that starts later', async () => {
    time = instant(time + shownAfterEndMs + 1);
    await replica.close();
    replica = startable();
    await replica.start();
    expect(replica.rows().map((row) => row.match.homeTeam)).toEqual(['Blue United']);
  });
});

test('a goal and a suspension are urgent, a new price is not', async () => {
  await quote(database, [{ name: 'Red' }, { name: 'Blue' }]);
  const urgencies: ReplicaChange['urgency'][] = [];
  replica.onChange((change) => urgencies.push(change.urgency));
  await replica.start();
  const next = async (act: () => Promise<unknown>) => {
    const before = urgencies.length;
    await act();
    await until(() => urgencies.length > before);
    return urgencies.at(-1);
  };
  const score = (home: number) => () =>
    database.db
      .transaction()
      .execute((trx) =>
        saveScores(trx, 'test', [{ providerEventId: 'Red', score: { home, away: 0 }, state: 'in-play' }], time),
      );
  expect(await next(() => quote(database, [{ name: 'Red', home: '2.2' }, { name: 'Blue' }]))).toBe(
    'with the next tick',
  );
  expect(await next(score(0))).toBe('with the next tick');
  expect(await next(score(1))).toBe('at once');
  expect(await next(() => quote(database, [{ name: 'Red', home: '2.2' }]))).toBe('at once');
});

test('reconnects a dropped connection to the channel, and each time reads what was missed', async () => {
  let wakes = 0;
  const line = listenForWakeUps({
    databaseUrl: database.url,
    channel: 'a channel',
    onWake: () => {
      wakes += 1;
    },
    onError: () => undefined,
  });
  await until(() => wakes === 1);
  await database.pool.query('select pg_notify($1, $2)', ['a channel', '']);
  await until(() => wakes === 2);
  await terminateListeners();
  await until(() => wakes === 3);
  await database.pool.query('select pg_notify($1, $2)', ['a channel', '']);
  await until(() => wakes === 4);
  await line.close();
});

test('catches up on demand, and reports a failure', async () => {
  await quote(database, [{ name: 'Red' }]);
  await replica.start();
  await terminateListeners();
  await quote(database, [{ name: 'Red', home: '2.3' }]);
  expect(await replica.catchUp()).toBe(true);
  expect(homeWins()).toEqual({ 'Red United': 2.3 });
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('alter table matches rename to elsewhere');
  // Later than any reading that began before.
  time = instant(time + 1);
  expect(await replica.catchUp()).toBe(false);
  await owner.query('alter table elsewhere rename to matches');
  expect(await replica.catchUp()).toBe(true);
  await owner.end();
});

describe('attack: a list of matches that grows without end', () => {
  test('lists a match from 60 days before its kick-off, with a version above what was read before', async () => {
    const far = { name: 'Far', kickoffAt: instant(time + shownAheadMs + minutes(10)) };
    await quote(database, [far, { name: 'Near' }]);
    const changes: ReplicaChange[] = [];
    replica.onChange((change) => changes.push(change));
    await replica.start();
    expect(Object.keys(homeWins())).toEqual(['Near United']);
    const read = replica.n();
    expect(replica.since(0).rows).toHaveLength(1);

    time = instant(time + minutes(11));
    await quote(database, [far, { name: 'Near', home: '1.9' }]);
    await until(async () => changes.length === 1);
    expect(changes[0]?.rows.map((row) => row.match.homeTeam)).toEqual(['Near United', 'Far United']);
    expect(
      replica
        .since(read)
        .rows.map((row) => row.match.homeTeam)
        .toSorted(),
    ).toEqual(['Far United', 'Near United']);
    expect(Object.keys(homeWins()).toSorted()).toEqual(['Far United', 'Near United']);
  });

  test('lists at most 1,000 matches, those that kick off first', async () => {
    await quote(
      database,
      Array.from({ length: mostShown + 5 }, (_, at) => ({
        name: `T${at}`,
        kickoffAt: instant(time + minutes(2_000 - at)),
      })),
    );
    await replica.start();
    expect(replica.rows()).toHaveLength(mostShown);
    expect(replica.rows()[0]?.match.homeTeam).toBe(`T${mostShown + 4} United`);
  });
});
