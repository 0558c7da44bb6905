import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilInTime as until } from './chaos/converge.ts';
import { openScene, type Scene } from './chaos/scene.ts';
import { doneTwice } from './chaos/wallet-history.ts';
import { allIsWell, proveMoney } from './prove-money.ts';

const guests = 1_000;
const stalledForMs = 20_000;
const stoppedForMs = 10_000;

let scene: Scene;
let stalledAt = 0;
beforeAll(async () => {
  scene = await openScene({ guests });
});
afterAll(() => scene?.close());

/** Nothing that was ever shown was older than what was shown before. */
const expectNoFaults = async () => expect(await scene.faults()).toEqual([]);

test('a node that is killed with a thousand guests on it costs them a moment, and nobody an older price', async () => {
  const [, second] = scene.house.nodes;
  scene.screens.stalled.relay.stall();
  stalledAt = performance.now();
  await second?.kill('SIGKILL');
  await scene.converged('everybody who was on the node that died', scene.moving());
  await second?.restart();
  await expectNoFaults();
});

test('database connections that are cut, those that listen and then all of them, lose nothing', async () => {
  const { pool } = scene.house.owner;
  const connections = 'from pg_stat_activity where application_name like $1 and datname = current_database()';
  const open = async (name: string) => (await pool.query(`select ${connections}`, [name])).rowCount;
  const cut = async (name: string) =>
    (await pool.query(`select pg_terminate_backend(pid) ${connections}`, [name])).rowCount ?? 0;
  // The node that was started again answers before it listens. Each listens for matches and for changed roles.
  await until('all three to listen', async () => ((await open('touchline-replica')) === 6 ? true : undefined));
  expect(await cut('touchline-replica')).toBe(6);
  expect(await cut('touchline-fan-out')).toBeGreaterThanOrEqual(3);
  await scene.converged('everybody after the listeners were cut', scene.moving());
  expect(await cut('touchline%')).toBeGreaterThan(10);
  await scene.converged('everybody after all connections were cut', scene.moving());
  await expectNoFaults();
});

test('a worker that is killed while it pays out is followed by another, and nobody is paid twice', async () => {
  const { final, bets } = await scene.placeFinal();
  const wallet = await scene.lockWallet();
  const leader = await scene.leader();
  try {
    await scene.finishFinal(final);
    await wallet.untilWorkerWaits();
    await leader.part.kill('SIGKILL');
    expect(await scene.settled(bets)).toBeLessThan(bets.length);
  } finally {
    await wallet.release();
  }
  const began = performance.now();
  await until('all bets to be settled', async () => ((await scene.settled(bets)) === bets.length ? true : undefined));
  scene.say(`the other worker had settled everything ${Math.round(performance.now() - began)} ms after the kill`);
  await scene.converged('everybody after the worker died', scene.moving());
  await leader.part.restart();
  expect(await doneTwice(scene.house.store)).toEqual([]);
  await expectNoFaults();
});

test('a node that hangs loses those who were on it to others, and when it wakes shows its old list to nobody', async () => {
  const [first, second, third] = scene.house.nodes;
  if (!first || !second || !third) throw new Error('three nodes are needed');
  const { mover } = scene.screens;
  const { pid } = third;
  // New lines are led elsewhere, as a balancer does. Nobody cuts the old ones, which stay open and say nothing.
  for (const screen of scene.on(third)) screen.relay.leadTo([first.url, second.url]);
  process.kill(pid, 'SIGSTOP');
  const stoppedAt = performance.now();
  await scene.converged('everybody, also who was on the node that hangs', scene.moving());
  await until('the node to be out of date', async () =>
    performance.now() - stoppedAt > stoppedForMs ? true : undefined,
  );

  // The node cannot read on when it wakes, so that whoever comes back finds it with the list that it went to sleep with.
  const lock = await scene.lockMatches();
  try {
    mover.relay.leadTo([third.url]);
    mover.relay.cut();
    await until('the mover to call on it', async () => (mover.state().includes('reconnecting') ? true : undefined));
    process.kill(pid, 'SIGCONT');
    await until('the mover to have heard of it', async () =>
      mover.unanswered() > 0 || mover.state().includes('current') ? true : undefined,
    );
  } finally {
    await lock.release();
  }
  await scene.converged('everybody, also on the node that woke', scene.moving());
  await expectNoFaults();
});

test('a screen whose network stalls for twenty seconds knows it, and comes back to what there is', async () => {
  const { stalled } = scene.screens;
  await until('the stalled screen to know it', async () =>
    /silent|reconnecting/.test(stalled.state()) ? true : undefined,
  );
  await until('twenty seconds', async () => (performance.now() - stalledAt > stalledForMs ? true : undefined));
  stalled.relay.flow();
  await scene.converged('everybody, also who was stalled', scene.everybody());
  await expectNoFaults();
});

test('after all of it no balance went back, no bet was lost or taken twice, and not a cent is missing', async () => {
  await scene.load.stop();
  await scene.converged('everybody when nothing is bet any more', scene.everybody());
  expect(await scene.wrongWallets()).toEqual([]);
  expect(await scene.lostBets()).toEqual([]);
  expect(await scene.betsTooMany()).toEqual([]);
  expect(await doneTwice(scene.house.store)).toEqual([]);
  expect(await proveMoney(scene.house.product)).toEqual(allIsWell);
  scene.tell();
  await expectNoFaults();
});
