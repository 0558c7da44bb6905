// The ledger's tables partitioned by month beside today's: what a group costs to write, and the reading of timelines and of all.
import { randomBytes, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WalletId } from '@touchline/core/ids';
import type { Store } from '@touchline/store/connect';
import { walletTimeline } from '@touchline/store/ledger';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { median, seededNumbers } from './figures.ts';
import { fillLedger } from './fill-ledger.ts';
import { type Layout, layOutByMonth, schemaOf, usedKeysText, writeText } from './partition-layouts.ts';
import { type BenchRun, runBench, table } from './run-bench.ts';

const SIZES = {
  full: { events: 500_000, wallets: 5_000, rounds: 4, groups: 50, timelines: 60 },
  quick: { events: 60_000, wallets: 2_000, rounds: 2, groups: 20, timelines: 40 },
};
const GROUP = 256;
const YEAR_MS = 358 * 86_400_000;
const LAYOUTS: readonly Layout[] = ['today', 'by-month'];

type What =
  | 'keys of a group looked up'
  | 'a group written'
  | 'a timeline read'
  | 'events in verification order'
  | 'entries in verification order';
type Place = { readonly layout: Layout; readonly client: Client; readonly store: Store };
type Times = Map<What, Record<Layout, number[]>>;
const SORTED: readonly (readonly [What, string])[] = [
  ['events in verification order', 'select * from ledger_events order by wallet_id, seq'],
  ['entries in verification order', 'select * from ledger_entries order by wallet_id, seq, leg'],
];

await runBench('partitions', async (run) => {
  const size = SIZES[run.pace];
  const postgres = await startBenchPostgres(run);
  run.print(`writing ${size.events} events over twelve months, twice ...`);
  await fillLedger(postgres.ownerUrl, { ...size, everyMs: YEAR_MS / size.events }, run.signal);
  const places = await Promise.all(LAYOUTS.map((layout) => open(run, postgres.ownerUrl, layout)));
  const [today] = places;
  if (!today) throw new RangeError('there is a layout of today');
  await layOutByMonth(today.client);
  const { rows: wallets } = await today.client.query<Head>(
    'select wallet_id as id, version, head_hash as head from wallets',
  );

  const times: Times = new Map();
  const nextGroup = groups(wallets, size.events);
  const number = seededNumbers(5);
  for (let round = 0; round < size.rounds; round += 1) {
    // Both layouts get the same groups; which of them comes first alternates.
    for (let at = 0; at < size.groups; at += 1) {
      const group = nextGroup();
      for (const { layout, client } of at % 2 === 0 ? places : places.toReversed()) {
        const { keys, columns } = group;
        await timed(times, 'keys of a group looked up', layout, () =>
          client.query({ name: 'keys', text: usedKeysText(layout), values: keys }),
        );
        await timed(times, 'a group written', layout, () =>
          client.query({ name: 'write', text: writeText(layout), values: columns }),
        );
      }
    }
    for (let at = 0; at < size.timelines; at += 1) {
      const id = wallets[number(wallets.length)]?.id as WalletId;
      for (const { layout, store } of at % 2 === 0 ? places : places.toReversed()) {
        await timed(times, 'a timeline read', layout, () => walletTimeline(store.db, id, { limit: 50 }));
      }
    }
    for (const [what, query] of SORTED) {
      for (const { layout, client } of round % 2 === 0 ? places : places.toReversed()) {
        await timed(times, what, layout, () => readAway(client, query));
      }
    }
    run.signal.throwIfAborted();
    run.print(`round ${round + 1} of ${size.rounds}`);
  }
  return report(times, await Promise.all(places.map(sizeOf)), size);
});

async function open(run: BenchRun, ownerUrl: string, layout: Layout): Promise<Place> {
  const url = new URL(ownerUrl);
  url.searchParams.set('options', `-c search_path=${schemaOf[layout]},public`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  run.atEnd(() => client.end());
  return { layout, client, store: connectBench(run, url.href, 2) };
}

async function timed(times: Times, what: What, layout: Layout, ask: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await ask();
  const known = times.get(what) ?? { today: [], 'by-month': [] };
  known[layout].push(performance.now() - begun);
  times.set(what, known);
}

type Head = { readonly id: string; version: number; head: Buffer };

/** Groups of stakes of as many wallets, as the writer would send them. */
function groups(wallets: Head[], events: number) {
  let seq = events;
  let first = 0;
  const recordedAt = new Date(Date.UTC(2026, 0, 1) + YEAR_MS).toISOString();
  return () => {
    const chosen = Array.from({ length: GROUP }, (_, at) => wallets[(first + at) % wallets.length]).filter(
      (head) => head !== undefined,
    );
    first += GROUP;
    const rows = chosen.map((wallet) => {
      seq += 1;
      wallet.version += 1;
      const before = wallet.head;
      wallet.head = randomBytes(32);
      const betId = randomUUID();
      const payload = JSON.stringify({ betId, terms: before.toString('hex') });
      const of = [
        `stake:${betId}`,
        before,
        `user:${wallet.id}`,
        `request:${betId}`,
        recordedAt,
        recordedAt,
        before,
        wallet.head,
      ];
      return [seq, wallet.id, wallet.version, 'StakeTaken', 100, payload, ...of];
    });
    const columns = Array.from({ length: 14 }, (_, column) => rows.map((row) => row[column]));
    return { columns, keys: [columns[1], columns[6]] };
  };
}

async function readAway(client: Client, query: string): Promise<void> {
  const away = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(client.query(copyTo(`copy (${query}) to stdout`)), away);
}

type Sized = { readonly layout: Layout; readonly megabytes: number; readonly indexMegabytes: number };

async function sizeOf({ layout, client }: Place): Promise<Sized> {
  const { rows } = await client.query<{ rows: number; indexes: number }>(
    `select sum(pg_table_size(c.oid))::float8 / 1e6 as rows, sum(pg_indexes_size(c.oid))::float8 / 1e6 as indexes
     from pg_class c where c.relkind = 'r' and c.relname like 'ledger_%' and c.relname ~ '^ledger_(events|entries|keys)'
       and c.relnamespace = $1::regnamespace`,
    [schemaOf[layout]],
  );
  return { layout, megabytes: Math.round(rows[0]?.rows ?? 0), indexMegabytes: Math.round(rows[0]?.indexes ?? 0) };
}

function report(times: Times, sizes: readonly Sized[], size: object) {
  const measured = [...times].map(([what, { today, 'by-month': byMonth }]) => {
    const ratios = today.map((before, at) => (byMonth[at] ?? Number.NaN) / before);
    return { what, todayMs: median(today), byMonthMs: median(byMonth), ratio: median(ratios) };
  });
  return {
    lines: [
      ...table([
        ['median', 'today ms', 'by month ms', 'by month ÷ today'],
        ...measured.map(({ what, todayMs, byMonthMs, ratio }) => [
          what,
          ...[todayMs, byMonthMs, ratio].map((value) => value.toFixed(2)),
        ]),
      ]),
      '',
      ...table([
        ['at the end', 'rows MB', 'indexes MB'],
        ...sizes.map((each) => [each.layout, String(each.megabytes), String(each.indexMegabytes)]),
      ]),
    ],
    goals: [],
    figures: { ...size, measured, sizes },
  };
}
