import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  EventTotalView,
  LedgerEventsPage,
  PeriodReportView,
  PlayerNames,
  SavedFilter,
  UnusedNumbers,
  WalletComparison,
} from '@touchline/core/contract';
import { createSigner } from '@touchline/signer/create';
import { connect } from '@touchline/store/connect';
import { countDayTotals } from '@touchline/store/reports';
import { tamper } from '@touchline/store/testing';
import { noteSigner } from '@touchline/tlog/note';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, creditDollars, logIn, openAccount, openBettor, requestAs } from '../testing/test-app.ts';

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, token = auditor) =>
  requestAs(api.app, token, method, url, payload);
const read = async <Answer>(url: string): Promise<Answer> => {
  const answer = await call('GET', url);
  expect([url, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([url, 200, '']);
  return answer.json<Answer>();
};
const accesses = async () =>
  (await read<{ looks: { action: string; walletId: string | null }[] }>('/ledger/access-log')).looks;

const api = await buildTestApp({});
const ada = await openBettor(api, 'ada@example.com', 100);
const bea = await openBettor(api, 'bea@example.com', 40);
await creditDollars(api, ada.user, 12.5);
await openAccount(api, 'audit@example.com', 'auditor');
const auditor = await logIn(api.app, 'audit@example.com');
afterAll(() => api.close());

test('returns the names of players and records each reading in the access log', async () => {
  const wallets = [bea.user.walletId, ada.user.walletId, crypto.randomUUID()];
  const names = await read<PlayerNames>(`/ledger/names?ids=${wallets.join(',')}`);
  expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
    new Map([ada, bea].map(({ user }) => [user.walletId, user.name])),
  );
  const read2 = (await accesses()).slice(0, 2);
  expect(read2.map(({ action }) => action)).toEqual(['name', 'name']);
  expect(new Set(read2.map(({ walletId }) => walletId))).toEqual(new Set(wallets.slice(0, 2)));
  expect((await call('GET', '/ledger/names?ids=nonsense')).statusCode).toBe(400);
});

test('saves filters for their owner only, replaces one of the same name, and deletes', async () => {
  const url = '/ledger/filters';
  await call('POST', url, { name: ' Deposits ', search: 'type=DepositCredited' });
  const first = (await call('POST', url, { name: 'big', search: 'minAmount=1000' })).json<SavedFilter[]>();
  expect(first.map(({ name, search }) => [name, search])).toEqual([
    ['big', 'minAmount=1000'],
    ['Deposits', 'type=DepositCredited'],
  ]);
  const replaced = (await call('POST', url, { name: 'big', search: 'minAmount=5000' })).json<SavedFilter[]>();
  expect(replaced.map(({ search }) => search)).toEqual(['minAmount=5000', 'type=DepositCredited']);

  await openAccount(api, 'other@example.com', 'auditor');
  const other = await logIn(api.app, 'other@example.com');
  expect((await call('GET', url, undefined, other)).json()).toEqual([]);
  await call('DELETE', `${url}/${replaced[0]?.id}`, undefined, other);
  expect((await read<SavedFilter[]>(url)).length).toBe(2);
  const left = (await call('DELETE', `${url}/${replaced[0]?.id}`)).json<SavedFilter[]>();
  expect(left.map(({ name }) => name)).toEqual(['Deposits']);

  for (let saved = 1; saved < 50; saved += 1) await call('POST', url, { name: `filter ${saved}`, search: '' });
  const tooMany = await call('POST', url, { name: 'one too many', search: '' });
  expect([tooMany.statusCode, tooMany.json()]).toEqual([
    409,
    { code: 'too-many-filters', error: 'You can save 50 filters. Delete one first.' },
  ]);
});

describe('a filtered export', () => {
  const filter = () => `wallet=${ada.user.walletId}&type=DepositCredited`;

  test.each(['csv', 'ndjson', 'parquet'] as const)(
    'has exactly the filtered events as %s, and is recorded',
    async (format) => {
      const { events } = await read<LedgerEventsPage>(`/ledger/events?${filter()}&limit=500`);
      const answer = await call('GET', `/ledger/events/export?${filter()}&format=${format}`);
      expect((await accesses())[0]).toMatchObject({ action: 'export', walletId: ada.user.walletId });
      expect(answer.headers['content-disposition']).toMatch(new RegExp(`filename="touchline-events-\\w+\\.${format}"`));
      const expected = events.toReversed().map(({ seq, hash, amount }) => [seq, hash, Math.round(amount * 100)]);
      expect(await rowsOf(format, answer.rawPayload)).toEqual(expected);
      expect(expected.length).toBe(2);
    },
  );

  test('has all pages of events that no index finds', async () => {
    const answer = await call('GET', '/ledger/events/export?account=provider:clearing&format=ndjson');
    expect((await rowsOf('ndjson', answer.rawPayload)).map(([, , amount]) => amount)).toEqual([10_000, 4_000, 1_250]);
    const none = await call('GET', '/ledger/events/export?league=several&format=csv');
    expect(none.body.split('\n').length).toBe(2);
  });

  async function rowsOf(format: string, bytes: Buffer): Promise<unknown[][]> {
    if (format === 'parquet') {
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
      const rows = await parquetReadObjects({ file });
      return rows.map((row) => [Number(row['seq']), row['hash'], Number(row['amount'])]);
    }
    const lines = bytes.toString().trimEnd().split('\n');
    if (format === 'ndjson') {
      return lines.map((line) => JSON.parse(line)).map(({ seq, hash, amount }) => [seq, hash, amount]);
    }
    const [head = '', ...rows] = lines;
    expect(head).toMatch(/^seq,wallet_id,version,type,amount,/);
    return rows.map((row) => [
      Number(row.split(',')[0]),
      /,([0-9a-f]{64}),"\[/.exec(row)?.[1],
      Number(row.split(',')[4]),
    ]);
  }
});

test('finds one event by its number', async () => {
  const { events } = await read<LedgerEventsPage>('/ledger/events');
  const found = await read<LedgerEventsPage>(`/ledger/events?cause=event:${events[1]?.seq}`);
  expect(found.events.map(({ hash }) => hash)).toEqual([events[1]?.hash]);
});

test('adds up the entries of a filter on its accounts', async () => {
  const total = (query: string) => read<EventTotalView>(`/ledger/events/total?${query}`);
  expect(await total('account=provider:clearing')).toEqual({ events: 3, amount: -152.5, isComplete: true });
  expect(await total(`account=player:cash&wallet=${bea.user.walletId}`)).toEqual({
    events: 1,
    amount: 40,
    isComplete: true,
  });
  expect(await total('')).toEqual({ events: 3, amount: null, isComplete: true });
});

test('reports a period to the cent, counted or not, and refuses one that ends before it starts', async () => {
  const year = new Date().getUTCFullYear();
  const url = `/reports/period?from=${year}-01-01T00:00:00Z&to=${year + 1}-01-01T00:00:00Z`;
  const before = await read<PeriodReportView>(url);
  expect(before).toMatchObject({
    opening: {},
    closing: { 'player:cash': 152.5, 'provider:clearing': -152.5 },
    unit: 'day',
  });
  await countDayTotals(api.database.db);
  expect(await read(url)).toEqual(before);
  const backwards = await call('GET', '/reports/period?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z');
  expect([backwards.statusCode, backwards.json()]).toEqual([
    400,
    { code: 'period-invalid', error: 'The end of the period must be after its start.' },
  ]);
});

test('compares two moments of a wallet', async () => {
  const { events } = await read<LedgerEventsPage>(`/ledger/events?wallet=${ada.user.walletId}`);
  const [second, first] = events;
  const url = `/ledger/wallets/${ada.user.walletId}/comparison?from=${first?.recordedAt}&to=${second?.recordedAt}`;
  const { from, to, between } = await read<WalletComparison>(url);
  expect([from.balances.cash, to.balances.cash]).toEqual([100, 112.5]);
  expect(between).toEqual([
    { type: 'DepositCredited', events: 1, change: { cash: 12.5, held: 0, bonus: 0, staked: 0 } },
  ]);
});

test('explains numbers that were never used, and proves them with the signed log', async () => {
  const unusedNow = async (): Promise<UnusedNumbers | undefined> =>
    (await read<LedgerEventsPage>('/ledger/events?limit=1')).events[0]?.unusedBefore;
  expect(await unusedNow()).toBeUndefined();
  const previous = (await read<LedgerEventsPage>('/ledger/events?limit=1')).events[0]?.seq ?? 0;
  // A transaction that draws two numbers and is rolled back.
  const client = await api.database.pool.connect();
  await client.query(`begin; select nextval('ledger_seq'), nextval('ledger_seq'); rollback`);
  client.release();
  await creditDollars(api, bea.user, 7);
  const gap = { from: previous + 1, to: previous + 2 };
  expect(await unusedNow()).toEqual({ ...gap, entries: null, isProved: false });

  const folder = mkdtempSync(join(tmpdir(), 'touchline-unused-'));
  const signing = connect(api.database.urlAs('touchline_signer'));
  const key = noteSigner('touchline.test/ledger', 'log', generateKeyPairSync('ed25519').privateKey);
  const signer = createSigner({ pool: signing.pool, folder, key, master: Buffer.alloc(32) });
  await signer.sign();
  await signing.close();
  rmSync(folder, { recursive: true });
  expect(await unusedNow()).toEqual({ ...gap, entries: { before: 2, after: 3 }, isProved: true });
  // The event beside the gap is not the one in the log: its number may have belonged to another.
  await tamper(api.database, `update ledger_events set hash = sha256('forged') where seq = ${previous}`);
  expect(await unusedNow()).toEqual({ ...gap, entries: { before: 2, after: 3 }, isProved: false });
  // Removed, so that its number seems unused too.
  await tamper(api.database, `delete from ledger_events where seq = ${previous}`);
  expect(await unusedNow()).toMatchObject({ from: previous, to: gap.to, isProved: false });
});

test('shows an event with a value that no writer stores as it is stored, and every other event as before', async () => {
  const cay = await openBettor(api, 'cay@example.com', 30);
  await creditDollars(api, cay.user, 7);
  const { walletId } = cay.user;
  const events = async () => (await read<LedgerEventsPage>(`/ledger/events?wallet=${walletId}`)).events;
  const [newest, first] = await events();
  if (!newest || !first) throw new Error('the wallet has two events');
  const changes = [
    [`update ledger_events set amount = 9223372036854775807 where seq = ${newest.seq}`, '9223372036854775807'],
    [`update ledger_events set payload = '[7]' where seq = ${newest.seq}`, '"payload": ['],
    [`update ledger_events set effective_at = 'infinity' where seq = ${newest.seq}`, '"infinity"'],
    [
      `update ledger_entries set amount = -9223372036854775807 where seq = ${newest.seq} and amount < 0`,
      '-9223372036854775807',
    ],
  ];
  await tamper(api.database, `create table kept_events as select * from ledger_events where seq = ${newest.seq}`);
  await tamper(api.database, `create table kept_entries as select * from ledger_entries where seq = ${newest.seq}`);
  const restore = [
    `delete from ledger_entries where seq = ${newest.seq}`,
    `delete from ledger_events where seq = ${newest.seq}`,
    'insert into ledger_events select * from kept_events',
    'insert into ledger_entries select * from kept_entries',
  ];
  for (const [change = '', stored = ''] of changes) {
    await tamper(api.database, change);
    const [changed, other] = await events();
    expect(other).toEqual(first);
    expect(changed).toMatchObject({ seq: newest.seq, walletId, type: 'DepositCredited', amount: 0, entries: [] });
    expect([change, changed?.unreadable?.includes(stored)]).toEqual([change, true]);
    await tamper(api.database, ...restore);
    expect(await events()).toEqual([newest, first]);
  }

  await tamper(api.database, changes[0]?.[0] ?? '');
  const exported = (format: string) => call('GET', `/ledger/events/export?wallet=${walletId}&format=${format}`);
  const amounts = ['3000', '9223372036854775807'];
  const csv = (await exported('csv')).body.trimEnd().split('\n').slice(1);
  expect(csv.map((line) => line.split(',')[4])).toEqual(amounts);
  const ndjson = (await exported('ndjson')).body.trimEnd().split('\n');
  expect(ndjson.map((line) => /"amount":(\d+)/.exec(line)?.[1])).toEqual(amounts);
  const { buffer, byteOffset, length } = (await exported('parquet')).rawPayload;
  const rows = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer });
  expect(rows.map(({ amount }) => String(amount))).toEqual(amounts);
  // What has one figure for many events is refused, with a sentence.
  const timeline = await call('GET', `/ledger/wallets/${walletId}`);
  expect([timeline.statusCode, timeline.json<{ code: string }>().code]).toEqual([500, 'unreadable']);
});
