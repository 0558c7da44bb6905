import { randomUUID } from 'node:crypto';
import { cents } from '@touchline/core/money';
import { type EventRecord, legs, replay, type WalletEvent } from '@touchline/core/wallet';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readBet } from '../bets/index.ts';
import { isUnavailable, WaitedTooLong } from '../failures.ts';
import {
  createMatch,
  createPlayer,
  createTestDatabase,
  finishMatch,
  homeWins,
  onFullDisk,
  settleEnded,
} from '../testing/index.ts';
import { createWalletWriter, type EndedGroup, eventHash, noHash, readWallet, type WalletWriter } from './index.ts';

const database = await createTestDatabase();
const writer = createWalletWriter(database);
afterAll(async () => {
  await writer.close();
  await database.close();
});

const eventOf = ({ type, amount, payload }: EventRecord): WalletEvent =>
  ({ type, amount, ...(payload as object) }) as WalletEvent;

const eventsOf = async (walletId: string) => {
  const { rows } = await sql<EventRecord & { prev_hash: Buffer; hash: Buffer }>`
    select seq, wallet_id, version, type, amount, payload, key, encode(request, 'hex') as request, actor, cause,
      to_char(effective_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as effective_at,
      to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as recorded_at, prev_hash, hash
    from ledger_events where wallet_id = ${walletId} order by version`.execute(database.db);
  return rows;
};

describe('placing a bet', () => {
  test('takes the stake and writes bet, event, balanced entries and balance together', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'Arsenal', 'Chelsea');
    const command = homeWins(player, [match], 2_500);
    const placed = await writer.submit(command);

    expect(placed).toMatchObject({
      ok: true,
      value: { version: 2, repeated: false, wallet: { cash: 7_500, staked: 2_500 } },
    });
    expect(await readWallet(database.db, player.walletId)).toEqual({
      version: 2,
      wallet: { cash: 7_500, held: 0, bonus: 0, staked: 2_500 },
    });
    expect(await readBet(database.db, command.betId)).toMatchObject({
      status: 'pending',
      stake: 2_500,
      potentialPayout: 5_000,
      legs: [{ label: 'Arsenal Win', status: 'pending', homeTeam: 'Arsenal' }],
    });
    const entries = await sql<{ account: string; amount: number; balance_after: number | null }>`
      select e.account, e.amount, e.balance_after from ledger_entries e
      join ledger_events v using (seq) where v.key = ${`stake:${command.betId}`} order by leg`.execute(database.db);
    expect(entries.rows).toEqual([
      { account: 'player:cash', amount: -2_500, balance_after: 7_500 },
      { account: 'player:staked', amount: 2_500, balance_after: 2_500 },
    ]);
  });

  test('refuses a stake above the balance, names the missing amount and writes nothing', async () => {
    const player = await createPlayer(database.db, writer, 10);
    const match = await createMatch(database.db, 'Lens', 'Lille');
    const command = homeWins(player, [match], 1_001);
    expect(await writer.submit(command)).toEqual({
      ok: false,
      refusal: { code: 'balance-too-low', balance: 1_000, missing: 1 },
    });
    expect(await readBet(database.db, command.betId)).toBeUndefined();
    expect(await eventsOf(player.walletId)).toHaveLength(1);
  });

  test('places a repeated bet once, alone or in the same group, with the same answer', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'Genoa', 'Torino');
    const command = homeWins(player, [match], 1_000);
    const [first, second] = await Promise.all([writer.submit(command), writer.submit(command)]);
    const third = await writer.submit(command);
    expect([first, second, third].map((outcome) => outcome.ok && outcome.value.repeated)).toEqual([false, true, true]);
    expect([first, second, third].map((outcome) => outcome.ok && outcome.value.bet.id)).toEqual(
      Array(3).fill(command.betId),
    );
    expect((await readWallet(database.db, player.walletId))?.wallet.cash).toBe(9_000);
  });

  test('refuses the same key with another request', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'Betis', 'Sevilla');
    const command = homeWins(player, [match], 1_000);
    await writer.submit(command);
    expect(await writer.submit({ ...homeWins(player, [match], 2_000), betId: command.betId })).toEqual({
      ok: false,
      refusal: { code: 'key-reused' },
    });
  });

  test('refuses a malformed match id like an unknown one', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const nowhere = { id: "'; drop table bets" as never, homeTeam: 'A', awayTeam: 'B' };
    expect(await writer.submit(homeWins(player, [nowhere], 1_000))).toMatchObject({
      ok: false,
      refusal: { code: 'legs-refused', legs: [{ code: 'match-unknown' }] },
    });
  });
});

test('writes 300 concurrent bets on 20 wallets with gapless versions, valid chains and correct balances', async () => {
  const match = await createMatch(database.db, 'Porto', 'Braga');
  const players = await Promise.all(Array.from({ length: 20 }, () => createPlayer(database.db, writer, 100)));
  const other = createWalletWriter(database);
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, (_, n) => {
      const player = players[n % players.length];
      if (!player) throw new Error('no player');
      return (n % 2 ? writer : other).submit(homeWins(player, [match], 900));
    }),
  );
  await other.close();
  // $100 pays for eleven bets of $9.
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(20 * 11);

  for (const { walletId } of players) {
    const rows = await eventsOf(walletId);
    expect(rows.map((row) => row.version)).toEqual(rows.map((_, at) => at + 1));
    let head: Buffer = noHash;
    for (const { prev_hash, hash, ...record } of rows) {
      expect(prev_hash.equals(head)).toBe(true);
      head = eventHash(head, record);
      expect(hash.equals(head)).toBe(true);
    }
    const events = rows.map(eventOf);
    expect(events.flatMap(legs).reduce((total, leg) => total + leg.amount, 0)).toBe(0);
    expect((await readWallet(database.db, walletId))?.wallet).toEqual(replay(events));
  }
});

test('fails only the command of an unknown wallet, not the others of its group', async () => {
  const player = await createPlayer(database.db, writer, 10);
  const match = await createMatch(database.db, 'Celta', 'Girona');
  const stranger = { ...player, walletId: randomUUID() as typeof player.walletId };
  const [lost, good] = await Promise.allSettled([
    writer.submit(homeWins(stranger, [match], 500)),
    writer.submit(homeWins(player, [match], 500)),
  ]);
  expect(lost.status).toBe('rejected');
  expect(good).toMatchObject({ status: 'fulfilled', value: { ok: true } });
});

test('rejects with the error that stopped a group, such as a full disk, not with those that followed from it', async () => {
  const player = await createPlayer(database.db, writer, 100);
  const match = await createMatch(database.db, 'Getafe', 'Osasuna');
  const bet = () => writer.submit(homeWins(player, [match], 1_000));
  await onFullDisk(database, () => expect(bet()).rejects.toMatchObject({ code: '53100' }));
  expect(await bet()).toMatchObject({ ok: true });
});

describe('a command that waits longer than its deadline', () => {
  const waitAtMostMs = 4_000;
  let time = 0;
  let other: Client;
  let impatient: WalletWriter;
  let ended: EndedGroup[];
  beforeEach(async () => {
    other = new Client({ connectionString: database.ownerUrl });
    await other.connect();
    [ended, time] = [[], 0];
    impatient = createWalletWriter(database, {
      waitAtMostMs,
      clock: () => time,
      onGroup: (group) => ended.push(group),
    });
  });
  afterEach(async () => {
    await impatient.close();
    await other.end();
  });

  test('is not started, writes nothing, and a retry with the same key places exactly one bet', async () => {
    const [player, blocker] = [
      await createPlayer(database.db, writer, 100),
      await createPlayer(database.db, writer, 100),
    ];
    const match = await createMatch(database.db, 'Cadiz', 'Elche');
    await other.query('begin');
    await other.query('select from wallets where wallet_id = $1 for update', [blocker.walletId]);
    const first = impatient.submit(homeWins(blocker, [match], 1_000));
    await vi.waitUntil(() => isWaitedFor(other), { timeout: 60_000 });
    const command = homeWins(player, [match], 1_000);
    const late = impatient.submit(command).catch((error: unknown) => error);
    time = waitAtMostMs + 1;
    await other.query('rollback');

    expect(await first).toMatchObject({ ok: true });
    const error = await late;
    expect([error, isUnavailable(error)]).toEqual([expect.any(WaitedTooLong), true]);
    expect(ended.map(({ commands }) => commands.map(({ outcome }) => outcome))).toEqual([['done'], ['failed']]);
    expect(await eventsOf(player.walletId)).toHaveLength(1);
    expect(await readBet(database.db, command.betId)).toBeUndefined();

    expect(await impatient.submit(command)).toMatchObject({ ok: true, value: { repeated: false } });
    expect(await writer.submit(command)).toMatchObject({ ok: true, value: { repeated: true } });
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 9_000, staked: 1_000 });
  });

  test('is not tried again after an attempt that failed', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'Malaga', 'Huesca');
    let attempts = 0;
    const patient = createWalletWriter(database, {
      waitAtMostMs,
      clock: () => time,
      onError: () => {
        attempts += 1;
        time += 1_500;
      },
    });
    const bet = homeWins(player, [match], 1_000);
    await onFullDisk(database, () => expect(patient.submit(bet)).rejects.toMatchObject({ code: '53100' }));
    expect(attempts).toBe(3);
    await patient.close();
    expect(await eventsOf(player.walletId)).toHaveLength(1);
  });
});

/** Whether a session waits for a lock that `client` holds. */
async function isWaitedFor(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    'select exists (select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))) as waits',
  );
  return rows[0]?.waits === true;
}

test('loses and doubles no command when connections break in the middle of groups', async () => {
  const match = await createMatch(database.db, 'Nantes', 'Reims');
  const player = await createPlayer(database.db, writer, 1_000);
  const admin = new Client({ connectionString: database.ownerUrl });
  await admin.connect();
  const commands = Array.from({ length: 200 }, () => homeWins(player, [match], 100));
  let isDone = false;
  let cuts = 0;
  const cut = (async () => {
    for (let seen = 0; !isDone; ) {
      const { rows } = await admin.query('select count(*)::int as events from ledger_events');
      if (rows[0].events <= seen) continue;
      seen = rows[0].events;
      cuts += 1;
      await admin.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'touchline'",
      );
    }
  })();
  const small = createWalletWriter(database, { maxGroup: 7, retries: 12 });
  const submitted = async (command: (typeof commands)[number]) => {
    for (;;) {
      try {
        return await small.submit(command);
      } catch {
        // Not known: ask again, as a client with an Idempotency-Key does.
      }
    }
  };
  const outcomes: Awaited<ReturnType<typeof submitted>>[] = [];
  for (let from = 0; from < commands.length; from += 20) {
    const before = cuts;
    outcomes.push(...(await Promise.all(commands.slice(from, from + 20).map(submitted))));
    // On a busy machine all commands could be done before the first cut.
    await vi.waitUntil(() => cuts > before, { timeout: 60_000 });
  }
  isDone = true;
  await cut;
  await admin.end();
  await small.close();
  expect(cuts).toBeGreaterThan(5);
  expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
  expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 80_000, staked: 20_000 });
  expect(await eventsOf(player.walletId)).toHaveLength(201);
});

test('continues at the last event’s microsecond after the clock was set back, with a valid chain', async () => {
  const player = await createPlayer(database.db, writer, 100);
  const match = await createMatch(database.db, 'Basel', 'Sion');
  const last = '2199-01-02T03:04:05.678901Z';
  await sql`update wallets set recorded_at = ${last} where wallet_id = ${player.walletId}`.execute(database.db);
  const bets = [1, 2].map(() => homeWins(player, [match], 1_000));
  for (const bet of bets) expect((await writer.submit(bet)).ok).toBe(true);
  const [deposit, ...stakes] = await eventsOf(player.walletId);
  let head = deposit?.hash ?? noHash;
  for (const { prev_hash: before, hash, ...record } of stakes) {
    expect([record.recorded_at, record.effective_at, before]).toEqual([last, last, head]);
    head = eventHash(head, record);
    expect(hash).toEqual(head);
  }
  expect(stakes).toHaveLength(2);
  const { rows } = await sql`
    select recorded_at = ${last} as same from wallets where wallet_id = ${player.walletId}`.execute(database.db);
  expect(rows).toEqual([{ same: true }]);
});

test('dates each bet of a group like its event, also of a wallet whose last event is later than the clock', async () => {
  const match = await createMatch(database.db, 'Sevilla', 'Betis');
  const players = [await createPlayer(database.db, writer, 100), await createPlayer(database.db, writer, 100)] as const;
  const ahead = "now() + interval '5 minutes'";
  await sql`update wallets set recorded_at = ${sql.raw(ahead)} where wallet_id = ${players[1].walletId}`.execute(
    database.db,
  );
  const bets = Array.from({ length: 20 }, (_, at) => homeWins(players[at % 2 === 0 ? 0 : 1], [match], 100));
  await Promise.all(bets.map((bet) => writer.submit(bet)));
  const { rows } = await sql`
    select b.id from bets b join ledger_events e on e.payload ->> 'betId' = b.id::text
    where b.id = any(${bets.map(({ betId }) => betId)}) and b.placed_at = date_trunc('milliseconds', e.recorded_at)`.execute(
    database.db,
  );
  expect(rows).toHaveLength(20);
});

describe('settling', () => {
  test('pays a won bet once, also with concurrent settlements', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const match = await createMatch(database.db, 'Napoli', 'Lazio');
    const bet = homeWins(player, [match], 1_000);
    await writer.submit(bet);
    await finishMatch(database.db, match.id, 2, 1);
    await Promise.all([1, 2, 3].map(() => settleEnded(database, match.id)));
    await settleEnded(database, match.id);
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 11_000, staked: 0 });
    expect(await readBet(database.db, bet.betId)).toMatchObject({ status: 'won', payout: 2_000, settlement: 1 });
    expect(await eventsOf(player.walletId)).toHaveLength(3);
  });

  test('loses a bet with its first lost leg, and returns the stake of a void match', async () => {
    const player = await createPlayer(database.db, writer, 100);
    const [lost, open, gone] = [
      await createMatch(database.db, 'Roma', 'Parma'),
      await createMatch(database.db, 'Bologna', 'Como'),
      await createMatch(database.db, 'Udinese', 'Lecce'),
    ];
    const double = homeWins(player, [lost, open], 1_000);
    const single = homeWins(player, [gone], 500);
    await Promise.all([writer.submit(double), writer.submit(single)]);
    await finishMatch(database.db, lost.id, 0, 1);
    await database.db
      .updateTable('matches')
      .set({ status: 'void', ended_at: new Date() })
      .where('id', '=', gone.id)
      .execute();
    for (const { id } of [lost, gone]) await settleEnded(database, id);
    expect(await readBet(database.db, double.betId)).toMatchObject({ status: 'lost', payout: 0 });
    expect(await readBet(database.db, single.betId)).toMatchObject({ status: 'void', payout: 500 });
    expect((await readWallet(database.db, player.walletId))?.wallet).toMatchObject({ cash: 9_000, staked: 0 });
  });
});

describe('the ledger is append-only', () => {
  const asProduct = (statement: string) => database.pool.query(statement);
  const asOwner = async (statement: string) => {
    const owner = new Client({ connectionString: database.ownerUrl });
    await owner.connect();
    try {
      return await owner.query(statement);
    } finally {
      await owner.end();
    }
  };
  const changes = ['ledger_events', 'ledger_entries'].flatMap((table) => [
    `update ${table} set amount = amount + 1`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]);

  test.each(changes)('the product has no right to: %s', async (statement) => {
    await expect(asProduct(statement)).rejects.toThrow(/permission denied/);
  });

  test.each(changes)('a trigger stops even the owner: %s', async (statement) => {
    await expect(asOwner(statement)).rejects.toThrow(/is append-only/);
  });

  test('the database refuses entries that do not sum to zero', async () => {
    const wallet = randomUUID();
    await expect(
      asProduct(`insert into ledger_entries values (-1, 1, 'player:cash', '${wallet}', ${cents(5)}, 5)`),
    ).rejects.toThrow(/do not sum to zero/);
  });
});

describe('placing several bets together', () => {
  test('places all or none, and a refusal changes nothing for what is decided with it', async () => {
    const [poor, rich] = [await createPlayer(database.db, writer, 15), await createPlayer(database.db, writer, 100)];
    const match = await createMatch(database.db, 'Metz', 'Nice');
    const sizes: number[] = [];
    const own = createWalletWriter(database, { onGroup: ({ commands }) => sizes.push(commands.length) });
    const bet = (player: typeof poor, stake: number) => homeWins(player, [match], stake);
    const both = bet(poor, 1_000);
    const [refused, placed, last, none] = await Promise.all([
      own.placeTogether([both, bet(poor, 1_000)]),
      own.placeTogether([bet(rich, 2_000), bet(rich, 3_000)]),
      own.submit(bet(poor, 1_500)),
      own.placeTogether([bet(poor, 2_000), bet(poor, 2_000)]),
    ]);
    await own.close();

    // The first is decided again after the others, which left nothing.
    expect(refused.map((answer) => !answer.ok && answer.refusal.code)).toEqual(['balance-too-low', 'balance-too-low']);
    expect(placed).toMatchObject([{ ok: true }, { ok: true, value: { version: 3, wallet: { cash: 5_000 } } }]);
    expect(last).toMatchObject({ ok: true, value: { version: 2, wallet: { cash: 0 } } });
    expect(none.map(({ ok }) => ok)).toEqual([false, false]);
    expect(sizes).toEqual([5, 2]);
    expect(await readBet(database.db, both.betId)).toBeUndefined();
  });
});
