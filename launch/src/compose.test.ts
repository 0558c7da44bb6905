import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVariables } from './env.ts';
import { ROOT } from './root.ts';

const read = (...path: readonly string[]) => readFileSync(join(ROOT, ...path), 'utf8');
/** A variable that is passed as a file counts under its own name. */
const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ +([A-Z][A-Z0-9_]{3,}?)(?:_FILE)?:/gm)].map(([, name = '']) => name);

/** The image sets the first; the others belong to the sandbox, which is not in the image. */
const notPassed = new Set(['WEB_DIST', 'FEED_NOTICE', 'MATCH_SPEED', 'HALF_TIME_MINUTES']);

test.each(['api', 'worker'])('the containers pass the %s every variable that it reads', (part) => {
  const passed = new Set(variablesIn(read('docker-compose.yml')));
  const wanted = variablesIn(read(part, 'src', 'env.ts')).filter((name) => !notPassed.has(name));
  expect(wanted).toContain('DATABASE_URL');
  expect(wanted.filter((name) => !passed.has(name))).toEqual([]);
});

test('attack: Redis is used without its password', () => {
  const compose = read('docker-compose.yml');
  const redis = /^ {2}redis:\n(?: {4}.*\n|\n)+/m.exec(compose)?.[0] ?? '';
  expect(redis).toContain(
    `requirepass "%s"\\n' "$$(cat /run/secrets/redis_password)" | exec docker-entrypoint.sh redis-server -`,
  );
  // The health check logs in too.
  expect(redis).toContain('REDISCLI_AUTH=$$(cat /run/secrets/redis_password)');
  expect(compose).toContain('REDIS_URL_FILE: /run/secrets/redis_url');
  expect(compose).not.toContain('redis://');
});

test('no service sets a variable twice, which docker compose rejects', () => {
  const places = read('docker-compose.yml').split(/^ {0,2}\S/m);
  const twice = places.flatMap((place) => variablesIn(place).filter((name, at, all) => all.indexOf(name) !== at));
  expect(twice).toEqual([]);
});

test('attack: someone reads the secrets of a container in its description', () => {
  const compose = read('docker-compose.yml');
  const [services = '', declared = ''] = compose.split(/^secrets:$/m);
  expect(services).not.toMatch(/^ +\w*(?:PASSWORD|SECRET|TOKEN|_KEY|DATABASE_URL|SMTP_URL): *\S*\$/m);
  const used = [...services.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name = '']) => name);
  const known = [...declared.matchAll(/^ {2}(\w+): \{ file/gm)].map(([, name = '']) => name);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
  expect(known.filter((name) => !services.includes(name))).toEqual([]);
});

test('each service is given the files of secrets that it reads', () => {
  const services = read('docker-compose.yml')
    .split(/^secrets:$/m)[0]
    ?.split(/^ {2}(?=[a-z-]+:$)/m);
  for (const service of services ?? []) {
    const [name = ''] = /^[a-z-]+/.exec(service) ?? [];
    if (!service.includes('secrets:')) continue;
    const shared = ['api', 'worker', 'doctor'].includes(name) ? sharedEnvironment() : '';
    const wanted = [...`${service}${shared}`.matchAll(/\/run\/secrets\/(\w+)/g)].map(([, file = '']) => file);
    const [list = ''] = /^ {4}secrets:(?: \[.*\]|(?:\n {6}- \w+)+)/m.exec(service) ?? [];
    const given = [...list.slice(list.indexOf('secrets:') + 8).matchAll(/\w+/g)].map(([file]) => file);
    expect([name, given.toSorted()]).toEqual([name, [...new Set([...wanted, ...readElsewhere(name)])].toSorted()]);
  }
});

const sharedEnvironment = (): string => /^x-environment:.*\n(?: {2}.*\n)+/m.exec(read('docker-compose.yml'))?.[0] ?? '';
/** Named in a configuration file. */
const readElsewhere = (service: string): readonly string[] =>
  ({ prometheus: ['metrics_token'], postgres: ['pgbackrest_conf'], backup: ['pgbackrest_conf'] })[service] ?? [];

test('the doctor is given every login and everything that may not be missing', () => {
  const services = read('docker-compose.yml').split(/^ {2}(?=[a-z-]+:$)/m);
  const doctor = services.find((service) => service.startsWith('doctor:')) ?? '';
  const given = variablesIn(`${doctor}${sharedEnvironment()}`);
  const missing = readVariables({ DATABASE_URL: 'postgres://db', SIGNER_DATABASE_URL: 'postgres://db' }).problems;
  const logins = ['MIGRATION_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL', 'SIGNER_DATABASE_URL', 'REDIS_URL'];
  const wanted = [...missing.map((problem) => problem.split(':')[0] ?? ''), ...logins];
  expect(wanted).toContain('SEAL_KEY');
  expect(wanted.filter((name) => !given.includes(name))).toEqual([]);
});

test('every variable that the containers read from .env is in .env.example', () => {
  const taken = [...read('docker-compose.yml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  const example = read('.env.example');
  expect([...new Set(taken)].filter((name) => !new RegExp(`^#? ?${name}=`, 'm').test(example))).toEqual([]);
});

test('the balancer may open two files per connection', () => {
  const most = Number(/^ +maxconn (\d+)$/m.exec(read('launch', 'docker', 'haproxy.cfg'))?.[1]);
  const files = Number(/nofile: \{ soft: (\d+)/.exec(read('docker-compose.yml'))?.[1]);
  expect(files).toBeGreaterThan(2 * most + 1_000);
});

test('PostgreSQL accepts the connections of as many processes as its comment says', () => {
  const compose = read('docker-compose.yml');
  const [, each = '0'] = /up to (\d+) connections beside Redis/.exec(compose) ?? [];
  const [, most = '0'] = /max_connections=(\d+)/.exec(compose) ?? [];
  // Three are reserved for superusers.
  expect(Number(most) - 3).toBeGreaterThanOrEqual(13 * Number(each));
  expect(read('docs', 'operations.md')).toContain(`with \`REDIS_URL\` ${each} and ${each}`);
});
