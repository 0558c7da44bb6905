import type { MatchRow } from '@touchline/core/contract';
import { connect, type Store } from '@touchline/store/connect';
import { auditPayouts, type PayoutAudit, type Score, settlementEvents } from './audit-payouts.ts';
import type { OpenProduct } from './open-product.ts';
import { openAccounts, type Placed, placeMany } from './place-many.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';

type Kill = { readonly settled: number; readonly of: number };
type KillReport = { readonly kills: readonly Kill[]; readonly audit: PayoutAudit };

const bets = 200;
const bettors = 7;

const results: readonly Score[] = [
  { home: 2, away: 1 },
  { home: 0, away: 0 },
  { home: 1, away: 3 },
  { home: 1, away: 0 },
];

/**
 * Places bets of several bettors on four matches, ends the matches, and kills the worker with SIGKILL while it settles: as soon as
 * the ledger shows the first payouts, twice in the middle of a transaction of payouts, and once when a match is paid but not
 * marked as done. For the last three a lock on a row that the worker needs holds it there, so that no run misses the moment.
 */
export async function killDuringSettlement(product: OpenProduct): Promise<KillReport> {
  const store = connect(product.ownerUrl, { applicationName: 'touchline-e2e' });
  const owner = connect(product.ownerUrl, { applicationName: 'touchline-e2e', max: 4 });
  const locks: Lock[] = [];
  try {
    const fixtures: Fixture[] = [];
    for (const place of results.keys())
      fixtures.push(await product.sandbox.create([`Hosts ${place}`, `Guests ${place}`]));
    const accounts = await openAccounts(product.url, store, bettors);
    const placed = await placeMany(product.url, accounts, fixtures, bets);
    await kickOffAll(product, fixtures);
    const kills = await killAgainAndAgain(product, { store, owner, fixtures, placed, locks });
    await until('all bets to be settled', () => isAllDone({ store, placed }), { withinMs: 120_000 });
    const scoreOf = (fixture: Fixture) => results[fixtures.indexOf(fixture)] ?? { home: 0, away: 0 };
    return { kills, audit: await auditPayouts(store, placed, scoreOf) };
  } finally {
    // A pool waits for the clients it lent: after a failure some still hold their lock.
    await Promise.all(locks.map((lock) => lock.release()));
    await Promise.all([store.close(), owner.close()]);
  }
}

/** Results are asked for once the product knows that a match has kicked off. */
export async function kickOffAll(product: OpenProduct, fixtures: readonly Fixture[]): Promise<void> {
  for (const fixture of fixtures) await product.sandbox.kickOff(fixture);
  const hosts = new Set(fixtures.map((fixture) => fixture.homeTeam));
  await until('the product to see the kick-offs', async () => {
    const rows = (await (await fetch(`${product.url}/events`)).json()) as readonly MatchRow[];
    const ours = rows.filter(({ match }) => hosts.has(match.homeTeam) && Date.parse(match.commenceTime) <= Date.now());
    return ours.length === fixtures.length ? true : undefined;
  });
}

type KillRun = {
  readonly store: Store;
  readonly owner: Store;
  readonly fixtures: readonly Fixture[];
  readonly placed: readonly Placed[];
  /** Every lock that was taken. */
  readonly locks: Lock[];
};
type Lock = { readonly pid: number; readonly release: () => Promise<void> };

async function killAgainAndAgain(product: OpenProduct, run: KillRun): Promise<readonly Kill[]> {
  const { fixtures, placed } = run;
  const [first, second, third] = walletsOn(run, [1, 2, 3]);
  const kills: Kill[] = [];
  const strike = async () => {
    await product.worker.kill('SIGKILL');
    kills.push({ settled: (await settledBets(run)).length, of: placed.length });
  };
  const end = async (place: number) => {
    const [fixture, score] = [fixtures[place], results[place]];
    if (fixture && score) await product.sandbox.finish(fixture, score.home, score.away);
  };

  await end(0);
  await until('the first payouts', async () => ((await settledBets(run)).length > 0 ? true : undefined), {
    everyMs: 2,
  });
  await strike();

  const one = await lockRow(run, 'wallets', 'wallet_id', first);
  await end(1);
  await product.worker.restart();
  await workerWaits(run, one.pid);
  await strike();

  const two = await lockRow(run, 'wallets', 'wallet_id', second);
  await one.release();
  await end(2);
  await product.worker.restart();
  await workerWaits(run, two.pid);
  await strike();

  const last = matchAt(run, 3);
  const three = await lockRow(run, 'wallets', 'wallet_id', third);
  await two.release();
  await end(3);
  await product.worker.restart();
  await until('the last match to end', async () => ((await openMatches(run)).includes(last) ? undefined : true));
  await workerWaits(run, three.pid);
  const match = await lockRow(run, 'matches', 'id', last);
  await three.release();
  await workerWaits(run, match.pid, async () => (await unpaidOn(run, last)) === 0);
  await strike();
  await match.release();
  await product.worker.restart();
  return kills;
}

/** The worker stands before a lock of ours, and has paid all that it can pay beside it. */
async function workerWaits(run: KillRun, holder: number, isToo = async () => true): Promise<void> {
  let before: number | undefined;
  await until(
    'the worker to reach the lock',
    async () => {
      const { rowCount } = await run.store.pool.query(
        `select from pg_stat_activity where application_name = 'touchline-worker' and $1 = any(pg_blocking_pids(pid))`,
        [holder],
      );
      if (rowCount === 0 || !(await isToo())) return undefined;
      const settled = (await settledBets(run)).length;
      const isSteady = settled === before;
      before = settled;
      return isSteady ? true : undefined;
    },
    { everyMs: 200, withinMs: 60_000 },
  );
}

async function lockRow(
  { owner, locks }: KillRun,
  table: 'wallets' | 'matches',
  column: 'wallet_id' | 'id',
  id: string,
): Promise<Lock> {
  const client = await owner.pool.connect();
  let isHeld = true;
  const release = async (): Promise<void> => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('rollback').catch(() => {});
    client.release();
  };
  const lock = { pid: 0, release };
  locks.push(lock);
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  lock.pid = rows[0]?.pid ?? 0;
  const { rowCount } = await client.query(`select from ${table} where ${column} = $1 for update`, [id]);
  if (rowCount !== 1) throw new Error(`there is no row ${id} of ${table} to lock`);
  return lock;
}

/** For each of the matches another wallet with a bet on nothing else, so that its payout waits for no other match. */
function walletsOn(
  { placed, fixtures }: KillRun,
  matches: readonly [number, number, number],
): [string, string, string] {
  const taken = new Set<string>();
  const [first = '', second = '', third = ''] = matches.map((place) => {
    const on = placed.filter(({ legs }) => legs.length === 1 && legs[0]?.fixture === fixtures[place]);
    const wallet = on.map(({ walletId }) => walletId).find((walletId) => !taken.has(walletId)) ?? '';
    taken.add(wallet);
    return wallet;
  });
  return [first, second, third];
}

const matchAt = ({ placed, fixtures }: KillRun, place: number): string =>
  placed.flatMap(({ legs }) => legs).find(({ fixture }) => fixture === fixtures[place])?.matchId ?? '';

async function settledBets({ store, placed }: Pick<KillRun, 'store' | 'placed'>): Promise<readonly Placed[]> {
  const events = await settlementEvents(store);
  return placed.filter(({ betId }) => events.has(betId));
}

const openMatches = async ({ store }: KillRun): Promise<readonly string[]> =>
  (await store.db.selectFrom('matches').select('id').where('status', '=', 'open').execute()).map(({ id }) => id);

/** Every bet on the match that can be settled is, and the match is marked so. */
async function isDone({ store }: Pick<KillRun, 'store'>, matchId: string): Promise<true | undefined> {
  const { rowCount } = await store.pool.query('select from matches where id = $1 and graded_at is not null', [matchId]);
  return rowCount === 1 ? true : undefined;
}

async function unpaidOn({ store }: KillRun, matchId: string): Promise<number> {
  const { rows } = await store.pool.query<{ unpaid: number }>(
    `select count(*)::int as unpaid from bets b join bet_legs l on l.bet_id = b.id
     where l.match_id = $1 and b.status = 'pending'`,
    [matchId],
  );
  return rows[0]?.unpaid ?? 0;
}

/** A run after the last kill has gone over every bet again. */
async function isAllDone(run: Pick<KillRun, 'store' | 'placed'>): Promise<true | undefined> {
  const matches = new Set(run.placed.flatMap(({ legs }) => legs.map(({ matchId }) => matchId)));
  for (const matchId of matches) if (!(await isDone(run, matchId))) return undefined;
  return (await settledBets(run)).length === run.placed.length ? true : undefined;
}
