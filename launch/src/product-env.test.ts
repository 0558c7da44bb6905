import { makeVapidKey, vapidKeysOf } from '@touchline/store/notifications';
import { makeDataKey } from '@touchline/store/sealed';
import { expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { productEnv } from './product-env.ts';
import { makeSigningKey, publicKeyOf } from './secrets.ts';
import type { Replay } from './start-options.ts';

const madeKey = makeSigningKey();
const madeVapid = makeVapidKey();
const secrets = () => ({
  jwtSecret: 'made-jwt',
  oddsApiKey: 'made-odds',
  mollieApiKey: 'made-mollie',
  database: { api: 'made-api', worker: 'made-worker' },
  ledgerSigningKey: madeKey,
  dataKey: 'made-data',
  vapidKey: madeVapid,
  authenticator: { 'admin@touchline.test': 'MADEAUTH' },
  signer: { password: 'made-log', sealKey: 'made-seal', origin: 'made.example/ledger' },
});
const noSecrets = () => {
  throw new Error('nothing may be made up for a database of its own');
};

function envFor(variables: Record<string, string>, replay?: Replay, made: typeof secrets = secrets) {
  const answer = readEnv(variables);
  if (!answer.ok) throw new Error(answer.problems.join());
  const folders = { stateFolder: '/data/sandbox', screens: '/web/dist' };
  return productEnv({
    env: answer.value,
    secrets: made,
    replay,
    databaseUrl: 'postgres://api@db/touchline',
    workerUrl: 'postgres://worker@db/touchline',
    signer: undefined,
    ...folders,
  });
}

test('by default the sandbox replaces all three providers, with shared keys', () => {
  const { usesSandbox, sandbox, api, worker } = envFor({ SANDBOX_PORT: '4110', SANDBOX_SMTP_PORT: '4125' });
  expect(usesSandbox).toBe(true);
  expect([worker['ODDS_API_URL'], api['MOLLIE_API_URL'], api['SMTP_URL'], worker['SMTP_URL']]).toEqual([
    'http://localhost:4110',
    'http://localhost:4110',
    'smtp://localhost:4125',
    'smtp://localhost:4125',
  ]);
  expect(sandbox['SANDBOX_AUTHENTICATOR']).toBe('admin@touchline.test=MADEAUTH');
  expect([sandbox['ODDS_API_KEY'], sandbox['MOLLIE_API_KEY']]).toEqual([worker['ODDS_API_KEY'], api['MOLLIE_API_KEY']]);
  expect([worker['FOOTBALL_DATA_URL'], worker['FOOTBALL_DATA_TOKEN']]).toEqual([
    'http://localhost:4110',
    sandbox['FOOTBALL_DATA_TOKEN'],
  ]);
  expect([worker['MOLLIE_API_URL'], worker['MOLLIE_API_KEY'], worker['DEPOSIT_SWEEP_SECONDS']]).toEqual([
    api['MOLLIE_API_URL'],
    api['MOLLIE_API_KEY'],
    '20',
  ]);
});

test('only the worker can sign push messages, and a database of its own gets no key that was made up', () => {
  const made = envFor({ SANDBOX_PORT: '4110' });
  expect([made.api['VAPID_PUBLIC_KEY'], made.api['VAPID_PRIVATE_KEY'], made.worker['VAPID_PRIVATE_KEY']]).toEqual([
    vapidKeysOf(madeVapid)?.publicKey,
    undefined,
    madeVapid,
  ]);
  expect(made.worker['PUSH_SERVICES']).toMatch(/^fcm\.googleapis\.com,.*,http:\/\/localhost:4110$/);
  const ownKey = makeVapidKey();
  const own = envFor({ VAPID_PRIVATE_KEY: ownKey, PUSH_SERVICES: 'push.example', SMTP_URL: 'smtp://mail' });
  expect([own.worker['VAPID_PRIVATE_KEY'], own.api['PUSH_SERVICES']]).toEqual([ownKey, 'push.example']);
  expect(envFor({ SMTP_URL: 'smtp://mail' }).api['PUSH_SERVICES']).toBeUndefined();
});

test('api and worker have their own database logins', () => {
  const { api, worker } = envFor({});
  expect([api['DATABASE_URL'], worker['DATABASE_URL']]).toEqual([
    'postgres://api@db/touchline',
    'postgres://worker@db/touchline',
  ]);
});

test('api and worker read from the standby with logins of their own', () => {
  const standbys = {
    DATABASE_STANDBY_URL: 'postgres://api@copy/x',
    WORKER_DATABASE_STANDBY_URL: 'postgres://worker@copy/x',
  };
  const { api, worker } = envFor(standbys);
  expect([api['DATABASE_STANDBY_URL'], worker['DATABASE_STANDBY_URL']]).toEqual(Object.values(standbys));
});

test("the deposit sweep interval is the operator's, the sandbox's or the worker's default", () => {
  const real = { MOLLIE_API_URL: 'https://pay.example', MOLLIE_API_KEY: `live_${'k'.repeat(30)}` };
  const seconds = [{}, { DEPOSIT_SWEEP_SECONDS: '2' }, real, { ...real, DEPOSIT_SWEEP_SECONDS: '60' }].map(
    (variables) => envFor(variables).worker['DEPOSIT_SWEEP_SECONDS'],
  );
  expect(seconds).toEqual(['20', '2', undefined, '60']);
});

test('only a simulated or replayed calendar has a notice, and only a real provider is polled rarely', () => {
  const season: Replay = { files: ['/E0.csv'], from: undefined, speed: 600, leadSeconds: undefined };
  const real = envFor({ ODDS_API_URL: 'https://api.the-odds-api.com', ODDS_API_KEY: 'mine' });
  const seen = [envFor({}), envFor({}, season), envFor({}, { ...season, speed: 60 }), real].map(({ api, worker }) => [
    api['FEED_NOTICE'] !== undefined,
    api['MATCH_SPEED'],
    worker['ODDS_POLL_SECONDS'],
  ]);
  expect(seen).toEqual([
    [true, '12', '2'],
    [true, '600', '1'],
    [true, '60', '2'],
    [false, undefined, '40'],
  ]);
});

test('leaked passwords are accepted only with the sandbox or by configuration', () => {
  const oneIsReal = { SMTP_URL: 'smtps://name:word@mail.example:465' };
  const seen = [{}, oneIsReal, { ...oneIsReal, LEAKED_PASSWORDS: 'accept' }, { LEAKED_PASSWORDS: 'refuse' }].map(
    (variables) => envFor(variables).api['LEAKED_PASSWORDS'],
  );
  expect(seen).toEqual(['accept', 'refuse', 'accept', 'refuse']);
});

test('with real database and providers nothing is generated and no sandbox runs', () => {
  const ownKey = makeSigningKey();
  const ownDataKey = makeDataKey();
  const own = envFor(
    {
      DATABASE_URL: 'postgres://u@db/x',
      PUBLIC_URL: 'https://bets.example',
      JWT_SECRET: 'j'.repeat(32),
      DATA_KEY: ownDataKey,
      TOKEN_MINUTES: '5',
      LEDGER_SIGNING_KEY: ownKey.replaceAll('\n', '\\n'),
      ODDS_API_URL: 'https://odds.example',
      ODDS_API_KEY: 'odds',
      MOLLIE_API_URL: 'https://pay.example',
      MOLLIE_API_KEY: `live_${'m'.repeat(30)}`,
      SMTP_URL: 'smtps://mail.example',
    },
    undefined,
    noSecrets,
  );
  expect([own.usesSandbox, own.api['JWT_SECRET'], own.worker['ODDS_API_KEY']]).toEqual([false, 'j'.repeat(32), 'odds']);
  expect([own.api['DATA_KEY'], envFor({}).api['DATA_KEY']]).toEqual([ownDataKey, 'made-data']);
  expect([own.api['TOKEN_MINUTES'], envFor({}).api['TOKEN_MINUTES']]).toEqual(['5', undefined]);
  expect([own.api['LEDGER_PUBLIC_KEY'], own.worker['LEDGER_PUBLIC_KEY']]).toEqual([
    publicKeyOf(ownKey),
    publicKeyOf(ownKey),
  ]);
});

test('neither api nor worker gets the signing key; both get the public key', () => {
  const { api, worker } = envFor({});
  const known = publicKeyOf(madeKey);
  expect([worker['LEDGER_PUBLIC_KEY'], api['LEDGER_PUBLIC_KEY']]).toEqual([known, known]);
  expect(JSON.stringify([api, worker])).not.toContain('PRIVATE KEY');
});

test('only the worker gets settings of odds and email', () => {
  const feed = {
    ODDS_CREDITS_PER_MONTH: '20000',
    ODDS_MARGIN: 'soccer_epl=1.05',
    OPERATOR_EMAIL: 'ops@bets.example',
    MAIL_FROM: 'Bets <no-reply@bets.example>',
  };
  const { worker, api } = envFor(feed);
  expect(worker).toMatchObject(feed);
  expect(Object.keys(api).filter((name) => name in feed)).toEqual([]);
});

test("a replay uses one bookmaker's prices unless others are set", () => {
  const replay = { files: ['E0.csv'], from: undefined, speed: 60, leadSeconds: undefined };
  expect(
    [envFor({}, replay), envFor({ ODDS_BOOKMAKERS: 'pinnacle' }, replay), envFor({})].map(
      ({ worker }) => worker['ODDS_BOOKMAKERS'],
    ),
  ).toEqual(['bet365', 'pinnacle', undefined]);
});

test('api and worker get the bonus terms', () => {
  const { api, worker } = envFor({ BONUS_PERCENT: '50', BONUS_DAYS: '14', BONUS_WAGERING: '' });
  const bonusOf = (variables: object) => Object.entries(variables).filter(([name]) => name.startsWith('BONUS_'));
  expect([bonusOf(api), bonusOf(worker)]).toEqual(
    Array(2).fill([
      ['BONUS_PERCENT', '50'],
      ['BONUS_DAYS', '14'],
    ]),
  );
});
