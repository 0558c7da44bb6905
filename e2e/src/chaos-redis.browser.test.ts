import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilInTime as until } from './chaos/converge.ts';
import { isRedisThere, type MortalRedis, startMortalRedis } from './chaos/redis.ts';
import { openScenario, type Scenario } from './chaos/scenario.ts';
import { doneTwice } from './chaos/wallet-history.ts';
import { allIsWell, proveMoney } from './prove-money.ts';

const isThere = isRedisThere();
let redis: MortalRedis;
let scenario: Scenario;
beforeAll(async () => {
  if (!isThere) return;
  redis = await startMortalRedis();
  scenario = await openScenario({ guests: 0, env: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await scenario?.close();
  await redis?.stop();
});

test.runIf(isThere)('killing Redis and restarting it empty stops no bet, and every screen catches up', async () => {
  const placed = () => scenario.load.placed.size;
  await redis.kill();
  const before = placed();
  await until('bets without Redis', async () => (placed() >= before + 5 ? true : undefined));
  await redis.restart();
  await scenario.converged('everyone after Redis came back empty', scenario.everyone());
  const after = placed();
  await until('bets with the new Redis', async () => (placed() >= after + 5 ? true : undefined));
  expect(await scenario.faults()).toEqual([]);
});

test.runIf(isThere)(
  'after an api and the leading worker are killed, others take over their work through Redis',
  async () => {
    const [first] = scenario.cluster.nodes;
    const leader = await scenario.leader();
    await Promise.all([first?.kill('SIGKILL'), leader.kill('SIGKILL')]);
    await scenario.converged('everyone after a node and the leader died', scenario.everyone());
    await Promise.all([first?.restart(), leader.restart()]);
    expect(await scenario.faults()).toEqual([]);
  },
);

test.runIf(isThere)(
  'afterwards no balance went backwards, no bet is lost or doubled, and no cent is missing',
  async () => {
    await scenario.load.stop();
    expect(await scenario.wrongWallets()).toEqual([]);
    expect(await scenario.lostBets()).toEqual([]);
    expect(await scenario.betsTooMany()).toEqual([]);
    expect(await doneTwice(scenario.cluster.store)).toEqual([]);
    expect(await proveMoney(scenario.cluster.product)).toEqual(allIsWell);
    scenario.printSummary();
  },
);
