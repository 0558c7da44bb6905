import type { TotpEnrolment } from '@touchline/core/contract';
import { createTestDatabase } from '@touchline/store/testing';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { totpOf } from './accounts/second-factor.ts';
import { createLog, secretsOf } from './log.ts';
import {
  buildTestNode,
  creditDollars,
  freshCode,
  openAccount,
  openBettor,
  quote,
  testPassword,
  testSecret,
} from './testing/test-app.ts';

const mollieKey = 'live_9f8e7d6c5b4a39281706f5e4d3c2b1';
const metricsToken = 'metrics-token-of-the-operator';
const lines: string[] = [];
const database = await createTestDatabase();
const env = {
  databaseUrl: database.url,
  directUrl: database.url,
  standbyUrl: undefined,
  redisUrl: undefined,
  mollie: { url: 'http://127.0.0.1:9', key: mollieKey },
  jwtSecret: testSecret,
  metricsToken,
};
const log = createLog(secretsOf(env), { write: (line) => lines.push(line) });
const api = await buildTestNode(database, env, log);
afterAll(async () => {
  await api.close();
  await database.close();
});

type Asked = { readonly token?: string; readonly headers?: Readonly<Record<string, string>> };
const send = async (method: 'GET' | 'POST', url: string, payload?: object | string, { token, headers }: Asked = {}) => {
  const answer = await api.app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: {
      ...headers,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
    },
  });
  return { answer, status: answer.statusCode };
};
const logged = (requestId: string) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);

test('each request has an id in its answer and in each of its lines, and ends with one line', async () => {
  const user = await openAccount({ database }, 'line@example.com');
  const { answer } = await send('POST', '/auth/login', { email: 'line@example.com', password: testPassword });
  const { accessToken: token } = answer.json<{ accessToken: string }>();
  const own = await send('GET', '/bet/nothing?why=secret', undefined, { token });
  const requestId = String(own.answer.headers['x-request-id']);
  expect(requestId).toMatch(ownId);
  expect(logged(requestId)).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      part: 'api',
      requestId,
      method: 'GET',
      route: '/bet/:id',
      status: 400,
      ms: expect.any(Number),
      userId: user.id,
      event: 'answered',
    },
  ]);
});

test('a red readiness probe is a warning, not an error of the process', async () => {
  // No worker has fetched prices here.
  const { answer, status } = await send('GET', '/readyz');
  expect(status).toBe(503);
  expect(logged(String(answer.headers['x-request-id']))).toMatchObject([
    { level: 'warn', route: '/readyz', status: 503 },
  ]);
});

const ownId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('attack: a stranger names the cause of a ledger event', () => {
  const given = 'c0ffee00-1111-4222-8333-444455556666';

  test('logs a caller’s request id and uses it nowhere else', async () => {
    const { token } = await openBettor({ ...api, database }, 'cause@example.com', 100);
    const [matchId] = await quote(database, [{ name: 'Red' }]);
    const bet = { stake: 10, matches: [{ matchId, betOutcome: 'Red United Win', odds: 2.1 }] };
    const { answer } = await send('POST', '/bet', bet, {
      token,
      headers: { 'x-request-id': given, 'request-id': given },
    });
    const requestId = String(answer.headers['x-request-id']);
    expect([answer.statusCode, requestId]).toEqual([201, expect.stringMatching(ownId)]);
    expect(requestId).not.toBe(given);
    const { rows } = await database.pool.query('select cause from ledger_events where cause like $1', ['request:%']);
    expect(rows).toEqual([{ cause: `request:${requestId}` }]);
    expect(logged(requestId)).toMatchObject([{ callerRequestId: given }]);
  });

  test.each([
    'short',
    'x'.repeat(65),
    'has a space in the middle of it',
    '{"a":"aaaaaaaaaaaaaaaa"}',
    '../../../../etc/passwd',
  ])('what is no id is not even logged: %s', async (text) => {
    const { answer } = await send('GET', '/nothing', undefined, { headers: { 'x-request-id': text } });
    const [line] = logged(String(answer.headers['x-request-id']));
    expect([line.event, line.callerRequestId]).toEqual(['answered', undefined]);
  });
});

test('the log holds no secret of users or the operator, however a request failed', async () => {
  const secrets: Record<string, string> = { mollieKey, metricsToken, testSecret, testPassword };
  const keep = (name: string, secret: string): string => {
    secrets[name] = secret;
    return secret;
  };
  lines.length = 0;

  const admin = await openAccount({ database }, 'admin@example.com', 'admin');
  const bettor = await openAccount({ database }, 'bettor@example.com');
  await creditDollars(api, bettor, 100);
  const wrong = keep('a wrong password', 'Wr0ng!Passw0rd');
  await send('POST', '/auth/login', { email: 'bettor@example.com', password: wrong });
  await send('POST', '/auth/login', `{"email":"bettor@example.com","password":"${wrong}"`);
  const logIn = async (email: string, totp?: string) => {
    const { answer } = await send('POST', '/auth/login', { email, password: testPassword, ...(totp && { totp }) });
    keep(`the cookie of ${email}`, answer.cookies[0]?.value ?? 'none');
    return keep(`the token of ${email}`, answer.json<{ accessToken: string }>().accessToken);
  };
  const adminCode = keep('a code of the test app', await freshCode(database, admin.email));
  const token = await logIn('bettor@example.com');
  await logIn('admin@example.com', adminCode);

  // A second factor, and codes right and wrong.
  const enrolment = (
    await send('POST', '/auth/totp/enrol', { password: testPassword }, { token })
  ).answer.json<TotpEnrolment>();
  const secret = keep('the secret of the second factor', enrolment.secret);
  const code = keep('a code', totpOf(secret, bettor.email).generate());
  const confirmed = await send('POST', '/auth/totp/confirm', { totp: code, code }, { token });
  const { recoveryCodes = [] } = confirmed.answer.json<{ recoveryCodes?: string[] }>();
  for (const one of recoveryCodes) keep(one, one);

  // Links of emails, tokens that are none, and a key where it does not belong.
  const link = keep('the token of a link', 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA');
  await send('GET', `/auth/verify?token=${link}`);
  await send('POST', '/auth/reset-password', { token: link, password: keep('a new password', 'N3w!Passw0rd-x') });
  await send('GET', `/nowhere?apiKey=${keep('a key', '0a1b2c3d4e5f60718293a4b5c6d7e8f9')}`);
  await send('GET', '/auth/me', undefined, { token: `${token}x` });
  await send('GET', '/metrics', undefined, { token: keep('a guess', 'guessed-token-of-the-operator') });

  // Bank accounts and cards, taken and refused; the provider is out of reach.
  const iban = keep('a bank account', 'NL91ABNA0417164300');
  const bank = { bankName: 'ABN AMRO', accountHolder: 'Ada Bell', iban, bic: 'ABNANL2A' };
  const taken = await send(
    'POST',
    '/payment/withdraw',
    {
      amount: 20,
      withdrawalMethod: 'bank_transfer',
      ...bank,
      totp: recoveryCodes[0],
    },
    { token },
  );
  expect(taken.status).toBe(201);
  const card = keep('a card', '4242424242424242');
  await send('POST', '/payment/deposit', { amount: 20, paymentMethod: 'creditcard', cardNumber: card }, { token });
  await send(
    'POST',
    '/payment/withdraw',
    { amount: -1, withdrawalMethod: 'bank_transfer', ...bank, iban: card },
    { token },
  );

  // The database refuses a row and shows it whole in its error.
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`
    create function show() returns trigger language plpgsql as $$
      begin raise exception 'this row is not taken' using detail = row_to_json(new)::text; end $$;
    create trigger show before insert on users for each row execute function show()`);
  await owner.end();
  const late = { name: 'Ann', email: 'late@example.com', password: keep('the password of a failure', 'F4iled!once-x') };
  const failed = await send('POST', '/auth/register', late);
  expect(failed.status).toBe(500);
  const failures = logged(String(failed.answer.headers['x-request-id']));
  expect(failures.map(({ level, event }) => [level, event])).toEqual([
    ['error', 'request failed'],
    ['error', 'answered'],
  ]);
  expect(failures[0]).toMatchObject({ error: { message: 'this row is not taken', code: 'P0001' } });
  expect(failed.answer.json()).toMatchObject({ details: { requestId: failures[0]?.requestId } });
  keep('the hash of a password', '$argon2');
  keep('the address of a person', 'late@example.com');

  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(15);
  for (const [name, one] of Object.entries(secrets)) {
    expect(one.length, `${name} was given`).toBeGreaterThan(5);
    const asAWord = new RegExp(`(?<![0-9A-Za-z])${one.replace(/[^0-9A-Za-z]/g, '\\$&')}(?![0-9A-Za-z])`);
    expect([name, asAWord.test(text)]).toEqual([name, false]);
  }
});
