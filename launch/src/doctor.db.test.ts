import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const redisUrl = process.env['TEST_REDIS_URL'];
const key = `test_${'0'.repeat(30)}`;
const servers: Server[] = [];
let database: TestDatabase;
let environment: Readonly<Record<string, string>>;

const listen = async (server: Server): Promise<number> => {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** Stands in for the product and both providers. */
const providers = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const isKnown =
    pathname === '/healthz' ||
    (pathname === '/v4/sports' && searchParams.get('apiKey') === 'right') ||
    (pathname === '/v2/payments' && request.headers.authorization === `Bearer ${key}`);
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end('{"status":"ok"}');
});

/** Accepts one login. */
const mail = createTcpServer((socket) => {
  socket.on('error', () => {});
  socket.write('220 mail.test\r\n');
  socket.on('data', (chunk) => {
    const line = chunk.toString();
    const right = Buffer.from('\0touchline\0right').toString('base64');
    if (line.startsWith('EHLO')) socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n');
    else if (line.startsWith('AUTH')) socket.write(line.includes(right) ? '235 welcome\r\n' : '535 wrong password\r\n');
    else socket.end('221 bye\r\n');
  });
});

beforeAll(async () => {
  database = await createTestDatabase();
  const [web, smtp] = [await listen(providers), await listen(mail)];
  const url = `http://127.0.0.1:${web}`;
  environment = {
    MIGRATION_DATABASE_URL: database.ownerUrl,
    DATABASE_URL: database.urlAs('touchline_api'),
    WORKER_DATABASE_URL: database.urlAs('touchline_worker'),
    SIGNER_DATABASE_URL: database.urlAs('touchline_signer'),
    LOG_ORIGIN: 'bets.example/ledger',
    SEAL_KEY: Buffer.alloc(32, 1).toString('base64'),
    JWT_SECRET: 's'.repeat(32),
    DATA_KEY: Buffer.alloc(32, 2).toString('base64'),
    LEDGER_SIGNING_KEY:
      '-----BEGIN PRIVATE KEY-----\\nMC4CAQAwBQYDK2VwBCIEIAcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH\\n-----END PRIVATE KEY-----',
    PUBLIC_URL: url,
    ODDS_API_URL: url,
    ODDS_API_KEY: 'right',
    MOLLIE_API_URL: url,
    MOLLIE_API_KEY: key,
    SMTP_URL: `smtp://touchline:right@127.0.0.1:${smtp}`,
    ...(redisUrl && { REDIS_URL: redisUrl }),
  };
});
afterAll(async () => {
  for (const server of servers) server.close();
  await database.close();
});

/** Runs `npm run doctor`, and returns its exit code and what it says about each thing. */
async function examine(changes: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'doctor.ts')], {
    env: { PATH: process.env['PATH'], ...environment, ...changes },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk));
  await once(child, 'close');
  const problems = printed.split('\n').flatMap((line) => /^PROBLEM {2}(.{16}) {2}/.exec(line)?.[1]?.trim() ?? []);
  return { code: child.exitCode, problems, printed };
}

async function asOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

test('finds nothing wrong with a set-up that works', async () => {
  const { code, problems, printed } = await examine();
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
  for (const about of [
    'database',
    'clock',
    'migrations',
    'api login',
    'worker login',
    'signer login',
    'odds provider',
  ]) {
    expect(printed).toMatch(new RegExp(`^OK {7}${about} `, 'm'));
  }
  expect(printed).toContain('No problems.');
});

test('checks the database also where only its owner is set', async () => {
  const unset = Object.keys(environment).filter(
    (name) => !['MIGRATION_DATABASE_URL', 'DATA_KEY', 'PUBLIC_URL'].includes(name),
  );
  const only = Object.fromEntries(unset.map((name) => [name, '']));
  const { code, problems, printed } = await examine(only);
  expect({ code, problems }).toEqual({ code: 0, problems: [] });
  expect(printed).toMatch(/^OK {7}database {10}PostgreSQL \d+\S* .*accepts writes\.$/m);
  expect(printed).toMatch(/^OK {7}data key/m);
  const away = await examine({ ...only, MIGRATION_DATABASE_URL: 'postgres://away@127.0.0.1:9/touchline' });
  expect({ code: away.code, problems: away.problems }).toEqual({ code: 1, problems: ['database'] });
});

describe('a problem', () => {
  test('with a variable that is missing is named, and everything else is checked', async () => {
    const { code, problems, printed } = await examine({ JWT_SECRET: '', DATA_KEY: '', ODDS_API_KEY: 'wrong' });
    expect({ code, problems }).toEqual({ code: 1, problems: ['configuration', 'configuration', 'odds provider'] });
    for (const about of ['database', 'api login', 'worker login', 'signer login', 'mail'])
      expect(printed).toMatch(new RegExp(`^OK {7}${about} `, 'm'));
  });

  test('with the configuration is named before anything else is checked', async () => {
    const { code, problems, printed } = await examine({ JWT_SECRET: 'short', DATA_KEY: '' });
    expect({ code, problems }).toEqual({ code: 1, problems: ['configuration', 'configuration'] });
    expect(printed).toContain('JWT_SECRET: must have at least 32 characters');
  });

  test('with a service says what to check', async () => {
    const { code, problems, printed } = await examine({
      REDIS_URL: 'redis://127.0.0.1:9',
      ODDS_API_KEY: 'wrong',
      MOLLIE_API_URL: 'http://127.0.0.1:9',
      SMTP_URL: environment['SMTP_URL']?.replace('right', 'wrong') ?? '',
      PUBLIC_URL: 'http://bets.invalid',
    });
    const wrong = ['redis', 'odds provider', 'payment provider', 'mail', 'certificate', 'public address'];
    expect({ code, problems }).toEqual({ code: 1, problems: wrong });
    for (const advice of ['REDIS_URL', 'ODDS_API_KEY.', 'MOLLIE_API_URL', 'SMTP_URL'])
      expect(printed).toContain(`Check ${advice}`);
  });

  test('with the rights of a login, or the timeouts of a pooled one, is found', async () => {
    const { problems, printed } = await examine({
      WORKER_DATABASE_URL: database.urlAs('touchline_audit'),
      DATABASE_DIRECT_URL: environment['DATABASE_URL'] ?? '',
    });
    expect(problems).toEqual(['worker login', 'pooler']);
    expect(printed).toContain('WORKER_DATABASE_URL lacks the rights of touchline_worker.');
    expect(printed).toContain('idle_in_transaction_session_timeout, lock_timeout, statement_timeout');
  });

  test('with a standby that is not one is found', async () => {
    const { problems, printed } = await examine({ DATABASE_STANDBY_URL: environment['DATABASE_URL'] ?? '' });
    expect(problems).toEqual(['standby']);
    expect(printed).toContain('DATABASE_STANDBY_URL cannot be used.');
  });

  test('with a database that cannot be reached is found for every login', async () => {
    const away = 'postgres://away@127.0.0.1:9/touchline';
    const { code, problems } = await examine({
      MIGRATION_DATABASE_URL: away,
      DATABASE_URL: away,
      WORKER_DATABASE_URL: away,
      SIGNER_DATABASE_URL: away,
    });
    expect({ code, problems }).toEqual({
      code: 1,
      problems: ['database', 'api login', 'worker login', 'signer login'],
    });
  });

  test('with the schema is found', async () => {
    await asOwner('delete from kysely_migration where name = (select max(name) from kysely_migration)');
    const { problems, printed } = await examine();
    expect(problems).toEqual(['migrations']);
    expect(printed).toContain('Run: npm run migrate');
  });

  test('with a database that accepts no writes is found', async () => {
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await asOwner(`alter database ${name} set default_transaction_read_only = on`);
    const { problems } = await examine();
    expect(problems).toContain('database');
    await asOwner(`set transaction_read_only = off; alter database ${name} reset default_transaction_read_only`);
  });
});
