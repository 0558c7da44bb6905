import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './root.ts';

/** What the programs that read our files say of them. Without a program its test is skipped; `.ci/run` installs them. */
const has = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;
const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

const hasPromtool = has('promtool', ['--version']);
test.skipIf(!hasPromtool)('Prometheus loads the alert rules, and they fire when they should', () => {
  expect(run('promtool', ['check', 'rules', 'docs/alerts.yml'])).toContain('rules found');
  expect(run('promtool', ['test', 'rules', 'docs/alerts.test.yml'])).toContain('SUCCESS');
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
    ['api', 'balancer', 'migrate', 'postgres', 'redis', 'signer', 'worker'].toSorted(),
  );
});
