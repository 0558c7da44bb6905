import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Store } from '@touchline/store/connect';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditPayouts, settlementEvents } from './audit-payouts.ts';
import { demoBettor, logIn, matchesOf } from './bettor.ts';
import { kickOffAll } from './kill-during-settlement.ts';
import { latestChange, leaderOf, priceMoves, strike } from './leader.ts';
import { type OpenProduct, openProduct } from './open-product.ts';
import { openAccounts, placeMany } from './place-many.ts';
import { type Haproxy, hasHaproxy, rollThrough, startHaproxy } from './rolling.ts';
import type { Fixture } from './sandbox.ts';
import { until } from './until.ts';

let product: OpenProduct;
let store: Store;
beforeAll(async () => {
  product = await openProduct({ apis: 2, workers: 2, env: { ODDS_POLL_SECONDS: '1', HANG_SECONDS: '10' } });
  store = connect(product.ownerUrl, { applicationName: 'touchline-e2e', max: 4 });
});
afterAll(async () => {
  await store?.close();
  await product?.stop();
});

const patiently = { withinMs: 60_000 };
const inTheEnd = <Found>(what: string, ask: () => Promise<Found>) =>
  until(what, () => ask().catch(() => undefined), patiently);
const answers = async (url: string) => ((await fetch(`${url}/healthz`)).ok ? true : undefined);

test('when the leading worker and an api are killed during settlement, the others continue and pay every bet once', async () => {
  const fixtures: Fixture[] = [];
  for (const place of [0, 1, 2, 3]) fixtures.push(await product.sandbox.create([`Hosts ${place}`, `Guests ${place}`]));
  const accounts = await openAccounts(product.url, store, 3);
  const placed = await placeMany(product.url, accounts, fixtures, 60);
  await kickOffAll(product, fixtures);
  const leader = await leaderOf(product);
  for (const fixture of fixtures) await product.sandbox.finish(fixture, 2, 1);
  await until('the first payouts', async () => ((await settlementEvents(store)).size > 0 ? true : undefined), {
    ...patiently,
    everyMs: 2,
  });
  strike(leader, 'SIGKILL');
  strike(product.apis[1], 'SIGKILL');

  expect(await inTheEnd('matches through the proxy', () => matchesOf(product.url))).not.toEqual([]);
  await inTheEnd('a login through the proxy', () => logIn(product.url, demoBettor));
  await priceMoves(store, await latestChange(store));
  await until(
    'all bets to be settled',
    async () => {
      const events = await settlementEvents(store);
      return placed.every(({ betId }) => events.has(betId)) ? true : undefined;
    },
    patiently,
  );
  for (const { url } of product.apis) await inTheEnd(`${url} to answer again`, () => answers(url));
  await until(
    'both workers to run',
    async () => (product.workers.every(({ pid }) => pid > 0) ? true : undefined),
    patiently,
  );

  const { notOnce, wrong, wrongWallets, sumCents } = await auditPayouts(store, placed, () => ({ home: 2, away: 1 }));
  expect({ notOnce, wrong, wrongWallets, sumCents }).toEqual({ notOnce: [], wrong: [], wrongWallets: [], sumCents: 0 });
});

test('an api that hangs is bypassed, a leader that hangs is replaced, and both are restarted', async () => {
  const [api] = product.apis;
  const leader = await leaderOf(product);
  const frontSays = (state: string) => async () =>
    readFileSync(join(product.dataFolder, 'logs', 'proxy.log'), 'utf8').split(`${api?.url} is ${state}\n`).length - 1;
  const [downs, ups] = await Promise.all([frontSays('down')(), frontSays('up')()]);
  const hung = strike(api, 'SIGSTOP');
  const sleeping = strike(leader, 'SIGSTOP');
  const isLeftOut = async () => ((await frontSays('down')()) > downs ? true : undefined);
  await until('the proxy to leave it out', isLeftOut, patiently);
  for (let each = 0; each < 5; each += 1) expect(await matchesOf(product.url)).not.toEqual([]);
  await leaderOf(product, leader);
  await priceMoves(store, await latestChange(store));
  const isTakenIn = async () => ((await frontSays('up')()) > ups ? true : undefined);
  await until('the proxy to take another process in its place', isTakenIn, patiently);
  expect(api?.pid).not.toBe(hung);
  const isReplaced = async () => (leader.pid > 0 && leader.pid !== sleeping ? true : undefined);
  await until('another worker in the place of the one that hangs', isReplaced, patiently);
  await priceMoves(store, await latestChange(store));
});

describe('apis restarted in turn, and a change of leader, cut no request and lose no bet', () => {
  // `npm run bench -- rolling` does the same ten times.
  async function roll(balancer: Pick<Haproxy, 'url'> & Partial<Haproxy>): Promise<void> {
    const least = { reads: 500, bets: 100 };
    const report = await rollThrough(product, store, { ...balancer, rounds: 1, leaders: 1, least });
    expect(report.cut).toEqual([]);
    const { rows } = await store.pool.query<{ id: string }>(
      "select payload ->> 'betId' as id from ledger_events where type = 'StakeTaken'",
    );
    const taken = Map.groupBy(rows, ({ id }) => id);
    expect(report.acknowledged.filter((id) => taken.get(id)?.length !== 1)).toEqual([]);
    expect(report.acknowledged.length).toBeGreaterThan(0);
  }

  test('through the proxy of npm start', () => roll({ url: product.url }));

  test.skipIf(!hasHaproxy)('through HAProxy with the configuration of the containers', async () => {
    const haproxy = await startHaproxy(product);
    await roll(haproxy).finally(haproxy.stop);
  });
});
