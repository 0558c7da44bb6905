import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilInTime as until } from './chaos/converge.ts';
import { isRedisThere, type MortalRedis, startMortalRedis } from './chaos/redis.ts';
import { openScene, type Scene } from './chaos/scene.ts';
import { doneTwice } from './chaos/wallet-history.ts';
import { allIsWell, proveMoney } from './prove-money.ts';

const isThere = isRedisThere();
let redis: MortalRedis;
let scene: Scene;
beforeAll(async () => {
  if (!isThere) return;
  redis = await startMortalRedis();
  scene = await openScene({ guests: 0, env: { REDIS_URL: redis.url } });
});
afterAll(async () => {
  await scene?.close();
  await redis?.stop();
});

test.runIf(isThere)('a Redis that is killed and comes back empty stops no bet, and leaves nobody behind', async () => {
  const placed = () => scene.load.placed.size;
  await redis.kill();
  const before = placed();
  await until('bets without Redis', async () => (placed() >= before + 5 ? true : undefined));
  await redis.restart();
  await scene.converged('everybody after Redis came back empty', scene.everybody());
  const after = placed();
  await until('bets with the new Redis', async () => (placed() >= after + 5 ? true : undefined));
  expect(await scene.faults()).toEqual([]);
});

test.runIf(isThere)('a node and the worker that lead are killed, and Redis hands their work to others', async () => {
  const [first] = scene.house.nodes;
  const leader = await scene.leader();
  await Promise.all([first?.kill('SIGKILL'), leader.part.kill('SIGKILL')]);
  await scene.converged('everybody after a node and the leader died', scene.everybody());
  await Promise.all([first?.restart(), leader.part.restart()]);
  expect(await scene.faults()).toEqual([]);
});

test.runIf(isThere)(
  'after it no balance went back, no bet was lost or taken twice, and not a cent is missing',
  async () => {
    await scene.load.stop();
    expect(await scene.wrongWallets()).toEqual([]);
    expect(await scene.lostBets()).toEqual([]);
    expect(await scene.betsTooMany()).toEqual([]);
    expect(await doneTwice(scene.house.store)).toEqual([]);
    expect(await proveMoney(scene.house.product)).toEqual(allIsWell);
    scene.tell();
  },
);
