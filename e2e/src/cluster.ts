/**
 * Runs the product on a real cluster on this machine, breaks one thing after the other while people bet, and compares the answers that
 * they got with the ledger: three machines with etcd, PostgreSQL, Patroni, Redis and Sentinel in network namespaces, HAProxy before
 * PostgreSQL and before three apis, two workers, the signer. Needs root and Debian's packages, which are unpacked below `.data`, not
 * installed.
 *
 *   npm run test:cluster [-- --only 'frozen|partition'] [--etcd3] [--picture docs/cluster.svg]
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLogin, prepareDatabase } from '@touchline/launch/prepare-database';
import { type Product, startProduct } from '@touchline/launch/start-product';
import { connect, type Store } from '@touchline/store/connect';
import { matchesOf } from './bettor.ts';
import { untilConverged, type Watchers } from './chaos/converge.ts';
import { isClimbing } from './chaos/load.ts';
import { openScreen, type Screen } from './chaos/screen.ts';
import { startCrowd } from './chaos/start-crowd.ts';
import { readTruth } from './chaos/truth.ts';
import { wrongWallets } from './chaos/wallet-history.ts';
import { type Fault, type FaultTargets, faultsOf, live, type Recovery } from './cluster/faults.ts';
import { checkHistory, type Effect, longestGap } from './cluster/history.ts';
import { type ClusterLoad, startClusterLoad } from './cluster/load.ts';
import { drawThroughput } from './cluster/picture.ts';
import { openRelayThread, type RelayThread } from './cluster/relay-thread.ts';
import { faketime, faketimeSettings, startWorld, type World, writeClock } from './cluster/world.ts';
import { startHaproxy } from './haproxy.ts';
import { leaderOf } from './leader.ts';
import type { OpenProduct } from './open-product.ts';
import { openAccounts } from './place-many.ts';
import { sandboxAt } from './sandbox.ts';
import { until } from './until.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, etcd3: { type: 'boolean', default: false }, picture: { type: 'string' } },
});
const root = join(import.meta.dirname, '..', '..');
const data = join(root, '.data', 'cluster');
const packages = ['patroni', 'etcd-server', 'postgresql-15', 'haproxy', 'redis-server', 'libfaketime', 'iproute2'];
const { CLUSTER_FOLDER: folder } = process.env;
const longestMs = 1_800_000;
const teams = 4;
const guests = 12;
const keys = {
  ODDS_API_KEY: randomBytes(16).toString('hex'),
  MOLLIE_API_KEY: `test_${randomBytes(20).toString('hex')}`,
};
const [sandboxPort, smtpPort] = [4010, 4025];
const providers = (sandboxUrl: string) => ({
  ...keys,
  PORT: '4000',
  PUBLIC_URL: 'http://localhost:4000',
  ODDS_API_URL: sandboxUrl,
  ODDS_POLL_SECONDS: '2',
  ODDS_CREDITS_PER_MONTH: '1000000',
  MOLLIE_API_URL: sandboxUrl,
  DEPOSIT_SWEEP_SECONDS: '20',
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  LEAKED_PASSWORDS: 'accept',
  TOKEN_MINUTES: '120',
  SIGN_SECONDS: '2',
  CHECKPOINT_MINUTES: '1',
  // On a busy machine a process that waits for the CPU is not one that hangs.
  HANG_SECONDS: '0',
});
const paidTemplate = { kind: 'credit', start: 0, end: 0 } as const;
const begun = Date.now();
const say = (line: string) => process.stdout.write(`${line}\n`);
const sayAt = (line: string) => say(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(4)} s  ${line}`);

process.exit(folder === undefined ? await enter() : await runCluster(folder).finally(() => keepLogs(folder)));

/** Unpacks the packages and starts this program again in namespaces of its own, which end with it. */
async function enter(): Promise<number> {
  const missing = whatIsMissing() ?? unpack();
  if (missing !== undefined) {
    say(`The cluster was not tried: ${missing}.`);
    return 0;
  }
  const own = mkdtempSync(join(tmpdir(), 'touchline-cluster-'));
  // No process in the namespaces reaches the machine's network; the mounts vanish with the namespace.
  const inside = `set -e
mount --make-rprivate /
mount -t tmpfs -o size=6g,mode=755 tmpfs "$CLUSTER_FOLDER"
mount -t overlay overlay -o "lowerdir=$CLUSTER_PACKAGES/usr:/usr" /usr
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
"$@"
exit $?`;
  const child = spawn(
    'setpriv',
    [
      // Nothing outlives this process.
      ...['--pdeathsig', 'KILL', 'unshare'],
      ...['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', inside, 'cluster'],
      ...[process.execPath, import.meta.filename, ...process.argv.slice(2)],
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, CLUSTER_FOLDER: own, CLUSTER_PACKAGES: join(data, 'root') },
    },
  );
  const late = setTimeout(() => child.kill('SIGKILL'), longestMs);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill('SIGKILL'));
  const code = await new Promise<number>((done) => child.once('exit', (ended) => done(ended ?? 1)));
  clearTimeout(late);
  rmSync(own, { recursive: true, force: true });
  return code;
}

function whatIsMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs root on Linux';
  const tools = ['apt-get', 'dpkg', 'unshare', 'setpriv'].filter((tool) => spawnSync('which', [tool]).status !== 0);
  if (tools.length > 0) return `it needs ${tools.join(', ')}`;
  const tried = spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', '--mount-proc', 'true']);
  return tried.status === 0 ? undefined : 'this machine does not allow namespaces';
}

/** Unpacks Debian's packages that are not installed; nothing in them is run or started. */
function unpack(): string | undefined {
  const unpacked = join(data, 'root', 'usr', 'bin', 'patroni');
  if (existsSync(unpacked)) return undefined;
  const archives = join(data, 'packages');
  for (const each of [archives, join(data, 'root')]) mkdirSync(each, { recursive: true });
  const apt = (...args: readonly string[]): string =>
    execFileSync('apt-get', ['-qq', ...args], {
      cwd: archives,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
    });
  const simulate = ['install', '--simulate', '--no-upgrade', '--no-install-recommends', ...packages];
  try {
    let wanted: string;
    try {
      wanted = apt(...simulate);
    } catch {
      apt('update');
      wanted = apt(...simulate);
    }
    apt('download', ...[...wanted.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => name ?? []));
    for (const file of readdirSync(archives)) execFileSync('dpkg', ['-x', join(archives, file), join(data, 'root')]);
    return existsSync(unpacked) ? undefined : 'patroni was installed from elsewhere';
  } catch (error) {
    return `Debian's packages (${packages.join(', ')}) cannot be fetched (${String(error).split('\n')[0]})`;
  }
}

/** The folder vanishes with the namespaces. */
function keepLogs(home: string): void {
  const logs = join(data, 'logs');
  rmSync(logs, { recursive: true, force: true });
  const all = [...['n1', 'n2', 'n3'].map((name) => join(name, 'log')), join('product', 'logs'), 'history.ndjson'];
  for (const each of all.filter((name) => existsSync(join(home, name)))) {
    cpSync(join(home, each), join(logs, each.replace('/', '-')), { recursive: true });
  }
}

type Tried = Recovery & { readonly fault: Fault; readonly gap: number; readonly cut: number; readonly unread: number };

async function runCluster(home: string): Promise<number> {
  const world = await startWorld(home, options.etcd3 ? 'etcd3' : 'etcd');
  await world.whole();
  sayAt('etcd, PostgreSQL, Patroni, Redis and Sentinel run on three machines.');
  const databaseLine = await openRelayThread(`http://127.0.0.1:${world.databasePort}`);
  const clock = ownClock(home);
  const { product, sandboxUrl, ownerUrl, auditUrl, publicPem } = await startOnCluster(home, world, databaseLine, clock);
  // Only the apis of the product are used.
  const haproxy = await startHaproxy(product as OpenProduct);
  sayAt('Three apis behind HAProxy, two workers and the signer run.');
  const store = connect(ownerUrl, { applicationName: 'touchline-cluster', max: 4, connectTimeoutMs: 5_000 });
  const accounts = await openAccounts(product.url, store, 12, 'cluster');
  const tokens = accounts.map(({ bettor }) => bettor.session.accessToken);
  const load = startClusterLoad(haproxy.url, tokens, await offer(product, sandboxUrl));
  await until('bets to be taken', async () => (load.takenSince(begun) >= 40 ? true : undefined));

  const crowd = startCrowd(guests, [haproxy.url]);
  const screens = await Promise.all(
    tokens
      .slice(0, 2)
      .map((token, at) =>
        openScreen({ name: `screen ${at}`, nodes: [haproxy.url], token, versions: new Map(), isClimbing }),
      ),
  );
  const walletOf = (screen: Screen) => accounts[screens.indexOf(screen)]?.walletId;

  const deploy = async (): Promise<void> => {
    clock.begin();
    for (const each of product.apis) {
      await haproxy.usesAll();
      await each.restart();
    }
    for (const each of product.workers) await each.restart();
    await haproxy.usesAll();
    clock.end();
  };
  const leader = () => leaderOf({ ...product, dataFolder: join(home, 'product') });
  const targets: FaultTargets = { world, product, leader, databaseLine, setProductClock: clock.set, deploy };
  const tried = await breakInTurn(targets, load);
  await load.stop();
  const shown = await whatScreensShow({ store, screens, crowd, walletOf });
  const walletIds = accounts.map(({ walletId }) => walletId);
  const findings = await compareWithLedger(store, walletIds, load);
  const verified = [
    {
      what: `${guests} guests and ${screens.length} bettors see what the database has ${shown.join('; ')}`,
      ok: shown.length === 0,
    },
    ...(await verify(home, auditUrl, publicPem)),
    { what: 'statements that this PostgreSQL knows', ok: knowsAll(home) },
  ];
  writeFileSync(join(home, 'history.ndjson'), load.operations.map((each) => `${JSON.stringify(each)}\n`).join(''));
  report(tried, load, findings, verified);
  draw(tried, load);
  const isWell = findings.length === 0 && verified.every(({ ok }) => ok) && tried.every(({ isBack }) => isBack);
  say(isWell ? 'Every acknowledged command is in the ledger exactly once.' : 'The cluster test failed.');
  return isWell ? 0 : 1;
}

/** Starts the sandbox and the product on the cluster's database and Redis. Its processes reach the database by the line. */
async function startOnCluster(home: string, world: World, databaseLine: RelayThread, clock: Clock) {
  const { name, password } = world.superuser;
  const urlAt = (port: number | string) => `postgres://${name}:${password}@127.0.0.1:${port}/touchline`;
  const ownerUrl = urlAt(world.databasePort);
  await prepareDatabase(ownerUrl);
  const secret = randomBytes(16).toString('hex');
  const lineUrl = urlAt(new URL(databaseLine.url).port);
  const login = async (role: 'api' | 'worker' | 'signer' | 'audit') => {
    await createLogin(ownerUrl, role, secret);
    const url = new URL(role === 'audit' ? ownerUrl : lineUrl);
    url.username = `touchline_${role}`;
    url.password = secret;
    return url.href;
  };
  const logins = {
    api: await login('api'),
    worker: await login('worker'),
    signer: await login('signer'),
    audit: await login('audit'),
  };
  const signingKey = generateKeyPairSync('ed25519').privateKey;
  const publicPem = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString();
  const sandboxUrl = startSandbox(home);
  clock.begin();
  const product = await startProduct({
    dataFolder: join(home, 'product'),
    apis: 3,
    workers: 2,
    screens: noScreens(home),
    print: (line) => sayAt(`the launcher says: ${line.split('\n')[0]}`),
    env: {
      ...providers(sandboxUrl),
      REDIS_URL: world.redisUrl,
      DATABASE_URL: logins.api,
      WORKER_DATABASE_URL: logins.worker,
      SIGNER_DATABASE_URL: logins.signer,
      MIGRATION_DATABASE_URL: ownerUrl,
      LOG_ORIGIN: 'cluster.example/ledger',
      LEDGER_SIGNING_KEY: signingKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      SEAL_KEY: randomBytes(32).toString('base64'),
      DATA_KEY: randomBytes(32).toString('base64'),
      JWT_SECRET: randomBytes(48).toString('base64'),
    },
  });
  clock.end();
  return { product, sandboxUrl, ownerUrl, auditUrl: logins.audit, publicPem };
}

/** Waits until the paid deposits are credited, and compares all answers with the ledger. Returns what does not fit. */
async function compareWithLedger(store: Store, walletIds: readonly string[], load: ClusterLoad) {
  const paid = [...load.paid].map((id) => ({ ...paidTemplate, key: id, outcome: { is: 'done', id } as const }));
  const effects = await until('the paid deposits to be credited', async () => {
    const found = await effectsOf(store, walletIds);
    const credited = new Set(found.flatMap(({ kind, id }) => (kind === 'credit' ? [id] : [])));
    return [...load.paid].every((id) => credited.has(id)) ? found : undefined;
  }).catch(() => effectsOf(store, walletIds));
  const commands = load.operations.filter(({ kind }) => kind !== 'read');
  return checkHistory([...commands, ...paid], effects).map(({ what, text }) => `${what}: ${text}`);
}

/** Draws the throughput, with the faults, into a file. */
function draw(tried: readonly Tried[], { operations }: ClusterLoad): void {
  const picture = options.picture === undefined ? join(data, 'throughput.svg') : resolve(root, options.picture);
  mkdirSync(dirname(picture), { recursive: true });
  const faults = tried.map(({ fault, ...times }) => ({ name: fault.name, ...times }));
  writeFileSync(picture, drawThroughput(operations, faults));
  say(`The picture is in ${picture}.`);
}

async function breakInTurn(targets: FaultTargets, load: ClusterLoad): Promise<readonly Tried[]> {
  const only = new RegExp(options.only ?? '', 'i');
  const tried: Tried[] = [];
  for (const fault of faultsOf(targets).filter(({ name }) => only.test(name))) {
    await pause(4_000);
    sayAt(`${fault.name} ...`);
    const recovery = await live(fault, targets, load.takenSince);
    const { begun: from, ended } = recovery;
    const counted = load.operations.filter(({ end }) => fault.counts !== 'after' || end >= from);
    const gap = longestGap(counted, 'bet', from, ended) / 1_000;
    const unknown = load.operations.filter(
      ({ start, end, outcome }) => outcome.is === 'unknown' && end >= from && start <= ended,
    );
    const unread = unknown.filter(({ kind }) => kind === 'read').length;
    tried.push({ fault, ...recovery, gap, cut: unknown.length - unread, unread });
    sayAt(
      `${fault.name}: ${gap.toFixed(1)} s without bets (goal ${fault.goal})${recovery.isBack ? '' : ', and did not come back'}`,
    );
    if (!recovery.isBack) break;
  }
  return tried;
}

function report(
  tried: readonly Tried[],
  { operations, paid }: ClusterLoad,
  findings: readonly string[],
  verified: readonly { readonly what: string; readonly ok: boolean }[],
): void {
  say('\n| fault | seconds without bets | goal | sent again | reads failed | by itself |\n|---|---|---|---|---|---|');
  for (const { fault, gap, cut, unread, isBack } of tried) {
    const goal = `${fault.goal}${gap > fault.goal ? ', missed' : ''}`;
    say(`| ${fault.name} | ${gap.toFixed(1)} | ${goal} | ${cut} | ${unread} | ${isBack ? 'yes' : 'no'} |`);
  }
  say(
    `\nload average over 1, 5 and 15 minutes: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  const count = (of: string): string =>
    [
      ...Map.groupBy(
        operations.filter(({ outcome }) => outcome.is === of),
        ({ kind, outcome }) => {
          if (outcome.is === 'done') return kind;
          return `${kind}: ${outcome.is === 'refused' ? outcome.code : outcome.why}`;
        },
      ),
    ]
      .map(([what, list]) => `${list.length} × ${what}`)
      .join(', ') || 'none';
  say(
    `\nacknowledged: ${count('done')}; ${paid.size} deposits paid\nrefused: ${count('refused')}\nsent again: ${count('unknown')}`,
  );
  for (const finding of findings.slice(0, 20)) say(`FOUND   ${finding}`);
  if (findings.length > 20) say(`... and ${findings.length - 20} more`);
  for (const { what, ok } of verified) say(`${ok ? 'ok     ' : 'FAILED '} ${what}`);
}

/** What the ledger holds of these wallets: bets, begun deposits, and credited ones. */
async function effectsOf({ pool }: Store, walletIds: readonly string[]): Promise<readonly Effect[]> {
  const { rows } = await pool.query<Effect>(
    `select 'bet' as kind, payload ->> 'betId' as id from ledger_events where wallet_id = any($1) and type = 'StakeTaken'
     union all select 'credit', payload ->> 'transactionId' from ledger_events e
       join transactions t on t.id::text = e.payload ->> 'transactionId'
       where e.wallet_id = any($1) and e.type = 'DepositCredited' and t.provider is distinct from 'test'
     union all select 'deposit', id::text from transactions where wallet_id = any($1) and type = 'deposit' and status <> 'failed'
       and provider is distinct from 'test'`,
    [walletIds],
  );
  return rows;
}

/** The product's own verification, and the auditor's file on an export. */
async function verify(home: string, auditUrl: string, publicPem: string) {
  const env = { ...process.env, AUDIT_DATABASE_URL: auditUrl, LEDGER_PUBLIC_KEY: publicPem };
  const [exported, key] = [join(home, 'export.ndjson'), join(home, 'operator.pem')];
  writeFileSync(key, publicPem);
  const call = (...args: readonly string[]): boolean => {
    const { status, stderr, stdout } = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: 120_000,
    });
    if (status !== 0) say(`${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
    return status === 0;
  };
  const ledger = join(root, 'launch', 'src', 'ledger.ts');
  return [
    { what: 'ledger verify', ok: call(ledger, 'verify') },
    {
      what: 'auditor/verify-ledger.mjs',
      ok: call(ledger, 'export', '--out', exported) && call('auditor/verify-ledger.mjs', exported, '--key', key),
    },
  ];
}

/** Waits until all screens show the current prices and balances. Returns what they did not show, or showed wrongly. */
async function whatScreensShow(watchers: Required<Watchers>): Promise<readonly string[]> {
  const { store, screens, crowd, walletOf } = watchers;
  const late = await untilConverged('all screens to show the current prices', watchers).then(
    () => [],
    (error: unknown) => [String(error)],
  );
  const { faults } = await crowd.check(await readTruth(store), 0);
  const ofWallets = await Promise.all(screens.map((screen) => wrongWallets(store, screen, walletOf(screen) ?? '')));
  for (const screen of screens) screen.close();
  await crowd.end();
  return [...late, ...faults, ...screens.flatMap((screen) => screen.shown.faults), ...ofWallets.flat()];
}

/** SQLSTATE 42: a function, column or syntax of a newer version, or a missing right. */
function knowsAll(home: string): boolean {
  const logs = join(home, 'product', 'logs');
  const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
  const unknown = lines.filter((line) => /"code":"42/.test(line));
  for (const line of unknown.slice(0, 3)) say(line.slice(0, 600));
  return unknown.length === 0;
}

async function offer(product: Product, sandboxUrl: string) {
  const sandbox = sandboxAt(sandboxUrl);
  for (let at = 0; at < teams; at += 1) await sandbox.create([`Cluster ${at}`, `Guests ${at}`]);
  return until('the matches on offer', async () => {
    const rows = (await matchesOf(product.url)).filter(
      ({ match, odds }) => match.homeTeam.startsWith('Cluster') && odds.homeWin !== '-',
    );
    if (rows.length < teams) return undefined;
    return rows.flatMap(({ id, match, odds }) => [
      { matchId: id, betOutcome: `${match.homeTeam} Win`, odds: Number(odds.homeWin) },
      { matchId: id, betOutcome: 'Draw', odds: Number(odds.draw) },
      { matchId: id, betOutcome: `${match.awayTeam} Win`, odds: Number(odds.awayWin) },
    ]);
  });
}

function startSandbox(home: string): string {
  spawn(process.execPath, [join(root, 'sandbox', 'src', 'main.ts')], {
    env: {
      ...process.env,
      ...keys,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_STATE: join(home, 'sandbox'),
      SANDBOX_DAYS_AHEAD: '0',
    },
    stdio: 'ignore',
  });
  return `http://127.0.0.1:${sandboxPort}`;
}

type Clock = ReturnType<typeof ownClock>;

/** A clock for the processes that are started between `begin` and `end`, whatever the machine's says. */
function ownClock(home: string) {
  const file = join(home, 'clock');
  const variables = { LD_PRELOAD: faketime, FAKETIME_TIMESTAMP_FILE: file, ...faketimeSettings };
  const set = (seconds: number): void => writeClock(file, seconds);
  set(0);
  return {
    set,
    begin: () => void Object.assign(process.env, variables),
    end: () => {
      for (const name of Object.keys(variables)) delete process.env[name];
    },
  };
}

/** The screens are not used here, so an empty folder stands in for them. */
function noScreens(home: string): string {
  const screens = join(home, 'screens');
  mkdirSync(screens);
  writeFileSync(join(screens, 'index.html'), '<title>Touchline</title>');
  return screens;
}
