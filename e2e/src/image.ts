/**
 * Runs the product's image as docker-compose.yml does (read-only, without capabilities, as an ordinary account) against PostgreSQL and
 * the sandbox: migrations, signer, api, worker, a deposit, a bet, and the commands that an operator runs in a container. Secrets are in
 * files. Where Prometheus is installed, it scrapes both with the configuration of the containers, and each panel of Grafana must show
 * something.
 *
 *   node e2e/src/image.ts docker|podman IMAGE      (see .ci/image)
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { depositAnswer } from '@touchline/core/contract';
import { nodeMemory } from '@touchline/launch/node-memory';
import { freePort } from '@touchline/launch/ports';
import { startPostgres } from '@touchline/launch/postgres';
import { logIn, matchesOf, placeWhenConfirmed, registerBettor } from './bettor.ts';
import { callAs } from './people.ts';
import { payAtCheckout, sandboxAt } from './sandbox.ts';
import { until } from './until.ts';

const [engine = 'docker', image = ''] = process.argv.slice(2);
const run = `touchline-trial-${process.pid}`;
const person = { name: 'Image Trial', email: 'image@players.test', password: 'Container1!' };
const say = (line: string) => process.stdout.write(`${line}\n`);
const container = (...args: readonly string[]): string =>
  execFileSync(engine, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 }).trim();

/** As in docker-compose.yml. Podman without systemd needs runc, and may not raise limits. */
const confined = [
  ...['--network', 'host', '--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'],
  ...['--security-opt', 'no-new-privileges', '--stop-timeout', '40'],
  ...(engine === 'podman' ? ['--ulimit', 'nofile=8192:8192', '--ulimit', 'nproc=4096:4096'] : []),
];
const runtime = engine === 'podman' ? ['--runtime', 'runc'] : [];
const secret = /DATABASE_URL|PASSWORD|JWT_SECRET|_KEY$|_TOKEN$|SMTP_URL/;
const start = (mode: readonly string[], env: Readonly<Record<string, string>>, command: readonly string[]): string => {
  const variables = Object.entries(env).flatMap(([name, value], at) => {
    if (!secret.test(name)) return ['--env', `${name}=${value}`];
    const file = join(folder, 'secrets', `${Date.now()}-${at}`);
    writeFileSync(file, `${value}\n`);
    return ['--env', `${name}_FILE=/run/secrets/x-${at}`, '--volume', `${file}:/run/secrets/x-${at}:ro`];
  });
  return container(...runtime, 'run', ...mode, ...confined, ...variables, image, ...command);
};
const nameOf = (part: string) => `${run}-${part}`;
const within = (part: string, ...command: readonly string[]): string =>
  container(...runtime, 'exec', nameOf(part), ...command);

const folder = mkdtempSync(join(tmpdir(), 'touchline-image-'));
mkdirSync(join(folder, 'secrets'));
const postgres = await startPostgres({ folder: join(folder, 'postgres'), durability: 'test', lifetime: 'throw-away' });
const [sandboxPort, smtpPort, apiPort, metricsPort, signerPort] = [
  ...[await freePort(), await freePort(), await freePort(), await freePort(), await freePort()],
] as const;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const url = `http://127.0.0.1:${apiPort}`;
const keys = {
  ODDS_API_KEY: randomBytes(16).toString('hex'),
  MOLLIE_API_KEY: `test_${randomBytes(20).toString('hex')}`,
};
const sandboxProcess = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'sandbox', 'src', 'main.ts')], {
  env: {
    ...keys,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    SANDBOX_STATE: join(folder, 'sandbox'),
    SANDBOX_DAYS_AHEAD: '0',
  },
  stdio: 'ignore',
});

const signingKey = generateKeyPairSync('ed25519').privateKey;
const pem = { type: 'pkcs8', format: 'pem' } as const;
const publicPem = createPublicKey(signingKey).export({ type: 'spki', format: 'pem' }).toString();
const database = (login: string) =>
  `postgres://touchline_${login}:${login}-password@127.0.0.1:${postgres.port}/postgres`;
const logins = ['API', 'WORKER', 'SIGNER', 'AUDIT'];
const log = { LOG_ORIGIN: 'image.example/ledger', SIGNER_TOKEN: randomBytes(24).toString('base64url') };
const both = {
  ...keys,
  PUBLIC_URL: url,
  METRICS_TOKEN: randomBytes(24).toString('hex'),
  MOLLIE_API_URL: sandboxUrl,
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  DATA_KEY: randomBytes(32).toString('base64'),
  LEDGER_PUBLIC_KEY: publicPem,
};

const failures: string[] = [];
const expectThat = (what: string, isTrue: boolean) => {
  say(`${isTrue ? 'ok     ' : 'FAILED '} ${what}`);
  if (!isTrue) failures.push(what);
};

try {
  const applied = start(
    ['--rm'],
    {
      MIGRATION_DATABASE_URL: postgres.url('postgres'),
      ...Object.fromEntries(logins.map((login) => [`${login}_DATABASE_PASSWORD`, `${login.toLowerCase()}-password`])),
    },
    ['migrate'],
  );
  expectThat('migrations', applied.includes('Applied:'));
  start(
    ['--detach', '--name', nameOf('signer'), '--volume', `${nameOf('signer')}:/var/lib/signer`],
    {
      ...log,
      DATABASE_URL: database('signer'),
      LEDGER_SIGNING_KEY: signingKey.export(pem).toString(),
      SEAL_KEY: randomBytes(32).toString('base64'),
      SIGNER_FOLDER: '/var/lib/signer',
      SIGNER_PORT: String(signerPort),
      SIGN_SECONDS: '1',
      CHECKPOINT_MINUTES: '1',
    },
    ['node', '--max-semi-space-size=2', 'signer/src/main.ts'],
  );
  const begun = Date.now();
  const keyFile = join(folder, 'operator.pem');
  writeFileSync(keyFile, publicPem);
  start(
    ['--detach', '--name', nameOf('api'), '--volume', `${keyFile}:/run/operator.pem:ro`],
    {
      ...both,
      ...log,
      DATABASE_URL: database('api'),
      AUDIT_DATABASE_URL: database('audit'),
      SIGNER_URL: `http://127.0.0.1:${signerPort}`,
      PORT: String(apiPort),
      JWT_SECRET: randomBytes(48).toString('base64'),
      DRAIN_SECONDS: '1',
    },
    ['node', ...nodeMemory, 'api/src/server.ts'],
  );
  start(
    ['--detach', '--name', nameOf('worker')],
    {
      ...both,
      DATABASE_URL: database('worker'),
      ODDS_API_URL: sandboxUrl,
      ODDS_POLL_SECONDS: '2',
      ODDS_CREDITS_PER_MONTH: '100000',
      METRICS_PORT: String(metricsPort),
    },
    ['node', ...nodeMemory, 'worker/src/main.ts'],
  );
  await until('a green /readyz', async () => ((await fetch(`${url}/readyz`)).ok ? true : undefined), {
    withinMs: 120_000,
  });
  expectThat(`/readyz is green after ${((Date.now() - begun) / 1000).toFixed(1)} s`, true);
  const screens = await fetch(url);
  expectThat('the screens are served', screens.ok && (await screens.text()).includes('<title>'));

  await registerBettor(url, person);
  const { links } = await sandboxAt(sandboxUrl).emailTo(person.email);
  const link = new URL(links.find((each) => each.includes('/verify?token=')) ?? '');
  await fetch(`${url}/auth/verify${link.search}`, { headers: { accept: 'application/json' } });
  const bettor = await logIn(url, person);
  const deposit = depositAnswer.parse(
    await callAs(url, bettor.session, '/payment/deposit', {
      body: { amount: 100, paymentMethod: 'creditcard' },
      key: 'image-deposit',
    }),
  );
  await payAtCheckout(deposit.checkoutUrl);
  await until('the money of the deposit', async () => ((await bettor.profile()).balance >= 100 ? true : undefined));
  expectThat('a deposit is credited', true);
  const fixture = await sandboxAt(sandboxUrl).create(['Image City', 'Stone Town']);
  const { id: matchId } = await until('the match on offer', async () =>
    (await matchesOf(url)).find(({ match }) => match.homeTeam === fixture.homeTeam),
  );
  const matches = [{ matchId, betOutcome: 'Draw', odds: 3.4 }];
  const bet = await placeWhenConfirmed(bettor, { stake: 10, matches, oddsPolicy: 'any' }, 'image-bet');
  expectThat('a bet is placed', bet.stake === 10);
  await until('a signed checkpoint', async () => ((await fetch(`${url}/log/checkpoint`)).ok ? true : undefined));
  expectThat('the signer signs', true);

  const inEnvironment = container('inspect', '--format', '{{.Config.Env}}', nameOf('api'));
  expectThat('no secret is in the description of a container', !inEnvironment.includes(both.METRICS_TOKEN));
  expectThat('exec … ledger verify', within('api', 'ledger', 'verify').includes('Everything adds up.'));
  within('api', 'ledger', 'export', '--out', '/tmp/export.ndjson');
  within('api', 'node', 'auditor/verify-ledger.mjs', '/tmp/export.ndjson', '--key', '/run/operator.pem');
  expectThat('exec … auditor/verify-ledger.mjs', true);
  const look = `const { readFileSync, writeFileSync } = require('node:fs');
    let root = 'writable';
    try { writeFileSync('/app/x', ''); } catch { root = 'read-only'; }
    const { CapEff, CapBnd, NoNewPrivs } = Object.fromEntries(readFileSync('/proc/self/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
    console.log([process.getuid(), require('node:os').userInfo().username, root, BigInt('0x' + CapEff), BigInt('0x' + CapBnd), NoNewPrivs].join(' '));`;
  const seen = within('worker', 'node', '-e', look);
  expectThat(`runs as node without capabilities on a read-only root (${seen})`, seen === '1000 node read-only 0 0 1');
  if (spawnSync('prometheus', ['--version']).status !== 0)
    say('Prometheus is not installed: the metrics are not tried.');
  else await tryMonitoring();
  for (const part of ['api', 'worker', 'signer']) {
    container('stop', nameOf(part));
    const code = container('inspect', '--format', '{{.State.ExitCode}}', nameOf(part));
    expectThat(`the ${part} stops by itself (exit code ${code})`, code === '0');
  }
} catch (error) {
  failures.push(String(error));
  say(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
  for (const part of ['api', 'worker', 'signer']) {
    try {
      say(`--- the ${part}'s log ends with\n${container('logs', '--tail', '5', nameOf(part))}`);
    } catch {
      say(`--- there is no ${part}`);
    }
  }
} finally {
  for (const part of ['api', 'worker', 'signer']) {
    try {
      container('rm', '--force', nameOf(part));
    } catch {
      // It never started.
    }
  }
  try {
    container('volume', 'rm', nameOf('signer'));
  } catch {
    // It was never made.
  }
  sandboxProcess.kill('SIGTERM');
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
say(failures.length === 0 ? 'The image runs as docker-compose.yml runs it.' : 'The image does not run as it should.');
process.exit(failures.length === 0 ? 0 : 1);

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

/** Runs Prometheus with the configuration of the containers, and asks it what the dashboard asks. */
async function tryMonitoring(): Promise<void> {
  const root = join(import.meta.dirname, '..', '..');
  const port = await freePort();
  const token = join(folder, 'metrics-token');
  writeFileSync(token, both.METRICS_TOKEN);
  const config = readFileSync(join(root, 'launch', 'docker', 'prometheus.yml'), 'utf8')
    .replaceAll('/run/secrets/metrics_token', token)
    .replaceAll('15s', '1s')
    .replace(/dns_sd_configs: .*\[api\].*/, `static_configs: [{ targets: ["127.0.0.1:${apiPort}"] }]`)
    .replace(/dns_sd_configs: .*\[worker\].*/, `static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]`);
  writeFileSync(join(folder, 'prometheus.yml'), config);
  copyFileSync(join(root, 'docs', 'alerts.yml'), join(folder, 'alerts.yml'));
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  try {
    const ask = async (expr: string): Promise<readonly unknown[]> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`);
      // 503 while it starts.
      if (!answer.ok) return [];
      const { data } = (await answer.json()) as { readonly data?: { readonly result: readonly unknown[] } };
      return data?.result ?? [];
    };
    await until('Prometheus to have scraped api and worker', async () =>
      (await ask('count_over_time(up{job=~"touchline-.*"}[1m] ) > 3 and up == 1')).length === 2 ? true : undefined,
    );
    expectThat('Prometheus scrapes api and worker', true);
    const file = join(root, 'launch', 'docker', 'grafana', 'dashboards', 'touchline.json');
    const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { readonly panels: readonly Panel[] };
    const asked = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    const empty: string[] = [];
    // node_exporter is not here, and the first verification runs at night.
    for (const { title, expr } of asked.filter((each) => !/node_|touchline_verification_/.test(each.expr)))
      if ((await ask(expr)).length === 0) empty.push(`${title}: ${expr}`);
    expectThat(
      `each of the dashboard's ${asked.length} queries finds something ${empty.join('; ')}`,
      empty.length === 0,
    );
  } finally {
    prometheus.kill('SIGTERM');
  }
}
