import type { MatchRow } from '@touchline/core/contract';
import type { Store } from '@touchline/store/connect';
import { settlementEvents } from '../audit-payouts.ts';
import { matchesOf } from '../bettor.ts';
import { leaderOf } from '../leader.ts';
import type { Fixture } from '../sandbox.ts';
import { type Account, openAccounts } from './accounts.ts';
import { type Cluster, type Node, openCluster } from './cluster.ts';
import { untilInTime as until, untilConverged } from './converge.ts';
import { climberAt, isClimbing, type Load, placeAs, startLoad } from './load.ts';
import type { Versions } from './record.ts';
import { openScreen, type Screen } from './screen.ts';
import { type Crowd, startCrowd } from './start-crowd.ts';
import { readTruth } from './truth.ts';
import { betsTooMany, lostBets, wrongWallets } from './wallet-history.ts';

/** A cluster under load, with screens of bettors and a crowd of guests. */
export type Scenario = Awaited<ReturnType<typeof openScenario>>;

const climbers = 8;
const finalBets = 60;

const names = ['first', 'second', 'third', 'mover', 'stalled', 'guest'] as const;
type Name = (typeof names)[number];

export async function openScenario({
  guests,
  env = {},
}: {
  readonly guests: number;
  readonly env?: Readonly<Record<string, string>>;
}) {
  const cluster = await openCluster(env);
  const { product, nodes, store } = cluster;
  const say = (line: string) => process.stdout.write(`chaos: ${line}\n`);
  const fixtures: Fixture[] = [];
  for (let at = 0; at < climbers; at += 1) {
    fixtures.push(await product.sandbox.create([`Climber ${at}`, `Guests ${at}`], { prices: climberAt(0) }));
  }
  const accounts = await openAccounts(store, names.length - 1, cluster.jwtSecret);
  const { screens, on } = await openScreens(cluster, accounts);
  const all = Object.values(screens);
  const accountOf = (screen: Screen): Account | undefined => accounts[all.indexOf(screen)];
  const walletOf = (screen: Screen) => accountOf(screen)?.walletId;
  const crowd: Crowd | undefined =
    guests > 0 ? startCrowd(guests, [nodes[1]?.url ?? '', nodes[0]?.url ?? '']) : undefined;
  const bettors = all.flatMap((screen) => {
    const token = accountOf(screen)?.token;
    return token === undefined || screen === screens.stalled ? [] : [{ screen, token }];
  });
  await until('the climbers on offer', async () => {
    const rows = (await offered(product.url)).filter(isClimbing);
    return rows.length === climbers ? true : undefined;
  });
  const finals: string[] = [];
  const load: Load = startLoad(product.sandbox, fixtures, bettors);
  const converged = async (what: string, who: readonly Screen[]): Promise<void> => {
    const ms = await untilConverged(what, { store, screens: who, walletOf, ...(crowd && { crowd }) });
    say(`${what}: ${Math.round(ms)} ms`);
  };
  await converged('everyone at the start', all);

  return {
    ...checksOf({ store, all, walletOf, accounts, crowd, load, finals }),
    cluster,
    screens,
    load,
    say,
    converged,
    everyone: () => all,
    /** All but the one whose network is stalled. */
    moving: () => all.filter((screen) => screen !== screens.stalled),
    on,
    placeFinal: async () => {
      const placed = await placeFinal(cluster, accounts);
      finals.push(...placed.bets);
      return placed;
    },
    finishFinal: (final: Fixture) => finishFinal(cluster, final),
    leader: () => leaderOf(product),
    // The wallet of the bettor who only bets on the final: bets of others would queue before the worker.
    lockWallet: () => lockWallet(cluster.owner, walletOf(screens.stalled) ?? ''),
    lockMatches: () => lockMatches(cluster.owner),
    printSummary: () => {
      say(
        `${load.raised()} prices raised, ${load.placed.size} bets placed, ${load.repeated()} calls repeated, refused: ${JSON.stringify([...load.refused])}`,
      );
      for (const { name, shown, wallets } of all)
        say(`${name}: ${shown.changes()} rows and ${wallets.length} wallets shown`);
    },
    close: async () => {
      await load.stop();
      for (const screen of all) screen.close();
      await crowd?.end();
      await cluster.stop();
    },
  };
}

/** A screen of each name: the last one a guest's, the others of bettors. */
async function openScreens({ product, nodes }: Cluster, accounts: readonly Account[]) {
  const urls = nodes.map(({ url }) => url);
  const from = (first: number): readonly string[] => [...urls.slice(first), ...urls.slice(0, first)];
  const versions: Versions = new Map();
  // The first bettor and the guest connect through the proxy, like every user; the others directly to a node that a test will disturb.
  const proxy = [product.url];
  const places = { first: proxy, second: from(1), third: from(2), mover: from(2), stalled: from(0), guest: proxy };
  const opened = await Promise.all(
    names.map(async (name, at) => {
      const token = accounts[at]?.token;
      return [name, await openScreen({ name, nodes: places[name], token, versions, isClimbing })] as const;
    }),
  );
  const screens = Object.fromEntries(opened) as Record<Name, Screen>;
  return {
    screens,
    /** The screens that connect to this node first, not through the proxy. */
    on: ({ url }: Node) => names.filter((name) => places[name][0] === url).map((name) => screens[name]),
  };
}

/** Compares what the screens showed and the ledger holds with what was done. */
function checksOf(scenario: {
  readonly store: Store;
  readonly all: readonly Screen[];
  readonly walletOf: (screen: Screen) => string | undefined;
  readonly accounts: readonly Account[];
  readonly crowd: Crowd | undefined;
  readonly load: Load;
  /** Bets on the final. */
  readonly finals: readonly string[];
}) {
  const { store, all, walletOf, accounts, crowd, load, finals } = scenario;
  return {
    faults: async () => [
      ...all.flatMap(({ shown }) => shown.faults),
      ...((await crowd?.check(await readTruth(store), 0))?.faults ?? []),
    ],
    settled: async (bets: readonly string[]) => {
      const events = await settlementEvents(store);
      return bets.filter((bet) => events.has(bet)).length;
    },
    wrongWallets: async () =>
      (
        await Promise.all(
          all.map((screen) => {
            const walletId = walletOf(screen);
            return walletId === undefined ? [] : wrongWallets(store, screen, walletId);
          }),
        )
      ).flat(),
    lostBets: () => lostBets(store, load.placed),
    betsTooMany: () =>
      betsTooMany(store, {
        walletIds: accounts.map(({ walletId }) => walletId),
        acknowledged: [...load.placed.values(), ...finals],
        unanswered: load.unanswered(),
      }),
  };
}

/** Under load a connection may end just as it is reused, so callers retry. */
const offered = (url: string): Promise<readonly MatchRow[]> => matchesOf(url).catch(() => []);

/** Bets of every account on a match that is about to end. */
async function placeFinal({ product }: Cluster, accounts: readonly Account[]) {
  const final = await product.sandbox.create(['Final Hosts', 'Final Guests']);
  const row = await until('the final on offer', async () =>
    (await offered(product.url)).find(({ match, odds }) => match.homeTeam === 'Final Hosts' && odds.homeWin !== '-'),
  );
  const outcomes = ['Final Hosts Win', 'Draw', 'Final Guests Win'] as const;
  const oddsOf = [row.odds.homeWin, row.odds.draw, row.odds.awayWin];
  const placed = await Promise.all(
    accounts.map(async ({ token }, first) => {
      const own: string[] = [];
      for (let at = first; at < finalBets; at += accounts.length) {
        const [betOutcome, odds] = [outcomes[at % 3] ?? 'Draw', oddsOf[at % 3]];
        const matches = [{ matchId: row.id, betOutcome, odds: typeof odds === 'number' ? odds : 1 }];
        const key = `final-${at}`;
        const answer = await until(`an answer to ${key}`, () =>
          placeAs(product.url, token, { stake: 1, oddsPolicy: 'any', matches }, key).catch(() => undefined),
        );
        if ('betId' in answer) own.push(answer.betId);
      }
      return own;
    }),
  );
  return { final, bets: placed.flat() };
}

async function finishFinal({ product }: Cluster, final: Fixture): Promise<void> {
  await product.sandbox.kickOff(final);
  await until('the product to see the kick-off', async () => {
    const row = (await offered(product.url)).find(({ match }) => match.homeTeam === final.homeTeam);
    return row && Date.parse(row.match.commenceTime) <= Date.now() ? true : undefined;
  });
  await product.sandbox.finish(final, 2, 1);
}

async function lockMatches({ pool }: Store) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table matches in access exclusive mode');
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Locks a wallet, so that a payout to it waits in the middle of its transaction. */
async function lockWallet({ pool }: Store, walletId: string) {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.query('select from wallets where wallet_id = $1 for update', [walletId]);
  return {
    untilWorkerWaits: () =>
      until('the worker to reach the wallet', async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where application_name = 'touchline-worker' and $1 = any(pg_blocking_pids(pid))`,
          [rows[0]?.pid],
        );
        return rowCount === 0 ? undefined : true;
      }),
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}
