import { generateKeyPairSync } from 'node:crypto';
import { defaultLimits } from '@touchline/core/betting';
import { standardTerms } from '@touchline/core/bonus';
import { Decimal } from '@touchline/core/money';
import { redisUrlProblem } from '@touchline/store/redis-url';
import { makeDataKey, readDataKey } from '@touchline/store/sealed';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

const least = {
  DATABASE_URL: 'postgres://touchline:x@localhost/touchline',
  ODDS_API_URL: 'https://api.the-odds-api.com/',
  ODDS_API_KEY: 'key',
  SMTP_URL: 'smtp://localhost:2525',
  PUBLIC_URL: 'https://touchline.example/',
  MOLLIE_API_URL: 'https://api.mollie.com',
  MOLLIE_API_KEY: 'live_key',
  DATA_KEY: makeDataKey(),
};

test('has defaults that suit the real provider', () => {
  expect(readEnv(least)).toEqual({
    ok: true,
    value: {
      databaseUrl: least.DATABASE_URL,
      directUrl: least.DATABASE_URL,
      redisUrl: undefined,
      odds: {
        url: 'https://api.the-odds-api.com',
        key: 'key',
        pollEveryMs: 40_000,
        regions: ['eu', 'uk'],
        graceMs: 10_000,
        clock: { speed: 1, halfTime: 15 },
        timeoutMs: 10_000,
        creditsPerMonth: null,
        rules: {
          bookmakers: ['bet365', 'pinnacle', 'williamhill', 'unibet_eu', 'betfair_ex_eu'],
          minBooks: 1,
          margins: {},
        },
      },
      results: { stableForMs: 0, second: undefined },
      retention: {},
      mail: {
        smtpUrl: 'smtp://localhost:2525',
        from: 'Touchline <no-reply@touchline.test>',
        operator: 'support@touchline.example',
      },
      publicUrl: 'https://touchline.example',
      payments: { url: 'https://api.mollie.com', key: 'live_key', sweepAfterMs: 300_000, callsPerMinute: 300 },
      dataKey: readDataKey(least.DATA_KEY),
      bonus: standardTerms,
      limits: defaultLimits,
      inPlay: 'closed',
      delays: { usual: 8, ofLeague: {} },
      cashOutMargin: new Decimal('0.05'),
      metrics: { port: undefined, host: '127.0.0.1', token: undefined },
      build: 'unknown',
      ledgerPublicKey: undefined,
    },
  });
});

test('reads margins per league and the monthly credits', () => {
  const given = {
    ...least,
    ODDS_MARGIN: 'soccer_epl=1.05, soccer_france_ligue_one=1.08',
    ODDS_CREDITS_PER_MONTH: '20000',
  };
  expect(readEnv(given)).toMatchObject({
    value: {
      odds: { creditsPerMonth: 20_000, rules: { margins: { soccer_epl: 1.05, soccer_france_ligue_one: 1.08 } } },
    },
  });
  expect(readEnv({ ...least, ODDS_MARGIN: 'soccer_epl=5%' })).toEqual({
    ok: false,
    refusal: ['ODDS_MARGIN has no league=margin such as soccer_epl=1.05 (1 to 1.5): soccer_epl=5%'],
  });
});

test('lists all problems at once, one sentence each', () => {
  expect(
    readEnv({ ODDS_API_URL: 'provider', ODDS_POLL_SECONDS: '0', ODDS_REGIONS: 'eu uk', REDIS_URL: 'http://x' }),
  ).toEqual({
    ok: false,
    refusal: [
      'DATABASE_URL is missing: a postgres:// URL',
      `REDIS_URL ${redisUrlProblem}`,
      'ODDS_API_URL is not the http:// or https:// URL of the odds provider',
      "ODDS_API_KEY is missing: the odds provider's key",
      'ODDS_POLL_SECONDS is not a whole number of seconds (1 to 3600)',
      'ODDS_REGIONS is not a list of keys such as eu,uk',
      'SMTP_URL is missing: an smtp:// or smtps:// URL',
      'PUBLIC_URL is missing: an http:// or https:// URL',
      "MOLLIE_API_URL is missing: the payment provider's http:// or https:// URL",
      'DATA_KEY is missing: 32 bytes in base64 that seal what is secret',
      "MOLLIE_API_KEY is missing: the payment provider's key",
    ],
  });
});

test('treats an empty variable as not set', () => {
  expect(readEnv({ ...least, REDIS_URL: '', ODDS_POLL_SECONDS: '' })).toEqual(readEnv(least));
});

test("accepts the operator's public key on one line, and only an Ed25519 key", () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const read = readEnv({ ...least, LEDGER_PUBLIC_KEY: pem.replaceAll('\n', '\\n') });
  expect(read.ok && read.value.ledgerPublicKey).toEqual(publicKey.export({ type: 'spki', format: 'der' }));
  expect(readEnv({ ...least, LEDGER_PUBLIC_KEY: 'secret' })).toEqual({
    ok: false,
    refusal: ['LEDGER_PUBLIC_KEY is not the PEM of an Ed25519 public key'],
  });
});

test('takes a second provider of results only with its URL and its token', () => {
  const both = { FOOTBALL_DATA_URL: 'https://api.football-data.org/', FOOTBALL_DATA_TOKEN: 'token' };
  const read = readEnv({ ...least, ...both });
  expect(read.ok && read.value.results.second).toEqual({ url: 'https://api.football-data.org', token: 'token' });
  for (const name of ['FOOTBALL_DATA_URL', 'FOOTBALL_DATA_TOKEN'] as const)
    expect(readEnv({ ...least, [name]: both[name] })).toEqual({
      ok: false,
      refusal: ['FOOTBALL_DATA_URL and FOOTBALL_DATA_TOKEN are needed together'],
    });
});
