import { randomUUID } from 'node:crypto';
import type { LedgerEventView } from '@touchline/core/contract';
import type { BetId, TransactionId, WalletId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents, dollars } from '@touchline/core/money';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { createMatch, createTestDatabase, homeWins, openAccount, playSomeLedger } from '../testing/index.ts';
import { createWalletWriter } from '../wallet/index.ts';
import {
  findPlayers,
  listEvents,
  readPlayer,
  replayWallet,
  settledSeq,
  walletAt,
  walletOfEmail,
  walletTimeline,
} from './index.ts';

const long = '2020-01-01T00:00:00.000000Z';

const database = await createTestDatabase();
const players = await playSomeLedger(database);
const wallet = players[0]?.walletId ?? ('' as WalletId);
// Events as far apart as on a busy day, and one that counts from long before it was known.
await asOwner(`select setval('ledger_seq', 100000)`);
const writer = createWalletWriter(database);
const deposit = {
  transactionId: randomUUID() as TransactionId,
  provider: 'test',
  providerPaymentId: 'late',
  amount: cents(12_345),
};
const why = { actor: 'system:payments', cause: 'payment:late', effectiveAt: instant(Date.parse(long)) };
await writer.submit({ type: 'credit-deposit', walletId: wallet, deposit, ...why });
await writer.close();
/** Every event, the oldest first. */
const all = (await listEvents(database.db, { time: 'recorded' }, { after: 0, limit: 500 })).events;
afterAll(() => database.close());

const list = async (
  filter: Partial<Parameters<typeof listEvents>[1]>,
  place: { before?: number; after?: number } = {},
) =>
  (await listEvents(database.db, { time: 'recorded', ...filter }, { limit: 500, ...place })).events.map(
    ({ seq }) => seq,
  );
const seqsOf = (isSought: (event: LedgerEventView) => boolean) => all.filter(isSought).map(({ seq }) => seq);

describe('the list of events', () => {
  test('pages back to the first event and forward to the last, and shows each once', async () => {
    const walk = async (walletId: WalletId | undefined, direction: 'before' | 'after') => {
      const seen: number[] = [];
      let from = direction === 'before' ? Number.MAX_SAFE_INTEGER : 0;
      for (;;) {
        const page = await listEvents(database.db, { time: 'recorded', walletId }, { [direction]: from, limit: 4 });
        seen.push(...page.events.map(({ seq }) => seq));
        if (page.next === null) return seen;
        from = page.next;
      }
    };
    expect(all.length).toBe(22);
    expect(await walk(undefined, 'after')).toEqual(seqsOf(() => true));
    expect(await walk(undefined, 'before')).toEqual(seqsOf(() => true).toReversed());
    expect(await walk(wallet, 'after')).toEqual(seqsOf(({ walletId }) => walletId === wallet));
    expect(await walk(wallet, 'before')).toEqual(seqsOf(({ walletId }) => walletId === wallet).toReversed());
  });

  test('shows a stored event with its entries and the wallet after it', async () => {
    const [event] = (await listEvents(database.db, { time: 'recorded', cause: 'payment:late' }, { limit: 1 })).events;
    const before = all.filter(({ walletId, seq }) => walletId === wallet && seq < (event?.seq ?? 0)).at(-1);
    expect(event).toEqual({
      ...event,
      walletId: wallet,
      version: 8,
      type: 'DepositCredited',
      amount: 123.45,
      cashChange: 123.45,
      key: 'deposit:late:paid',
      actor: 'system:payments',
      effectiveAt: long,
      prevHash: before?.hash,
      entries: [
        { account: 'provider:clearing', amount: -123.45, balanceAfter: null },
        { account: 'player:cash', amount: 123.45, balanceAfter: 211.45 },
      ],
      balances: { cash: 211.45, held: 0, bonus: 0, staked: 12 },
    });
    expect(event?.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('shows after each event the wallet that its replay gives', async () => {
    for (const { walletId } of players) {
      const replayed: unknown[] = [];
      await replayWallet(database.pool, walletId, { time: 'recorded', at: 'infinity' }, ({ record, after }) => {
        const { cash, held, bonus, staked } = after;
        const balances = { cash: dollars(cash), held: dollars(held), bonus: dollars(bonus), staked: dollars(staked) };
        replayed.push([record.version, balances]);
      });
      const shown = all.filter((event) => event.walletId === walletId);
      expect(shown.map(({ version, balances }) => [version, balances])).toEqual(replayed);
    }
  });

  test('filters by type, amount, cause and both times', async () => {
    const desc = (isSought: (event: LedgerEventView) => boolean) => seqsOf(isSought).toReversed();
    const middle = all[9]?.recordedAt ?? '';
    expect(await list({ type: 'StakeLost' })).toEqual(desc(({ type }) => type === 'StakeLost'));
    expect(await list({ type: 'BonusGranted' })).toEqual([]);
    expect(await list({ minAmount: cents(700), maxAmount: cents(5_000) })).toEqual(
      desc(({ amount }) => amount >= 7 && amount <= 50),
    );
    expect(await list({ from: middle })).toEqual(desc(({ recordedAt }) => recordedAt >= middle));
    expect(await list({ to: middle })).toEqual(desc(({ recordedAt }) => recordedAt <= middle));
    expect(await list({ to: middle }, { after: 0 })).toEqual(seqsOf(({ recordedAt }) => recordedAt <= middle));
    expect(await list({ to: '2021-01-01T00:00:00Z' })).toEqual([]);
    expect(await list({ to: '2021-01-01T00:00:00Z', time: 'effective' })).toEqual(
      desc(({ cause }) => cause === 'payment:late'),
    );
    const match = all.find(({ cause }) => cause.startsWith('match:'))?.cause ?? '';
    expect(await list({ cause: match })).toEqual(desc(({ cause }) => cause === match));
    expect(await list({ cause: match.replace(/.$/, 'x') })).toEqual([]);
  });

  test('finds the stake and the settlement of a bet by its id, only for the wallet’s owner', async () => {
    const won = all.find(({ type, walletId }) => type === 'WinningsPaid' && walletId === wallet);
    const bet = String(won?.payload['betId']);
    const ofBet = seqsOf(({ payload }) => payload['betId'] === bet).toReversed();
    expect(ofBet.length).toBe(2);
    expect(await list({ cause: bet })).toEqual(ofBet);
    expect(await list({ cause: bet.toUpperCase(), walletId: wallet })).toEqual(ofBet);
    expect(await list({ cause: bet, walletId: players[1]?.walletId })).toEqual([]);
    expect(await list({ cause: randomUUID() })).toEqual([]);
  });
});

describe('reading while others write', () => {
  test('shows nothing after an uncommitted event', async () => {
    const slow = new Client({ connectionString: database.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query('select 1 from wallets where wallet_id = $1 for update', [players[1]?.walletId]);
    await slow.query(`select nextval('ledger_seq')`);
    const last = all.at(-1)?.seq ?? 0;

    const writer = createWalletWriter(database);
    const match = await createMatch(database.db, 'Sparta', 'Heracles');
    const betId = randomUUID() as BetId;
    const placed = await writer.submit(homeWins(players[2] ?? fail(), [match], 100, betId));
    await writer.close();
    expect(placed.ok).toBe(true);
    expect(await settledSeq(database.db, 20)).toBeUndefined();
    expect(await list({}, { after: last })).toEqual([]);
    // A wallet's own order cannot be overtaken, so its owner sees it at once.
    expect(await list({ walletId: players[2]?.walletId }, { after: last })).toEqual([last + 2]);

    await slow.query('rollback');
    await slow.end();
    expect(await settledSeq(database.db)).toBe(last + 2);
    expect(await list({}, { after: last })).toEqual([last + 2]);
  });
});

describe('the timeline of a wallet', () => {
  test('returns its steps newest first, its balances, and how far a checkpoint has sealed it', async () => {
    const timeline = await walletTimeline(database.db, wallet, { limit: 3 });
    expect(timeline?.player).toEqual({
      walletId: wallet,
      userId: '',
      name: '',
      email: '',
      version: 8,
      balances: { cash: 211.45, held: 0, bonus: 0, staked: 12 },
    });
    expect(timeline?.at).toEqual(timeline?.player.balances);
    expect(timeline?.steps.map(({ version, cashChange }) => [version, cashChange])).toEqual([
      [8, 123.45],
      [7, -7],
      [6, 0],
    ]);
    expect([timeline?.next, timeline?.seal]).toEqual([6, null]);
    const rest = await walletTimeline(database.db, wallet, { before: 6, limit: 100 });
    expect([rest?.steps.map(({ version }) => version), rest?.next]).toEqual([[5, 4, 3, 2, 1], null]);
  });

  test('returns the balances at a moment, by recorded and by effective time', async () => {
    const at = '2021-01-01T00:00:00Z';
    const held = async (time: 'recorded' | 'effective') =>
      (await walletTimeline(database.db, wallet, { limit: 1 }, { time, at }))?.at.cash;
    expect([await held('recorded'), await held('effective')]).toEqual([0, 123.45]);
  });

  test('returns undefined for an unknown wallet', async () => {
    expect(await walletTimeline(database.db, randomUUID() as WalletId, { limit: 1 })).toBeUndefined();
  });
});

test('replays a wallet to a recorded or effective time and matches the ledger', async () => {
  const middle = all[12]?.recordedAt ?? '';
  for (const time of ['recorded', 'effective'] as const) {
    const moment = { time, at: middle };
    const replayed = await replayWallet(database.pool, wallet, moment, () => {});
    expect(replayed.agreesWithBooks).toBe(true);
    expect(replayed.wallet).toEqual(await walletAt(database.db, wallet, moment));
  }
});

test('finds players by part of name or email and by the start of an id, and escapes percent signs', async () => {
  const ada = await openAccount(database.db, 'ada.100%@example.com', 'Ada Bell');
  const found = async (search: string) => (await findPlayers(database.db, search)).map(({ walletId }) => walletId);
  for (const search of ['ada', 'A BELL', '100%@', ada.id, ada.walletId.slice(0, 20), ` ${ada.email} `]) {
    expect([search, await found(search)]).toEqual([search, [ada.walletId]]);
  }
  for (const search of ['%', 'a%b', 'unknown'])
    expect([search, (await found(search)).length <= 1]).toEqual([search, true]);
  expect(await found('a_a')).toEqual([]);
  expect(await readPlayer(database.db, ada.walletId)).toMatchObject({ name: 'Ada Bell', userId: ada.id, version: 0 });
  expect(await walletOfEmail(database.db, 'ADA.100%@example.com')).toBe(ada.walletId);
});

async function asOwner(statement: string): Promise<void> {
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

function fail(): never {
  throw new Error('this must be there');
}
