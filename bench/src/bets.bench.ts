// Bets per second over HTTP, with sessions, validation and price checks, and latency at half that rate.

import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '@touchline/store/connect';
import { verifyLedger } from '@touchline/store/ledger';
import { createWalletWriter } from '@touchline/store/wallet';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import type { What } from './bet-requests.ts';
import { layGround, openAccounts } from './betting-ground.ts';
import { compareBooks } from './books.ts';
import { type Order, startCallers } from './callers.ts';
import { median, percentile } from './figures.ts';
import type { Stretch } from './load-loops.ts';
import { preparePgbench } from './pgbench.ts';
import { atLeast, atMost, type BenchRun, type Report, rounded, runBench, table } from './run-bench.ts';
import { startApi } from './start-processes.ts';

const CONNECTIONS = 256;
const PACES = { full: { rounds: 3, forMs: 4_000 }, quick: { rounds: 1, forMs: 2_000 } };
/** Ordinary loads: of 8 requests at once, few share a transaction; at 32, a request costs about the least. */
const FEW = [8, 32] as const;
/** A starting api announces itself to the others. */
const DISCOVERY_MS = 2_000;
const EMPTY: readonly What[] = ['open', 'guarded', 'bet refused'];

type Row =
  | What
  | `${'single' | 'ten singles'}, ${(typeof FEW)[number]} at once`
  | 'bet, three apis'
  | 'bet at half the rate'
  | 'open at that pace'
  | 'pgbench TPC-B';
/** With the processor time of all apis per response, in microseconds. */
type Measured = Stretch & { readonly apiMicros?: number };
type Rows = Map<Row, Measured[]>;

const words: Readonly<Record<Row, string>> = {
  bet: 'POST /bet, three legs',
  single: 'POST /bet, one leg',
  'ten singles': 'POST /bets, ten singles',
  'single, 8 at once': 'POST /bet, one leg, 8 at once',
  'ten singles, 8 at once': 'POST /bets, ten singles, 8 at once',
  'single, 32 at once': 'POST /bet, one leg, 32 at once',
  'ten singles, 32 at once': 'POST /bets, ten singles, 32 at once',
  'bet, three apis': 'POST /bet, three legs, two idle apis',
  'bet at half the rate': 'POST /bet at half that rate',
  'open at that pace': 'GET /healthz at that pace',
  'bet refused': 'POST /bet, refused before the database',
  guarded: 'guarded route, refused by its role',
  open: 'GET /healthz, no guard',
  'pgbench TPC-B': 'pgbench TPC-B',
};

await runBench('bets', async (run) => {
  const postgres = await startBenchPostgres(run);
  const owner = connectBench(run, postgres.ownerUrl, 1);
  const store = connectBench(run, postgres.url, 4);
  const writer = createWalletWriter(store);
  run.print('Opening 20,000 accounts with a deposit each, and 50 matches ...');
  const ground = await layGround(store, writer);
  await openAccounts(store, ground);
  const api = await startApi(run, postgres);
  const { port, jwtSecret } = api;
  const pgbench = await preparePgbench(postgres.server.url('pgbench'), owner, run);
  const callers = await startCallers({ port, jwtSecret, ground, connections: CONNECTIONS });
  run.atEnd(callers.close);

  const apis = [api];
  const usedMs = () => apis.reduce((sum, each) => sum + each.usedMs(), 0);
  let answered = 0;
  let legs = 0;
  const call = async (order: Order): Promise<Measured> => {
    const before = usedMs();
    const stretch = await callers.load(order);
    const bets = stretch.count * betsOf(order.what);
    answered += bets;
    legs += order.what === 'bet' ? 3 * bets : bets;
    return { ...stretch, apiMicros: ((usedMs() - before) * 1000) / stretch.count };
  };
  const bet = (order: Omit<Order, 'what'>) => call({ what: 'bet', ...order });
  await bet({ forMs: 2_000 });
  // As autovacuum would soon: plans must not rely on empty tables.
  await owner.pool.query('analyze');

  const { rounds, forMs } = PACES[run.pace];
  const rows: Rows = new Map();
  // A machine's speed changes within minutes, so compared runs are seconds apart and repeated in every round.
  for (let round = 0; round < rounds; round += 1) {
    const most = await bet({ forMs });
    add(rows, 'bet', most);
    add(rows, 'single', await call({ what: 'single', forMs }));
    add(rows, 'ten singles', await call({ what: 'ten singles', forMs }));
    for (const atOnce of FEW) {
      add(rows, `single, ${atOnce} at once`, await call({ what: 'single', forMs, atOnce }));
      add(rows, `ten singles, ${atOnce} at once`, await call({ what: 'ten singles', forMs, atOnce }));
    }
    if (pgbench) add(rows, 'pgbench TPC-B', await pgbench.load({ atOnce: CONNECTIONS, forMs }));
    const half = { forMs, perSecond: most.perSecond / 2 };
    add(rows, 'bet at half the rate', await bet(half));
    // The latency of a nearly free response is what the machine itself adds.
    add(rows, 'open at that pace', await call({ what: 'open', ...half }));
    for (const what of EMPTY) add(rows, what, await call({ what, forMs: forMs / 2 }));
    run.signal.throwIfAborted();
    run.print(`round ${round + 1} of ${rounds}: ${answered} bets acknowledged`);
  }
  apis.push(...(await Promise.all([startApi(run, postgres), startApi(run, postgres)])));
  await pause(DISCOVERY_MS);
  for (let round = 0; round < rounds; round += 1) add(rows, 'bet, three apis', await bet({ forMs }));
  const checked = await checkLedger(run, { owner, store, answered, legs });
  return report(rows, { ...checked, connections: CONNECTIONS, pgbench: pgbench?.version ?? 'not installed' });
});

/** How many bets a request places. */
function betsOf(what: What): number {
  if (what === 'ten singles') return 10;
  return what === 'bet' || what === 'single' ? 1 : 0;
}

function add(rows: Rows, row: Row, stretch: Measured): void {
  rows.set(row, [...(rows.get(row) ?? []), stretch]);
}

/** Throws unless the ledger holds exactly the acknowledged bets. */
async function checkLedger(run: BenchRun, found: { owner: Store; store: Store; answered: number; legs: number }) {
  const { owner, store, answered, legs } = found;
  await compareBooks(owner, answered, legs);
  const { rows } = await store.pool.query<{ stakes: number }>(
    `select count(*) as stakes from ledger_events where type = 'StakeTaken'`,
  );
  const stakes = rows[0]?.stakes;
  const { passed, events, findings } = await verifyLedger(store.pool);
  if (stakes !== answered || !passed) {
    throw new Error(`${answered} bets were acknowledged, ${stakes} stakes taken: ${JSON.stringify(findings)}`);
  }
  run.print(`${answered} bets acknowledged, ${stakes} stakes in the ledger; all ${events} events verified`);
  return { acknowledged: answered, stakesTaken: stakes, eventsVerified: events };
}

function report(rows: Rows, figures: Report['figures']): Report {
  const measured = [...rows].map(([row, stretches]) => ({
    row,
    perSecond: Math.round(median(stretches.map((stretch) => stretch.perSecond))),
    p50: rounded(median(stretches.map((stretch) => percentile(stretch.sorted, 0.5)))),
    p99: rounded(median(stretches.map((stretch) => percentile(stretch.sorted, 0.99)))),
    apiMicros: Math.round(median(stretches.flatMap(({ apiMicros }) => apiMicros ?? []))),
  }));
  // Compared within a round, because the machine's speed changes between rounds.
  const over = (row: Row, of: Row = 'bet') => {
    const others = rows.get(row) ?? [];
    return median((rows.get(of) ?? []).map((bet, at) => bet.perSecond / (others[at]?.perSecond ?? Number.NaN)));
  };
  const ratios = { ofOpen: over('open'), ofGuarded: over('guarded'), ofRefused: over('bet refused') };
  const cost = (row: Row) => rows.get(row)?.map(({ apiMicros = Number.NaN }) => apiMicros) ?? [];
  const costRatio = (row: Row, of: Row) => {
    const others = cost(of);
    return median(cost(row).map((micros, at) => micros / (others[at] ?? Number.NaN)));
  };
  const leastCost = (what: 'single' | 'ten singles') =>
    Math.min(
      ...([what, ...FEW.map((atOnce) => `${what}, ${atOnce} at once` as const)] as const).map((row) =>
        median(cost(row)),
      ),
    );
  const half = measured.find(({ row }) => row === 'bet at half the rate');
  return {
    lines: [
      ...table([
        ['median of the rounds, 256 connections', 'per second', 'p50 ms', 'p99 ms', 'api µs each'],
        ...measured.map(({ row, ...cells }) => [
          words[row],
          ...[cells.perSecond, cells.p50, cells.p99].map(String),
          shown(cells.apiMicros),
        ]),
      ]),
      '',
      `A bet is ${percent(ratios.ofGuarded)} of the empty guarded route, ${percent(ratios.ofRefused)} of itself refused before the database.`,
    ],
    goals: [
      ...(rows.has('pgbench TPC-B')
        ? [atLeast('bets over HTTP ÷ pgbench TPC-B, 256 at once', over('pgbench TPC-B'), 1.5)]
        : []),
      ...FEW.map((atOnce) =>
        atMost(
          `api time of ten singles together ÷ of one alone, ${atOnce} at once`,
          costRatio(`ten singles, ${atOnce} at once`, `single, ${atOnce} at once`),
          3,
        ),
      ),
      atMost(
        `api time of ten singles together ÷ of one alone, ${CONNECTIONS} at once`,
        costRatio('ten singles', 'single'),
        3,
      ),
      atMost(
        'api time of ten singles together ÷ of one alone, each where it costs least',
        leastCost('ten singles') / leastCost('single'),
        3,
      ),
      atMost(
        'api time of a bet with two idle apis ÷ without',
        median(cost('bet, three apis')) / median(cost('bet')),
        1.05,
      ),
      atMost('api time of a bet ÷ of the guarded route', costRatio('bet', 'guarded'), 2),
      atMost('p50 at half the maximum rate, ms', half?.p50 ?? Number.NaN, 6),
      atMost('p99 at half the maximum rate, ms', half?.p99 ?? Number.NaN, 40),
    ],
    figures: { ...figures, measured, ratios },
  };
}

function shown(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
