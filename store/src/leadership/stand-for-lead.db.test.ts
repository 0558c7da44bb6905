import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase, openDatabaseRelay } from '../testing/index.ts';
import { fencedDb, LeadLost } from './fenced-db.ts';
import { hasLeader } from './lead-locks.ts';
import { type Candidacy, standForLead, type Term } from './stand-for-lead.ts';

let standing: Candidacy[] = [];
let story: string[] = [];
const database = await createTestDatabase();
const owner = new Client({ connectionString: database.ownerUrl });
await owner.connect();
afterEach(async () => {
  await Promise.all(standing.map((candidacy) => candidacy.close()));
  [standing, story] = [[], []];
});
afterAll(async () => {
  await owner.end();
  await database.close();
});

type Process = { readonly candidacy: Candidacy; readonly term: () => Term | undefined };

/** Starts a worker that records in `story` when it begins and stops leading. */
function stands(name: string, beforeStopped = async () => {}, databaseUrl = database.url): Process {
  let term: Term | undefined;
  const candidacy = standForLead({
    databaseUrl,
    silenceMs: 5_000,
    onLead: (its) => {
      term = its;
      story.push(`${name} leads`);
      return async () => {
        await beforeStopped();
        story.push(`${name} stopped`);
      };
    },
    onError: () => {},
  });
  standing.push(candidacy);
  return { candidacy, term: () => term };
}
const within = { timeout: 60_000, interval: 20 };
const expectStory = (...expected: string[]) => expect.poll(() => story, within).toEqual(expected);
const sessions = async () =>
  (
    await owner.query(
      "select pid from pg_stat_activity where application_name = 'touchline-leader' and datname = current_database()",
    )
  ).rowCount;
const endLeader = () =>
  owner.query(`select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objid = (hashtext('touchline leader')::bigint & 4294967295)::oid and objsubid = 1
    and granted and database = (select oid from pg_database where datname = current_database())`);

test('elects exactly one of two workers; the other leads once the first has stopped cleanly', async () => {
  const mayStop = Promise.withResolvers<void>();
  const first = stands('first', () => mayStop.promise);
  await expectStory('first leads');
  stands('second');
  await expect.poll(sessions, within).toBe(2);
  const closed = first.candidacy.close();
  mayStop.resolve();
  await closed;
  await expectStory('first leads', 'first stopped', 'second leads');
});

test('stops a leader whose session ends; another leads, and the first is a candidate again', async () => {
  stands('first');
  await expectStory('first leads');
  const second = stands('second');
  await expect.poll(sessions, within).toBe(2);
  await endLeader();
  await expect.poll(() => story, within).toHaveLength(3);
  expect(story.toSorted()).toEqual(['first leads', 'first stopped', 'second leads']);
  await expect.poll(sessions, within).toBe(2);
  await second.candidacy.close();
  await expect.poll(() => story.slice(3), within).toEqual(['second stopped', 'first leads']);
});

test('ends the session of a worker that hangs', async () => {
  const hung = new Client({ connectionString: database.url });
  hung.on('error', () => {});
  await hung.connect();
  await hung.query("set idle_session_timeout = 200; select pg_advisory_lock(hashtext('touchline leader'))");
  stands('second');
  await expectStory('second leads');
});

test('stops a leader that the database no longer answers, and another leads', async () => {
  const relay = await openDatabaseRelay(database.url);
  stands('first', undefined, relay.url);
  await expectStory('first leads');
  stands('second');
  await expect.poll(sessions, within).toBe(2);
  relay.freeze();
  await expect.poll(() => story.toSorted(), within).toEqual(['first leads', 'first stopped', 'second leads']);
  relay.thaw();
  await Promise.all(standing.map((candidacy) => candidacy.close()));
  await relay.cut();
});

test('refuses every transaction of a former leader before its first statement', async () => {
  const first = stands('first');
  await expectStory('first leads');
  const db = fencedDb(database, first.term()?.token ?? 0);
  const feeds = () => db.transaction().execute((trx) => trx.selectFrom('league_feeds').selectAll().execute());
  expect(await feeds()).toEqual([]);
  await first.candidacy.close();
  await expect(feeds()).rejects.toThrow(LeadLost);
});

test('ends the former leader’s transactions before the next one begins', async () => {
  const first = stands('first');
  await expectStory('first leads');
  const db = fencedDb(database, first.term()?.token ?? 0);
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = db.transaction().execute(async (trx) => {
    await trx.insertInto('league_feeds').values(feed).execute();
    begun.resolve();
    await mayEnd.promise;
  });
  const refused = expect(writing).rejects.toThrow();
  await begun.promise;
  await first.candidacy.close();
  stands('second');
  await expectStory('first leads', 'first stopped', 'second leads');
  mayEnd.resolve();
  await refused;
  expect(await database.db.selectFrom('league_feeds').selectAll().execute()).toEqual([]);
});

const feed = {
  league_key: 'soccer_epl',
  tried_at: new Date(0),
  confirmed_at: null,
  every_ms: 1_000,
  state: 'ok',
  problem: null,
} as const;

test('shows every process whether there is a leader', async () => {
  expect(await hasLeader(database.db)).toBe(false);
  const { candidacy } = stands('a');
  await expect.poll(() => hasLeader(database.db), within).toBe(true);
  await candidacy.close();
  await expect.poll(() => hasLeader(database.db), within).toBe(false);
});
