import type { PlaceBetRequest } from '@touchline/core/contract';
import { connect, type Store } from '@touchline/store/connect';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoBettor, logIn, matchOnOffer } from './bettor.ts';
import { openScreen, type Screen } from './chaos/screen.ts';
import { doneTwice, lostBets } from './chaos/wallet-history.ts';
import { databasePid } from './database-process.ts';
import { latestChange, leaderOf, priceMoves } from './leader.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { newBettor } from './people.ts';
import { proveBooks } from './prove-money.ts';
import { until } from './until.ts';

let product: OpenProduct;
let store: Store;
let screen: Screen;
let token: string;
let offer: PlaceBetRequest['matches'][number];
const placed = new Map<string, string>();
beforeAll(async () => {
  product = await openProduct({ env: { ODDS_POLL_SECONDS: '1' } });
  // Its connections break with the others; what it asks then is asked again.
  store = connect(product.ownerUrl, { applicationName: 'touchline-e2e', max: 5 });
  await product.sandbox.create(['Killed Hosts', 'Killed Guests']);
  const row = await matchOnOffer(product.url, 'Killed Hosts');
  offer = { matchId: row.id, betOutcome: 'Killed Hosts Win', odds: Number(row.odds.homeWin) };
  ({ accessToken: token } = (await logIn(product.url, demoBettor)).session);
  screen = await openScreen({
    name: 'the screen',
    nodes: [product.url],
    token,
    versions: new Map(),
    isClimbing: () => false,
  });
});
afterAll(async () => {
  screen?.close();
  await store?.close();
  await product?.stop();
});

const patiently = { withinMs: 60_000 };
const inTheEnd = <Found>(what: string, ask: () => Promise<Found | undefined>) =>
  until(what, () => ask().catch(() => undefined), patiently);

type Answer = { readonly status: number; readonly retryAfter: string | null; readonly body: unknown };

/** Sends the bet with its key until it is taken, and gives every other answer on the way. */
async function placeUntilTaken(key: string): Promise<readonly Answer[]> {
  const others: Answer[] = [];
  await until(
    `the bet ${key}`,
    async () => {
      const answer = await fetch(`${product.url}/bet`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ stake: 1, oddsPolicy: 'any', matches: [offer] }),
      });
      const body = (await answer.json()) as { code?: string; bet?: { _id: string } };
      if (body.bet) placed.set(key, body.bet._id);
      // A price is stale when nothing was polled during the outage.
      else if (answer.status >= 500) {
        others.push({ status: answer.status, retryAfter: answer.headers.get('retry-after'), body });
      } else if (!JSON.stringify(body).includes('odds-stale')) throw new Error(JSON.stringify(body));
      return body.bet ? true : undefined;
    },
    { ...patiently, everyMs: 20 },
  );
  return others;
}

const isBack = (pid: number) =>
  inTheEnd('another server on the data', async () => {
    const now = databasePid(product.dataFolder);
    return now !== pid && (await latestChange(store)) > 0 ? now : undefined;
  });

/** One session of the API's, as the database lists it. */
async function sessionOfApi(): Promise<number> {
  const { rows } = await store.pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'touchline-api' limit 1",
  );
  return rows[0]?.pid ?? 0;
}

test.each([
  { key: 'server-killed', what: 'its server is killed', signal: 'SIGKILL', whom: 'server' },
  {
    key: 'stopped-at-once',
    what: 'it is stopped at once, as by pg_ctl stop -m immediate',
    signal: 'SIGQUIT',
    whom: 'server',
  },
  {
    key: 'session-killed',
    what: 'one of its sessions is killed, so that it recovers',
    signal: 'SIGKILL',
    whom: 'session',
  },
] as const)(
  'attack: the database ends, $what: the product comes back by itself and nothing is lost',
  async (attack) => {
    const { key, signal, whom } = attack;
    await placeUntilTaken(`before-${key}`);
    const [server, processes] = [databasePid(product.dataFolder), [product.api.pid, product.worker.pid]];
    process.kill(whom === 'server' ? server : await sessionOfApi(), signal);
    const others = await placeUntilTaken(`after-${key}`);
    for (const { status, retryAfter, body } of others) {
      expect({ status, retryAfter, body }).toMatchObject({
        status: 503,
        retryAfter: '2',
        body: { code: 'unavailable' },
      });
    }
    if (whom === 'server') await isBack(server);

    // A worker leads and polls again, its queue takes and does jobs, and screens show what changed since.
    await inTheEnd('a leader', () => leaderOf(product));
    const seq = await inTheEnd('prices to move', async () => priceMoves(store, await latestChange(store)));
    await until(
      'the screen to show it',
      async () => (screen.n() >= seq && screen.state().includes('current') ? true : undefined),
      patiently,
    );
    const wallet = await inTheEnd('the wallet', async () => (await logIn(product.url, demoBettor)).profile());
    await until(
      'the screen to show the wallet',
      async () => ((screen.wallet()?.version ?? 0) >= wallet.wallet.version ? true : undefined),
      patiently,
    );
    await inTheEnd('an email to a new bettor', () => newBettor(product, `New ${signal} ${whom}`));
    expect([product.api.pid, product.worker.pid]).toEqual(processes);
  },
);

test('attack: database, api and worker are killed at once: all restart, and every acknowledged bet exists once', async () => {
  const server = databasePid(product.dataFolder);
  for (const pid of [server, product.api.pid, product.worker.pid]) process.kill(pid, 'SIGKILL');
  await isBack(server);
  await placeUntilTaken('after-all-of-them');
  await inTheEnd('prices to move', async () => priceMoves(store, await latestChange(store)));

  expect(await lostBets(store, placed)).toEqual([]);
  expect(await doneTwice(store)).toEqual([]);
  const { rows } = await store.pool.query<{ bets: number }>('select count(*)::int as bets from bets');
  expect([placed.size, rows[0]?.bets]).toEqual([7, 7]);
  expect(await proveBooks(store)).toEqual({ entries: 0, findings: [], wrongBalances: [], notOnce: [] });
});
