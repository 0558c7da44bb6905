import { setTimeout as pause } from 'node:timers/promises';
import type { ManagedProcess, Product } from '@touchline/launch/start-product';
import { strike } from '../leader.ts';
import type { RelayThread } from './relay-thread.ts';
import type { Machine, World } from './world.ts';

export type Fault = {
  readonly name: string;
  /** Seconds without bets that are allowed. */
  readonly goal: number;
  /** Counts from the end of the fault, if no bet can be taken during it. */
  readonly counts?: 'after' | undefined;
  /** How long it lasts at least. */
  readonly lastsMs: number;
  /** Returns how to end it. */
  readonly begin: () => Promise<() => Promise<void> | void>;
  /** Restores what is not part of the fault, once betting is back. */
  readonly afterwards?: () => void;
};
export type FaultTargets = {
  readonly world: World;
  readonly product: Product;
  readonly leader: () => Promise<ManagedProcess>;
  /** Between the product and PostgreSQL. */
  readonly databaseLine: RelayThread;
  /** Moves the clock of every process of the product, by so many seconds from the real time. */
  readonly setProductClock: (seconds: number) => void;
  /** Restarts the apis and the workers as a deploy does. */
  readonly deploy: () => Promise<void>;
};

/** Patroni's ttl, and ten seconds. */
const lostMachine = 30;
const usual = 5;
const nothing = (): void => {};

/** Everything that is broken, one after the other. */
export const faultsOf = (targets: FaultTargets): readonly Fault[] => [
  ...failoversOf(targets),
  ...redisFaultsOf(targets),
  ...lostMachinesOf(targets),
  ...productFaultsOf(targets),
];

function failoversOf({ world }: FaultTargets): readonly Fault[] {
  return [
    {
      // First: later on, screens would drop the matches that ended five minutes ago, and not get them back.
      // The worker confirms prices by the new clock at its next poll; those of matches in play look old until the clock is back.
      name: 'clock of the primary 5 minutes ahead for 10 s',
      goal: usual,
      counts: 'after',
      lastsMs: 10_000,
      begin: async () => {
        const primary = await world.primary();
        world.setClock(primary, 300);
        return () => world.setClock(primary, 0);
      },
    },
    {
      name: 'kill -9 of the postmaster',
      goal: 10,
      lastsMs: 8_000,
      begin: async () => {
        const primary = await world.primary();
        const all = world.processes(primary).filter(({ command }) => command === 'postgres');
        const postmaster = all.find(({ parent }) => !all.some(({ pid }) => pid === parent));
        process.kill(postmaster?.pid ?? 0, 'SIGKILL');
        return nothing;
      },
    },
    {
      name: 'switchover',
      goal: 5,
      lastsMs: 8_000,
      begin: async () => {
        await world.switchOver();
        return nothing;
      },
    },
    {
      name: 'etcd leader killed',
      goal: usual,
      lastsMs: 6_000,
      begin: async () => {
        signal(world, await world.etcdLeader(), 'SIGKILL', 'etcd');
        return nothing;
      },
    },
  ];
}

function redisFaultsOf({ world }: FaultTargets): readonly Fault[] {
  return [
    {
      name: 'primary of Redis killed',
      goal: usual,
      lastsMs: 15_000,
      begin: async () => {
        const primary = await world.redisPrimary();
        world.killRedis([primary]);
        return () => world.startRedis([primary]);
      },
    },
    {
      name: 'primary of Redis frozen',
      goal: usual,
      lastsMs: 20_000,
      begin: async () => {
        const primary = await world.redisPrimary();
        signal(world, primary, 'SIGSTOP', 'redis-server');
        return () => signal(world, primary, 'SIGCONT', 'redis-server');
      },
    },
    {
      // Nothing is polled without Redis, so prices may be stale before it is back.
      name: 'all of Redis killed for 4 s',
      goal: usual,
      counts: 'after',
      lastsMs: 4_000,
      begin: async () => {
        world.killRedis(world.machines);
        return () => world.startRedis(world.machines);
      },
    },
  ];
}

/** A primary, or its standby, that stops answering in one of the ways in which machines do. */
function lostMachinesOf({ world }: FaultTargets): readonly Fault[] {
  return [
    {
      name: 'primary frozen',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        const primary = await world.primary();
        signal(world, primary, 'SIGSTOP');
        return () => signal(world, primary, 'SIGCONT');
      },
    },
    {
      name: 'PostgreSQL of the primary frozen, its Patroni not',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        const primary = await world.primary();
        signal(world, primary, 'SIGSTOP', 'postgres');
        return () => signal(world, primary, 'SIGCONT', 'postgres');
      },
    },
    {
      name: 'primary partitioned',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        const primary = await world.primary();
        world.unplug(primary);
        return () => world.plugIn(primary);
      },
    },
    {
      // Clients stay connected to the former primary, which is a standby once it is back.
      name: 'primary partitioned, and HAProxy keeps sessions',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        world.balance({ endsSessions: false });
        await pause(3_000);
        const primary = await world.primary();
        world.unplug(primary);
        return () => world.plugIn(primary);
      },
      afterwards: () => world.balance({ endsSessions: true }),
    },
    {
      name: 'power loss of the primary',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        const primary = await world.primary();
        world.powerOff(primary);
        return () => world.powerOn(primary);
      },
    },
    {
      name: 'power loss of the synchronous standby',
      goal: lostMachine,
      lastsMs: 8_000,
      begin: async () => {
        const standby = (await world.members()).find(({ role }) => role === 'sync_standby')?.name;
        const machine = world.machines.find(({ name }) => name === standby);
        if (!machine) throw new Error('there is no synchronous standby');
        world.powerOff(machine);
        return () => world.powerOn(machine);
      },
    },
    {
      name: 'disk of the database full for 6 s',
      goal: usual,
      counts: 'after',
      lastsMs: 6_000,
      begin: async () => {
        const primary = await world.primary();
        world.fillDisk(primary);
        return () => world.freeDisk(primary);
      },
    },
  ];
}

function productFaultsOf({ product, leader, databaseLine, setProductClock, deploy }: FaultTargets): readonly Fault[] {
  return [
    {
      name: 'clock of the product 5 minutes behind for 20 s',
      goal: usual,
      lastsMs: 20_000,
      begin: async () => {
        setProductClock(-300);
        return () => setProductClock(0);
      },
    },
    {
      name: 'clock of the product 5 minutes ahead for 20 s',
      goal: usual,
      lastsMs: 20_000,
      begin: async () => {
        setProductClock(300);
        return () => setProductClock(0);
      },
    },
    {
      name: 'line to the database silent for 8 s',
      goal: usual,
      counts: 'after',
      lastsMs: 8_000,
      begin: async () => {
        databaseLine.stall();
        return () => databaseLine.flow();
      },
    },
    {
      name: 'kill -9 of an api',
      goal: usual,
      lastsMs: 4_000,
      begin: async () => {
        strike(product.apis[0], 'SIGKILL');
        return nothing;
      },
    },
    {
      name: 'kill -9 of the leading worker',
      goal: usual,
      lastsMs: 4_000,
      begin: async () => {
        strike(await leader(), 'SIGKILL');
        return nothing;
      },
    },
    {
      name: 'rolling restart of apis and workers',
      goal: 1,
      lastsMs: 0,
      begin: async () => {
        await deploy();
        return nothing;
      },
    },
    {
      name: 'database 100 ms away for 8 s',
      goal: usual,
      lastsMs: 8_000,
      begin: async () => {
        databaseLine.slow(50);
        return () => databaseLine.slow(0);
      },
    },
  ];
}

/** Sends a signal to the processes of a machine, or to those whose command is meant. */
function signal(world: World, machine: Machine, name: NodeJS.Signals, command?: string): void {
  for (const each of world.processes(machine)) {
    if (command === undefined || each.command === command) process.kill(each.pid, name);
  }
}

export type Recovery = { readonly begun: number; readonly ended: number; readonly isBack: boolean };

/** How long the product may need until bets are taken again. */
const backWithinMs = 300_000;
/** So many bets that were sent after the fault began, or ended, say that betting is back. */
const enough = 16;

/** Breaks one thing, waits until bets are taken, repairs it, and waits until bets are taken and the cluster is whole again. */
export async function live(
  fault: Fault,
  { world }: FaultTargets,
  takenSince: (at: number) => number,
): Promise<Recovery> {
  const begun = Date.now();
  const end = await fault.begin();
  await pause(fault.lastsMs);
  const isBack = async (since: number): Promise<boolean> => {
    for (const until = Date.now() + backWithinMs; Date.now() < until; await pause(200)) {
      if (takenSince(since) >= enough) return true;
    }
    return false;
  };
  const wasBack = fault.counts === 'after' || (await isBack(begun + fault.lastsMs));
  const repaired = Date.now();
  await end();
  const isWhole = await world.whole().then(
    () => true,
    () => false,
  );
  const isBackNow = await isBack(Date.now());
  const ended = Date.now();
  fault.afterwards?.();
  return {
    begun: fault.counts === 'after' ? repaired : begun,
    ended,
    isBack: wasBack && isWhole && isBackNow,
  };
}
