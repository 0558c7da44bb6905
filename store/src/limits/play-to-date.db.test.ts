import type { MatchId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { connect, type Db, type Trx } from '../connect.ts';
import {
  correctScore,
  createMatch,
  createMatchInPlay,
  createPlayer,
  createTestDatabase,
  finishAndSettle,
  homeWins,
  inPlayHomeWins,
  judging,
  letTimePass,
  type Player,
  setScore,
} from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import { readLimits, setLimit, withRoomAgain } from './index.ts';
import { playText } from './read-limits.ts';
import { playedBy, restrictionsText } from './restriction-rows.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
const owner = new Pool({ connectionString: database.ownerUrl, max: 1 });
afterAll(async () => {
  await writer.close();
  await owner.end();
  await database.close();
});

/** The sums as they are defined: every event of the period that stands, added up. Nothing counts that was undone, nor what undid it. */
const naiveSums = (column: string, period: string) =>
  `coalesce(sum(${column}) filter (where e.recorded_at > now() - interval '${period}'), 0)::bigint`;
const naiveText = `
  select ${['24 hours', '7 days', '30 days']
    .flatMap((period, at) => [
      `${naiveSums(playedBy.staked, period)} as staked_${at}`,
      `${naiveSums(playedBy.lost, period)} as lost_${at}`,
    ])
    .join(', ')}
  from ledger_events e
  where e.wallet_id = $1 and e.type not in ('BetRejected', 'SettlementRolledBack') and not exists (
    select from ledger_events u
    where u.wallet_id = e.wallet_id and u.type in ('BetRejected', 'SettlementRolledBack')
      and u.payload ->> 'betId' = e.payload ->> 'betId'
      and (u.payload ->> 'settlement') is not distinct from (e.payload ->> 'settlement'))`;

async function naive({ walletId }: Player) {
  const { rows } = await database.pool.query<Record<string, number>>(naiveText, [walletId]);
  const row = rows[0] ?? {};
  const sums = (name: string) => ({ day: row[`${name}_0`], week: row[`${name}_1`], month: row[`${name}_2`] });
  return { staked: sums('staked'), lost: sums('lost') };
}

const letPass = (player: Player, minutes: number) => letTimePass(database, player, minutes);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('bet' as const), stake: fc.integer({ min: 10, max: 9_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end' as const), home: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('correct' as const), home: fc.nat(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reject' as const),
      stake: fc.integer({ min: 10, max: 900 }),
      after: fc.constantFrom(0, 2, 30),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(30, 719, 1_439, 1_440, 10_079) }),
  },
);

test('rolling totals equal those over all events of the period', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const player = await createPlayer(database.db, writer, 1_000);
      let open: MatchId | undefined;
      let ended: MatchId | undefined;
      for (const one of steps) {
        if (one.do === 'bet') {
          const match = await createMatch(database.db, 'Ajax', 'Utrecht');
          if ((await writer.submit(homeWins(player, [match], one.stake))).ok) open = match.id;
        } else if (one.do === 'reject') {
          const match = await createMatchInPlay(database.db, 'PSV', 'Twente');
          const bet = inPlayHomeWins(player, [match], one.stake, 'any');
          const placed = await writer.submit(bet);
          await setScore(database.db, match, 1, 0);
          await letPass(player, one.after);
          if (placed.ok) expect(await writer.submit(judging(bet))).toMatchObject({ ok: true });
        } else if (one.do === 'end' && open) {
          await finishAndSettle(database, open, one.home, 0);
          [ended, open] = [open, undefined];
        } else if (one.do === 'correct' && ended) {
          await correctScore(database, ended, one.home, 0);
        } else if (one.do === 'wait') await letPass(player, one.minutes);
        const { staked, lost } = await readLimits(database.db, player.walletId);
        expect({ staked, lost }).toEqual(await naive(player));
      }
    }),
    { numRuns: 25, seed: 20_261_122 },
  );
});

type Plan = { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
/** The blocks that a statement touches, in memory or on disk, in a session that ran it before: the first run also reads catalogs. */
async function blocksOf(text: string, values: unknown[]): Promise<number> {
  const explain = () =>
    owner.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
  await explain();
  const { rows } = await explain();
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('no plan');
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** Rows of ledger and bets that a transaction reads in `work`. Only its own: what others read is counted up to a minute later. */
async function rowsReadBy<Found>(
  work: (trx: Trx) => Promise<Found>,
  { db }: { readonly db: Db } = database,
): Promise<{ found: Found; read: number }> {
  return db.transaction().execute(async (trx) => {
    const soFar = async () => {
      const { rows } = await sql<{ read: string }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables
        where relname like 'ledger_events%' or relname = 'bets'`.execute(trx);
      return Number(rows[0]?.read ?? 0);
    };
    const before = await soFar();
    const found = await work(trx);
    return { found, read: (await soFar()) - before };
  });
}

/** As `count` small bets over 29 days would leave the wallet, without taking them one by one. */
async function fillWith({ walletId }: Player, count: number, by = owner): Promise<void> {
  await by.query(
    `with placed as (
      insert into ledger_events (seq, wallet_id, version, type, amount, payload, key, request, actor, cause, effective_at,
        recorded_at, prev_hash, hash, staked_to_date)
      select nextval('ledger_seq'), e.wallet_id, e.version + n, 'StakeTaken', 10, '{}', 'stake:' || n, e.request, e.actor,
        e.cause, at, at, e.hash, e.hash, 10 * n
      from (select * from ledger_events where wallet_id = $1 order by version desc limit 1) e,
        generate_series(1, $2::int) n, lateral (select now() - interval '29 days' * (1 - n / $2::float8) as at) moment
    )
    update wallets set version = version + $2, staked_to_date = 10 * $2 where wallet_id = $1`,
    [walletId, count],
  );
}

describe('attack: a bettor with a limit and 50,000 bets makes every group of the writer sum 30 days', () => {
  test('costs a group about as much as with 50 bets, and holds to the cent', async () => {
    const [busy, quiet] = [await createPlayer(database.db, writer, 100), await createPlayer(database.db, writer, 100)];
    for (const player of [busy, quiet]) await letPass(player, 30 * 1_440);
    await fillWith(busy, 50_000);
    await fillWith(quiet, 50);
    await owner.query('vacuum analyze ledger_events');
    const cost = async ({ walletId }: Player) => blocksOf(restrictionsText, [[walletId] satisfies WalletId[]]);
    const [ofBusy, ofQuiet] = [await cost(busy), await cost(quiet)];
    const summed = await blocksOf(naiveText, [busy.walletId]);
    expect(ofBusy).toBeLessThan(ofQuiet * 4);
    expect(ofBusy).toBeLessThan(summed / 4);

    const since = new Date(Date.now() - 29 * 86_400_000);
    const [lookBack, lookBackOfQuiet] = [
      await blocksOf(playText, [busy.walletId, since]),
      await blocksOf(playText, [quiet.walletId, since]),
    ];
    expect(lookBack).toBeLessThan(lookBackOfQuiet * 4);

    const { staked } = await readLimits(database.db, busy.walletId);
    expect(staked).toEqual((await naive(busy)).staked);
    await setLimit(
      database.db,
      { walletId: busy.walletId, actor: `user:${busy.userId}` },
      { kind: 'stake', period: 'month', amount: cents(staked.month + 1_000) },
    );
    const match = await createMatch(database.db, 'Ajax', 'Utrecht');
    expect((await writer.submit(homeWins(busy, [match], 1_000))).ok).toBe(true);
    expect(await writer.submit(homeWins(busy, [match], 10))).toMatchObject({
      refusal: { code: 'limit-reached', passed: [{ kind: 'stake', period: 'month' }] },
    });
  });

  test('computes when a stake fits again for 20,000 bets at about the cost of 100, with the same result', async () => {
    const ask = async (count: number) => {
      const player = await createPlayer(database.db, writer, 100);
      await letPass(player, 30 * 1_440);
      await fillWith(player, count);
      const passed = { kind: 'stake', period: 'month', limit: cents(10 * count), used: cents(10 * count) } as const;
      const reached = { code: 'limit-reached', passed: [passed] } as const;
      const now = instant(Date.now());
      const { found, read } = await rowsReadBy((trx) =>
        withRoomAgain(trx, player.walletId, reached, cents(1_000), now),
      );
      const { rows } = await owner.query<{ at: Date }>(
        'select recorded_at as at from ledger_events where wallet_id = $1 and staked_to_date >= 1000 order by version limit 1',
        [player.walletId],
      );
      expect(found.passed[0]?.again).toBe((rows[0]?.at.getTime() ?? 0) + 30 * 24 * 3_600_000);
      return read;
    };
    const few = await ask(100);
    expect(few).toBeGreaterThan(0);
    expect(await ask(20_000)).toBeLessThan(few);
  });

  test('finds a moment in a few steps in a session that planned it while the ledger was empty', async () => {
    const early = await createTestDatabase();
    const session = connect(early.url, { max: 1 });
    const earlyWriter = createWalletWriter(early);
    const earlyOwner = new Pool({ connectionString: early.ownerUrl, max: 1 });
    const player = await createPlayer(early.db, earlyWriter, 100);
    const find = (db: Db) => sql`select play_until(${player.walletId}, now())`.execute(db);
    // After five calls a session keeps its plan.
    for (let call = 0; call < 10; call += 1) await find(session.db);
    await fillWith(player, 20_000, earlyOwner);
    await earlyOwner.query(
      `insert into bets (id, wallet_id, user_id, stake, total_odds, potential_payout, odds_policy, status, placed_at, acceptance,
         accept_at, accepted_at)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 10, 2, 20, 'none', 'pending', now(), 'accepted', now(), now()
       from generate_series(1, 1000)`,
    );
    const { read } = await rowsReadBy(find, session);
    await Promise.all([session.close(), earlyOwner.end(), earlyWriter.close()]);
    await early.close();
    expect(read).toBeLessThan(100);
  });
});
