import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilInTime as until } from './chaos/converge.ts';
import { openScenario, type Scenario } from './chaos/scenario.ts';
import { doneTwice } from './chaos/wallet-history.ts';
import { allIsWell, proveMoney } from './prove-money.ts';

const guests = 1_000;
const stalledForMs = 20_000;
const stoppedForMs = 10_000;

let scenario: Scenario;
let stalledAt = 0;
beforeAll(async () => {
  scenario = await openScenario({ guests });
});
afterAll(() => scenario?.close());

/** Nothing that was ever shown was older than what was shown before. */
const expectNoFaults = async () => expect(await scenario.faults()).toEqual([]);

test('killing an api with a thousand guests interrupts them briefly and shows no older price', async () => {
  const [, second] = scenario.cluster.nodes;
  scenario.screens.stalled.relay.stall();
  stalledAt = performance.now();
  await second?.kill('SIGKILL');
  await scenario.converged('everyone who was on the node that died', scenario.moving());
  await second?.restart();
  await expectNoFaults();
});

test('cutting the listening database connections, and then all of them, loses nothing', async () => {
  const { pool } = scenario.cluster.owner;
  const connections = 'from pg_stat_activity where application_name like $1 and datname = current_database()';
  const open = async (name: string) => (await pool.query(`select ${connections}`, [name])).rowCount;
  const cut = async (name: string) =>
    (await pool.query(`select pg_terminate_backend(pid) ${connections}`, [name])).rowCount ?? 0;
  // The node that was started again answers before it listens. Each listens for matches and for changed roles.
  await until('all three to listen', async () => ((await open('touchline-replica')) === 6 ? true : undefined));
  expect(await cut('touchline-replica')).toBe(6);
  expect(await cut('touchline-fan-out')).toBeGreaterThanOrEqual(3);
  await scenario.converged('everyone after the listeners were cut', scenario.moving());
  expect(await cut('touchline%')).toBeGreaterThan(10);
  await scenario.converged('everyone after all connections were cut', scenario.moving());
  await expectNoFaults();
});

test('when the worker is killed during payouts another takes over and pays no bet twice', async () => {
  const { final, bets } = await scenario.placeFinal();
  const wallet = await scenario.lockWallet();
  const leader = await scenario.leader();
  try {
    await scenario.finishFinal(final);
    await wallet.untilWorkerWaits();
    await leader.kill('SIGKILL');
    expect(await scenario.settled(bets)).toBeLessThan(bets.length);
  } finally {
    await wallet.release();
  }
  const began = performance.now();
  await until('all bets to be settled', async () =>
    (await scenario.settled(bets)) === bets.length ? true : undefined,
  );
  scenario.say(`the other worker had settled everything ${Math.round(performance.now() - began)} ms after the kill`);
  await scenario.converged('everyone after the worker died', scenario.moving());
  await leader.restart();
  expect(await doneTwice(scenario.cluster.store)).toEqual([]);
  await expectNoFaults();
});

test('screens leave an api that hangs, and it shows no old list when it resumes', async () => {
  const [first, second, third] = scenario.cluster.nodes;
  if (!first || !second || !third) throw new Error('three nodes are needed');
  const { mover } = scenario.screens;
  const { pid } = third;
  // New connections go elsewhere, as behind a balancer. The old ones stay open and silent.
  for (const screen of scenario.on(third)) screen.relay.connectTo([first.url, second.url]);
  process.kill(pid, 'SIGSTOP');
  const stoppedAt = performance.now();
  await scenario.converged('everyone, also who was on the node that hangs', scenario.moving());
  await until('the node to be out of date', async () =>
    performance.now() - stoppedAt > stoppedForMs ? true : undefined,
  );

  // The node cannot read when it resumes, so a returning screen finds the list from before.
  const lock = await scenario.lockMatches();
  try {
    mover.relay.connectTo([third.url]);
    mover.relay.cut();
    await until('the mover to call on it', async () => (mover.state().includes('reconnecting') ? true : undefined));
    process.kill(pid, 'SIGCONT');
    await until('the mover to have heard of it', async () =>
      mover.unanswered() > 0 || mover.state().includes('current') ? true : undefined,
    );
  } finally {
    await lock.release();
  }
  await scenario.converged('everyone, also on the node that woke', scenario.moving());
  await expectNoFaults();
});

test('a screen whose network stalls for 20 seconds notices, and catches up afterwards', async () => {
  const { stalled } = scenario.screens;
  await until('the stalled screen to know it', async () =>
    /silent|reconnecting/.test(stalled.state()) ? true : undefined,
  );
  await until('twenty seconds', async () => (performance.now() - stalledAt > stalledForMs ? true : undefined));
  stalled.relay.flow();
  await scenario.converged('everyone, also who was stalled', scenario.everyone());
  await expectNoFaults();
});

test('afterwards no balance went backwards, no bet is lost or doubled, and no cent is missing', async () => {
  await scenario.load.stop();
  await scenario.converged('everyone when nothing is bet any more', scenario.everyone());
  expect(await scenario.wrongWallets()).toEqual([]);
  expect(await scenario.lostBets()).toEqual([]);
  expect(await scenario.betsTooMany()).toEqual([]);
  expect(await doneTwice(scenario.cluster.store)).toEqual([]);
  expect(await proveMoney(scenario.cluster.product)).toEqual(allIsWell);
  scenario.printSummary();
  await expectNoFaults();
});
