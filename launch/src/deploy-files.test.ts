import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from './root.ts';

/** What the programs that read our files say of them. Without a program its test is skipped; `.ci/run` installs them. */
const has = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

/** As the containers see it: the rules are beside the configuration, and secrets have files. */
function prometheusFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-prometheus-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = readFileSync(join(ROOT, 'launch', 'docker', 'prometheus.yml'), 'utf8');
  writeFileSync(join(folder, 'token'), 'x');
  writeFileSync(join(folder, 'prometheus.yml'), config.replaceAll('/run/secrets/metrics_token', join(folder, 'token')));
  copyFileSync(join(ROOT, 'docs', 'alerts.yml'), join(folder, 'alerts.yml'));
  return folder;
}

const hasPromtool = has('promtool', ['--version']);
test.skipIf(!hasPromtool)('Prometheus loads the alert rules, and they fire when they should', () => {
  expect(run('promtool', ['check', 'config', join(prometheusFolder(), 'prometheus.yml')])).toContain('rules found');
  expect(run('promtool', ['test', 'rules', 'docs/alerts.test.yml'])).toContain('SUCCESS');
});

test.skipIf(!has('amtool', ['--version']))(
  'Alertmanager accepts its configuration, and wakes someone for a page',
  () => {
    const file = 'launch/docker/alertmanager.yml';
    expect(run('amtool', ['check-config', file])).toContain('SUCCESS');
    const routeOf = (severity: string) =>
      run('amtool', ['config', 'routes', 'test', `--config.file=${file}`, `severity=${severity}`]).trim();
    expect([routeOf('page'), routeOf('ticket')]).toEqual(['page', 'ticket']);
  },
);

test.skipIf(!has('caddy', ['version']))('Caddy accepts its configuration', () => {
  const env = { ...process.env, PUBLIC_URL: 'https://bets.example' };
  const args = ['adapt', '--config', 'launch/docker/Caddyfile'];
  const config = execFileSync('caddy', args, { cwd: ROOT, env, encoding: 'utf8', stdio: 'pipe' });
  expect(config).toContain('"match":[{"host":["bets.example"]}]');
});

test.skipIf(!has('haproxy', ['-v']))('HAProxy accepts its configuration', () => {
  expect(run('haproxy', ['-c', '-f', 'launch/docker/haproxy.cfg'])).toContain('valid');
});

const composeCommand = [['docker', 'compose'] as const, ['docker-compose'] as const].find(([command, ...args]) =>
  has(command, [...args, 'version']),
);
test.skipIf(composeCommand === undefined)('Docker Compose accepts docker-compose.yml', () => {
  const [command = '', ...args] = composeCommand ?? [];
  // Version 1, which Debian has, does not know `name`.
  const file = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8').replace(/^name: .*$/m, '');
  const required = [...file.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => [name, 'set']);
  const env = { ...process.env, ...Object.fromEntries(required) };
  const options = { cwd: ROOT, input: file, env, encoding: 'utf8', stdio: 'pipe' } as const;
  const config = execFileSync(
    command,
    [...args, '--project-directory', ROOT, '-f', '-', 'config', '--services'],
    options,
  );
  expect(config.trim().split('\n').toSorted()).toEqual(
    [
      ...['api', 'balancer', 'caddy', 'migrate', 'postgres', 'redis', 'signer', 'worker'],
      ...['alertmanager', 'grafana', 'node-exporter', 'prometheus'],
    ].toSorted(),
  );
});
