import { generateKeyPairSync } from 'node:crypto';
import { defaultLimits } from '@touchline/core/betting';
import { standardTerms } from '@touchline/core/bonus';
import { cents, Decimal } from '@touchline/core/money';
import { redisUrlProblem } from '@touchline/store/redis-url';
import { makeDataKey, readDataKey } from '@touchline/store/sealed';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const dataKey = makeDataKey();
const least = {
  DATABASE_URL: 'postgres://touchline@localhost/touchline',
  JWT_SECRET: 'a secret with thirty-two characters',
  DATA_KEY: dataKey,
  MOLLIE_API_URL: 'https://api.mollie.com',
  MOLLIE_API_KEY: 'live_key',
};

test('the least that must be given is the database, the two secrets and the payment provider', () => {
  expect(readEnv(least)).toEqual({
    ok: true,
    value: {
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: 'postgres://touchline@localhost/touchline',
      directUrl: 'postgres://touchline@localhost/touchline',
      redisUrl: undefined,
      publicUrl: 'http://localhost:4000',
      mollie: { url: 'https://api.mollie.com', key: 'live_key' },
      webhookUrl: 'http://localhost:4000/payment/webhook',
      euroPerDollar: new Decimal('0.92'),
      paymentFreshMs: 3_000,
      providerCallsPerMinute: 300,
      jwtSecret: 'a secret with thirty-two characters',
      tokenMinutes: 15,
      sessionsPerAccount: 25,
      dataKey: readDataKey(dataKey),
      webFolder: undefined,
      feedNotice: null,
      drainMs: 0,
      clock: { speed: 1, halfTime: 15 },
      fourEyes: cents(100_000),
      identityKeptMs: 1_827 * 86_400_000,
      leakedPasswords: 'refuse',
      withdrawals: {
        confirmFrom: 100_000,
        coolDownMs: 86_400_000,
        daily: 1_000_000,
        weekly: 2_500_000,
        oneAdminUpTo: 200_000,
        flaggedTwoAdminsFrom: 0,
        refundPeriods: { creditcard: 365, ideal: 365, bancontact: 365, paypal: 180 },
      },
      bonus: standardTerms,
      inPlay: 'closed',
      cashOutMargin: new Decimal('0.05'),
      delays: { usual: 8, ofLeague: {} },
      limits: defaultLimits,
      trustProxy: undefined,
      socketsPerAddress: 2_000,
      metricsToken: undefined,
      build: 'unknown',
      ledgerPublicKey: undefined,
      push: {
        publicKey: undefined,
        services: [
          'fcm.googleapis.com',
          'updates.push.services.mozilla.com',
          '*.push.services.mozilla.com',
          'web.push.apple.com',
          '*.push.apple.com',
          '*.notify.windows.com',
        ],
      },
    },
  });
});

test('reports all problems at once, one sentence each', () => {
  expect(
    readEnv({
      PORT: '70000',
      JWT_SECRET: 'short',
      REDIS_URL: 'localhost',
      IN_PLAY_BETTING: 'yes',
      DATA_KEY: 'key',
      EUR_PER_USD: '0,92',
    }),
  ).toEqual({
    ok: false,
    refusal: [
      'PORT is not a port (1 to 65535)',
      'DATABASE_URL is missing: a postgres:// URL',
      `REDIS_URL ${redisUrlProblem}`,
      "MOLLIE_API_URL is missing: the payment provider's http:// or https:// URL",
      "MOLLIE_API_KEY is missing: the payment provider's key",
      'EUR_PER_USD is not how many euro a dollar costs, such as 0.92 (0.01 to 100, at most six decimals)',
      'JWT_SECRET is too short: a secret that signs sessions has at least 32 characters',
      'DATA_KEY is not a key of 32 bytes in base64',
      "IN_PLAY_BETTING is neither 'open' nor 'closed'",
    ],
  });
});

test('an empty value counts as not set', () => {
  expect(readEnv({ ...least, PORT: '', WEB_DIST: '' })).toEqual(readEnv(least));
});

test.each([
  ['2', 2],
  ['10.0.0.0/8', '10.0.0.0/8'],
])('TRUST_PROXY %s is %o', (given, trusted) => {
  const env = readEnv({ ...least, TRUST_PROXY: given });
  expect(env.ok && env.value.trustProxy).toBe(trusted);
});

test('refuses to start with unreadable proxies, which would give all clients one address', () => {
  expect(readEnv({ ...least, TRUST_PROXY: '10.0.0.0/33' })).toEqual({
    ok: false,
    refusal: [
      'TRUST_PROXY is neither how many proxies stand in front nor their addresses (10.0.0.7, 10.0.0.0/8, loopback)',
    ],
  });
});

test('how many sockets an address may hold is a number, and 0 means no limit', () => {
  const of = (given: string) => readEnv({ ...least, SOCKETS_PER_ADDRESS: given });
  expect([of('0'), of('50')].map((env) => env.ok && env.value.socketsPerAddress)).toEqual([0, 50]);
  expect(of('none')).toEqual({
    ok: false,
    refusal: ['SOCKETS_PER_ADDRESS is not a number of sockets, or 0 for no limit (0 to 1000000)'],
  });
});

test('accepts the public key of the ledger on one line, and refuses the private one', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const env = readEnv({ ...least, LEDGER_PUBLIC_KEY: pem.replaceAll('\n', '\\n') });
  expect(env.ok && env.value.ledgerPublicKey).toBe(pem);
  for (const wrong of ['secret', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()]) {
    expect(readEnv({ ...least, LEDGER_PUBLIC_KEY: wrong })).toEqual({
      ok: false,
      refusal: ['LEDGER_PUBLIC_KEY is not the PEM of an Ed25519 public key'],
    });
  }
});

test('the provider reports changes to the public address, or to the configured one', () => {
  const webhookUrl = (variables: Record<string, string>) => {
    const env = readEnv({ ...least, ...variables });
    return env.ok && env.value.webhookUrl;
  };
  expect(webhookUrl({ PUBLIC_URL: 'https://touchline.example/' })).toBe('https://touchline.example/payment/webhook');
  expect(webhookUrl({ WEBHOOK_URL: 'https://hooks.example/mollie' })).toBe('https://hooks.example/mollie');
});
