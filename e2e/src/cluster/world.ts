import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../until.ts';

/** A machine of the cluster, in a network and a process namespace of its own: etcd, PostgreSQL under Patroni, Redis and a sentinel. */
export type Machine = { readonly name: string; readonly address: string; readonly folder: string };
export type Member = { readonly name: string; readonly role: string; readonly state: string };

/** Patroni's section for etcd. Debian's Patroni 3.0.2 loses acknowledged commits with `etcd3`. */
export type EtcdSection = 'etcd' | 'etcd3';

export type World = {
  readonly machines: readonly Machine[];
  /** Leads to the primary through HAProxy. */
  readonly databasePort: number;
  readonly superuser: { readonly name: string; readonly password: string };
  /** Restarts HAProxy. Only if it ends the sessions of a server that is no primary any more do clients notice by themselves. */
  readonly balance: (way: { readonly endsSessions: boolean }) => void;
  readonly members: () => Promise<readonly Member[]>;
  readonly primary: () => Promise<Machine>;
  /** Names the sentinels. */
  readonly redisUrl: string;
  readonly redisPrimary: () => Promise<Machine>;
  /** Kills Redis on these machines, and starts it again, empty. */
  readonly killRedis: (on: readonly Machine[]) => void;
  readonly startRedis: (on: readonly Machine[]) => void;
  /** Resolves when all members run and one of them confirms each commit of the primary, and all replicas of Redis are connected. */
  readonly whole: (withinMs?: number) => Promise<void>;
  readonly switchOver: () => Promise<void>;
  readonly etcdLeader: () => Promise<Machine>;
  /** Process ids, as seen from outside the machine's namespace. */
  readonly processes: (machine: Machine) => readonly Process[];
  readonly powerOff: (machine: Machine) => void;
  readonly powerOn: (machine: Machine) => void;
  /** Takes a machine off the network, and puts it back. Neither side gets a reset. */
  readonly unplug: (machine: Machine) => void;
  readonly plugIn: (machine: Machine) => void;
  /** Fills the disk of a machine's database, and frees it. */
  readonly fillDisk: (machine: Machine) => void;
  readonly freeDisk: (machine: Machine) => void;
  /** Moves a machine's clock for PostgreSQL and Patroni, by so many seconds from the real time. */
  readonly setClock: (machine: Machine, seconds: number) => void;
};
type Process = { readonly pid: number; readonly parent: number; readonly command: string };

const superuser = { name: 'postgres', password: 'superuser-password' };
const databasePort = 5000;
const redisPassword = 'redis-password';
const [redisPort, sentinelPort] = [6379, 26379];
const apiOfPatroni = 8008;
/** `nobody`: neither PostgreSQL nor initdb runs as root. */
const account = '65534';
const asAccount = `setpriv --reuid ${account} --regid ${account} --clear-groups --inh-caps=-all`;
/** libfaketime, which gives one program another clock. */
export const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';
export const faketimeSettings = { FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' } as const;
const binaries = '/usr/lib/postgresql/15/bin';
const machineDiskMb = 700;

const execute = promisify(execFile);
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });

/**
 * Starts three machines on a bridge without an uplink, and HAProxy before their PostgreSQL. Must run inside namespaces of its own for
 * network, mounts and processes: everything ends and vanishes with them.
 * @param folder an empty folder, for the data of all machines
 */
export async function startWorld(folder: string, section: EtcdSection): Promise<World> {
  const machines = ['n1', 'n2', 'n3'].map((name, at) => ({
    name,
    address: `192.0.2.${11 + at}`,
    folder: join(folder, name),
  }));
  const powers = startMachines(machines, section);
  let haproxy = startHaproxy(folder, machines, true);
  const redis = redisOf(machines, powers.processes);
  const patroni = patroniClusterOf(machines);
  const isWhole = async (): Promise<boolean> => (await redis.isRedisWhole()) && (await patroni.isDatabaseWhole());
  return {
    machines,
    databasePort,
    superuser,
    redisUrl: `redis://:${redisPassword}@${machines.map(({ address }) => address).join()}/0?sentinel=touchline`,
    balance: ({ endsSessions }) => {
      haproxy.kill('SIGKILL');
      haproxy = startHaproxy(folder, machines, endsSessions);
    },
    ...powers,
    ...redis,
    ...patroni,
    whole: (withinMs = 300_000) =>
      until('all members of the cluster to run', async () => ((await isWhole()) ? true : undefined), {
        withinMs,
        everyMs: 500,
      }).then(() => undefined),
    etcdLeader: () =>
      until('a leader of etcd', async () => {
        for (const machine of machines) {
          const answer = await ask(`http://${machine.address}:2379/v2/stats/self`);
          if ((answer as { state?: string } | undefined)?.state === 'StateLeader') return machine;
        }
        return undefined;
      }),
    fillDisk: ({ folder: home }) => {
      // `dd` ends with an error, as it should.
      execFileSync('sh', ['-c', `dd if=/dev/zero of=${home}/pg/filler bs=1M 2>/dev/null; true`]);
    },
    freeDisk: ({ folder: home }) => void run('rm', '-f', `${home}/pg/filler`),
    setClock: ({ folder: home }, seconds) => writeClock(join(home, 'clock'), seconds),
  };
}

/** Puts the machines on a bridge and starts them. Returns their power switches and plugs. */
function startMachines(machines: readonly Machine[], section: EtcdSection) {
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'br0', 'type', 'bridge');
  run('ip', 'address', 'add', '192.0.2.20/24', 'dev', 'br0');
  run('ip', 'link', 'set', 'br0', 'up');
  const powered = new Map<Machine, number>();
  const unplug = ({ name }: Machine) => void run('ip', 'link', 'set', `v${name}`, 'nomaster');
  const plugIn = ({ name }: Machine) => void run('ip', 'link', 'set', `v${name}`, 'master', 'br0');
  const start = (machine: Machine): void => {
    const output = openSync(join(machine.folder, 'log'), 'a');
    const { pid } = spawn('ip', ['netns', 'exec', machine.name, ...own, 'sh', join(machine.folder, 'start.sh')], {
      stdio: ['ignore', output, output],
    });
    powered.set(machine, pid ?? 0);
  };
  for (const machine of machines) {
    const { name, address } = machine;
    run('ip', 'netns', 'add', name);
    run('ip', 'link', 'add', `v${name}`, 'type', 'veth', 'peer', 'name', 'e0', 'netns', name);
    plugIn(machine);
    run('ip', 'link', 'set', `v${name}`, 'up');
    run('ip', '-n', name, 'address', 'add', `${address}/24`, 'dev', 'e0');
    run('ip', '-n', name, 'link', 'set', 'e0', 'up');
    run('ip', '-n', name, 'link', 'set', 'lo', 'up');
    prepareMachine(machine, machines, section);
  }
  for (const machine of machines) start(machine);
  return {
    unplug,
    plugIn,
    powerOff: (machine: Machine): void => {
      // A machine without power does not refuse connections either.
      unplug(machine);
      process.kill(powered.get(machine) ?? 0, 'SIGKILL');
    },
    powerOn: (machine: Machine): void => {
      plugIn(machine);
      start(machine);
    },
    processes: (machine: Machine): readonly Process[] => processesBelow(powered.get(machine) ?? 0),
  };
}

function redisOf(machines: readonly Machine[], processes: World['processes']) {
  const askRedis = async (
    machine: Machine,
    port: number,
    ...command: readonly string[]
  ): Promise<readonly string[]> => {
    const login = ['-h', machine.address, '-p', String(port), '-a', redisPassword, '--no-auth-warning'];
    const { stdout } = await execute('redis-cli', [...login, ...command], { timeout: 2_000 });
    return stdout.trim().split('\n');
  };
  const redisPrimary = (): Promise<Machine> =>
    until('a primary of Redis', async () => {
      for (const machine of machines) {
        const [address] = await askRedis(
          machine,
          sentinelPort,
          'sentinel',
          'get-master-addr-by-name',
          'touchline',
        ).catch(() => []);
        const primary = machines.find((each) => each.address === address);
        if (primary) return primary;
      }
      return undefined;
    });
  return {
    redisPrimary,
    isRedisWhole: async (): Promise<boolean> => {
      const primary = await redisPrimary();
      const [role, , ...replicas] = await askRedis(primary, redisPort, 'role').catch(() => []);
      return role === 'master' && machines.every((each) => each === primary || replicas.includes(each.address));
    },
    killRedis: (on: readonly Machine[]): void => {
      for (const machine of on) {
        writeFileSync(join(machine.folder, 'no-redis'), '');
        for (const { pid, command } of processes(machine)) if (command === 'redis-server') process.kill(pid, 'SIGKILL');
      }
    },
    startRedis: (on: readonly Machine[]): void => {
      for (const { folder } of on) rmSync(join(folder, 'no-redis'));
    },
  };
}

/** PostgreSQL as Patroni and its primary see it. */
function patroniClusterOf(machines: readonly Machine[]) {
  const members = async (): Promise<readonly Member[]> => {
    const answers = await Promise.all(machines.map(({ address }) => ask(`http://${address}:${apiOfPatroni}/cluster`)));
    return (
      (answers.find((answer) => answer !== undefined) as { members?: readonly Member[] } | undefined)?.members ?? []
    );
  };
  return {
    members,
    primary: (): Promise<Machine> =>
      until('a primary', async () => {
        const answers = await Promise.all(
          machines.map(async (each) => [each, await ask(`http://${each.address}:${apiOfPatroni}/primary`)] as const),
        );
        return answers.find(([, answer]) => answer !== undefined)?.[0];
      }),
    // Patroni reports a member as running while it still repeats what it missed.
    isDatabaseWhole: async (): Promise<boolean> => {
      const all = await members();
      if (all.length < machines.length || !all.some(({ role }) => role === 'sync_standby')) return false;
      return isReplicating(machines.length - 1);
    },
    switchOver: async (): Promise<void> => {
      const all = await members();
      const leader = all.find(({ role }) => role === 'leader')?.name;
      const candidate = all.find(({ role }) => role === 'sync_standby')?.name;
      const machine = machines.find(({ name }) => name === leader);
      const answer = await fetch(`http://${machine?.address}:${apiOfPatroni}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader, candidate }),
      });
      if (!answer.ok) throw new Error(`Patroni refused to switch over: ${answer.status} ${await answer.text()}`);
    },
  };
}

/** Whether the primary streams to so many standbys, one of which confirms each commit. */
async function isReplicating(standbys: number): Promise<boolean> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: databasePort, user: superuser.name, password: superuser.password },
    ...{ database: 'postgres', connectionTimeoutMillis: 2_000, query_timeout: 2_000 },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ state: string; sync: string }>(
      'select state, sync_state as sync from pg_stat_replication',
    );
    const streaming = rows.filter(({ state }) => state === 'streaming');
    return streaming.length === standbys && streaming.some(({ sync }) => sync === 'sync');
  } catch {
    return false;
  } finally {
    client.connection.stream.destroy();
  }
}

/** A mount namespace hides the shared memory of the others, which has names in common. */
const own = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;

function prepareMachine(machine: Machine, all: readonly Machine[], section: EtcdSection): void {
  const { name, address, folder } = machine;
  mkdirSync(join(folder, 'pg'), { recursive: true });
  run(
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `size=${machineDiskMb}m,mode=755,uid=${account},gid=${account}`,
    'tmpfs',
    join(folder, 'pg'),
  );
  for (const each of ['etcd', 'run']) mkdirSync(join(folder, each), { mode: 0o700 });
  const peers = all.map((each) => `${each.name}=http://${each.address}:2380`).join();
  const etcd = [
    `etcd --name ${name} --data-dir ${folder}/etcd --enable-v2 --log-level warn --initial-cluster-token touchline`,
    `--listen-client-urls http://${address}:2379,http://127.0.0.1:2379 --advertise-client-urls http://${address}:2379`,
    `--listen-peer-urls http://${address}:2380 --initial-advertise-peer-urls http://${address}:2380`,
    `--initial-cluster ${peers} --heartbeat-interval 100 --election-timeout 1000`,
  ].join(' ');
  writeFileSync(join(folder, 'patroni.yml'), JSON.stringify(patroniOf(machine, all, section), undefined, 2));
  const usual = ['dir run', `bind ${address} 127.0.0.1`, `requirepass ${redisPassword}`];
  const [first] = all;
  const follows = first === undefined || first === machine ? [] : [`replicaof ${first.address} ${redisPort}`];
  const redis = [
    ...usual,
    `port ${redisPort}`,
    'save ""',
    `masterauth ${redisPassword}`,
    'maxmemory-policy noeviction',
    ...follows,
  ];
  const sentinel = [
    ...usual,
    `port ${sentinelPort}`,
    `sentinel monitor touchline ${first?.address} ${redisPort} 2`,
    `sentinel auth-pass touchline ${redisPassword}`,
    `sentinel sentinel-pass ${redisPassword}`,
    'sentinel down-after-milliseconds touchline 5000',
    'sentinel failover-timeout touchline 10000',
  ];
  writeFileSync(join(folder, 'redis.conf'), `${redis.join('\n')}\n`);
  writeFileSync(join(folder, 'sentinel.conf'), `${sentinel.join('\n')}\n`);
  writeClock(join(folder, 'clock'), 0);
  // Patroni's own sleeps fail under libfaketime, so that only PostgreSQL has the other clock.
  mkdirSync(join(folder, 'bin'));
  for (const each of readdirSync(binaries)) symlinkSync(join(binaries, each), join(folder, 'bin', each));
  symlinkSync('/usr/bin/redis-server', join(folder, 'bin', 'redis-sentinel'));
  if (existsSync(faketime)) {
    rmSync(join(folder, 'bin', 'postgres'));
    const variables = { FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'), ...faketimeSettings };
    const clock = Object.entries(variables)
      .map((each) => each.join('='))
      .join(' ');
    const wrapper = `#!/bin/sh\nexec env LD_PRELOAD=${faketime} ${clock} ${binaries}/postgres "$@"\n`;
    writeFileSync(join(folder, 'bin', 'postgres'), wrapper, { mode: 0o755 });
  }
  // What ends is started again, as systemd does.
  writeFileSync(
    join(folder, 'start.sh'),
    `mount -t tmpfs -o mode=1777 tmpfs /dev/shm
cd ${folder}
while :; do ${asAccount} ${etcd}; sleep 1; done &
while :; do [ -e no-redis ] || ${asAccount} redis-server redis.conf; sleep 1; done &
while :; do ${asAccount} bin/redis-sentinel sentinel.conf; sleep 1; done &
while :; do ${asAccount} env PYTHONDONTWRITEBYTECODE=1 HOME=${folder}/run patroni ${folder}/patroni.yml; sleep 1; done &
wait
`,
  );
  run('chown', '-R', `${account}:${account}`, folder);
}

/** Sets the clock of the programs that read it from this file, by so many seconds from the real time. */
export function writeClock(file: string, seconds: number): void {
  writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}\n`);
}

function patroniOf({ name, address, folder }: Machine, all: readonly Machine[], section: EtcdSection): object {
  const ttl = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
  return {
    scope: 'touchline',
    name,
    restapi: { listen: `${address}:${apiOfPatroni}`, connect_address: `${address}:${apiOfPatroni}` },
    [section]: { hosts: all.map((each) => `${each.address}:2379`) },
    bootstrap: {
      dcs: {
        ...ttl,
        maximum_lag_on_failover: 1_048_576,
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          // A new primary makes the slots of the others only in Patroni's next round, and until one follows nothing is committed.
          use_slots: false,
          parameters: {
            max_connections: 300,
            shared_buffers: '64MB',
            max_wal_size: '256MB',
            wal_keep_size: '128MB',
            wal_log_hints: 'on',
            hot_standby: 'on',
            tcp_keepalives_idle: 5,
            tcp_keepalives_interval: 2,
            tcp_keepalives_count: 3,
            tcp_user_timeout: 10_000,
            wal_sender_timeout: '8s',
            wal_receiver_timeout: '8s',
            wal_retrieve_retry_interval: '500ms',
            jit: 'off',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication replicator 192.0.2.0/24 scram-sha-256',
        'host all all 192.0.2.0/24 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: `${folder}/pg/data`,
      bin_dir: `${folder}/bin`,
      pgpass: `${folder}/run/pgpass`,
      authentication: {
        superuser: { username: superuser.name, password: superuser.password },
        replication: { username: 'replicator', password: 'replicator-password' },
        rewind: { username: 'rewinder', password: 'rewinder-password' },
      },
      parameters: { unix_socket_directories: `${folder}/run` },
    },
    watchdog: { mode: 'off' },
  };
}

function startHaproxy(folder: string, machines: readonly Machine[], endsSessions: boolean): ChildProcess {
  const file = join(folder, 'haproxy.cfg');
  const servers = machines.map(({ name, address }) => `  server ${name} ${address}:5432 check port ${apiOfPatroni}`);
  writeFileSync(
    file,
    `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
  timeout check 5s
  timeout client-fin 10s
  option clitcpka
  option srvtcpka
listen postgres
  bind 127.0.0.1:${databasePort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1${endsSessions ? ' on-marked-down shutdown-sessions' : ''}
${servers.join('\n')}
`,
  );
  return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}

/** @returns the JSON of a successful answer */
async function ask(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

function processesBelow(top: number): readonly Process[] {
  const all = allProcesses();
  const found: Process[] = [];
  const below = (parent: number): void => {
    for (const each of all.filter((one) => one.parent === parent)) {
      found.push(each);
      below(each.pid);
    }
  };
  below(top);
  return found;
}

function allProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, command = '', rest = ''] =
          /^\d+ \((.*)\) \S (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
        return [{ pid: Number(pid), parent: Number.parseInt(rest, 10), command }];
      } catch {
        // It has just ended.
        return [];
      }
    });
}
