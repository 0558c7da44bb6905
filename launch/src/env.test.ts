import { makeDataKey } from '@touchline/store/sealed';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { makeSigningKey } from './secrets.ts';

const own = {
  DATABASE_URL: 'postgres://touchline@db.example:5432/touchline',
  PUBLIC_URL: 'https://bets.example',
  JWT_SECRET: 'x'.repeat(32),
  DATA_KEY: makeDataKey(),
  LEDGER_SIGNING_KEY: makeSigningKey(),
  ODDS_API_URL: 'https://api.the-odds-api.com',
  ODDS_API_KEY: 'key',
  MOLLIE_API_URL: 'https://api.mollie.com',
  MOLLIE_API_KEY: `live_${'a'.repeat(30)}`,
  SMTP_URL: 'smtps://mail.example',
};

test('the embedded default needs no variables', () => {
  const answer = readEnv({});
  expect(answer.ok && { ...answer.value, dataDir: answer.value.dataDir.endsWith('.data') }).toEqual({
    port: 4000,
    signer: 'on',
    signerElsewhere: {},
    timeStamps: {},
    sandboxPort: 4010,
    sandboxMatchSpeed: 12,
    sandboxSmtpPort: 4025,
    postgresPort: undefined,
    dataDir: true,
    hangSeconds: 30,
    publicUrl: 'http://localhost:4000',
    databaseUrl: undefined,
    workerDatabaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    redisUrl: undefined,
    jwtSecret: undefined,
    ledgerSigningKey: undefined,
    checkpointMinutes: undefined,
    odds: { url: undefined, key: undefined },
    mollie: { url: undefined, key: undefined },
    footballData: { url: undefined, token: undefined },
    webhookUrl: undefined,
    eurPerUsd: undefined,
    bonus: {},
    betting: {},
    withdrawals: {},
    feed: {},
    smtpUrl: undefined,
    oddsPollSeconds: undefined,
    inPlayBetting: undefined,
    leakedPasswords: undefined,
  });
});

test('the public URL follows the port unless it is set', () => {
  const follows = readEnv({ PORT: '4100' });
  const isSet = readEnv({ PORT: '4100', PUBLIC_URL: 'https://bets.example' });
  expect([follows.ok && follows.value.publicUrl, isSet.ok && isSet.value.publicUrl]).toEqual([
    'http://localhost:4100',
    'https://bets.example',
  ]);
});

test('reports every invalid variable at once', () => {
  expect(
    readEnv({ PORT: 'web', SANDBOX_PORT: '70000', PUBLIC_URL: 'bets.example', JWT_SECRET: 'short', DATA_KEY: 'short' }),
  ).toEqual({
    ok: false,
    problems: [
      'DATA_KEY: must be 32 bytes in base64',
      'JWT_SECRET: must have at least 32 characters',
      'PORT: must be a port number',
      'PUBLIC_URL: must be a URL that begins with http:// or https://',
      'SANDBOX_PORT: must be 65535 or less',
    ],
  });
});

test('with its own database, every secret is required', () => {
  const answer = readEnv({ DATABASE_URL: own.DATABASE_URL });
  const names = answer.ok ? [] : answer.problems.map((problem) => problem.split(':')[0]);
  expect(names).toEqual([
    'DATA_KEY',
    'JWT_SECRET',
    'LEDGER_SIGNING_KEY',
    'MOLLIE_API_KEY',
    'MOLLIE_API_URL',
    'ODDS_API_KEY',
    'ODDS_API_URL',
    'PUBLIC_URL',
    'SMTP_URL',
  ]);
});

test('accepts a complete environment with its own database', () => {
  expect(readEnv(own).ok).toBe(true);
});

test('an empty variable counts as unset', () => {
  expect(readEnv({ ...own, SMTP_URL: ' ' })).toEqual({
    ok: false,
    problems: [
      'SMTP_URL: is missing (needed because DATABASE_URL is set; nothing is made up for a database of your own)',
    ],
  });
});

test('a real provider needs a key', () => {
  expect(readEnv({ ODDS_API_URL: own.ODDS_API_URL, MOLLIE_API_URL: own.MOLLIE_API_URL })).toEqual({
    ok: false,
    problems: [
      'MOLLIE_API_KEY: is missing (needed because MOLLIE_API_URL is set)',
      'ODDS_API_KEY: is missing (needed because ODDS_API_URL is set)',
    ],
  });
});
