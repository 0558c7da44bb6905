import { type BetView, refusalView, type WithdrawAnswer } from '@touchline/core/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { goodValues, type Operation, operationsOf, type Sent } from '../testing/nasty-values.ts';
import {
  buildTestApp,
  logIn,
  openAccount,
  openBettor,
  quote,
  requestAs,
  type TestApp,
  testPassword,
} from '../testing/test-app.ts';

let api: TestApp;
const roles = ['bettor', 'admin', 'auditor'] as const;
type Caller = (typeof roles)[number] | 'guest';
const tokens = new Map<Caller, string>();
const things = new Map<string, string>();

beforeAll(async () => {
  api = await buildTestApp();
  const [match = ''] = await quote(api.database, [{ name: 'Red' }]);
  const { user } = await openBettor(api, 'bettor@example.com', 1_000);
  for (const role of ['admin', 'auditor'] as const) await openAccount(api, `${role}@example.com`, role);
  for (const role of roles) await logInAs(role);
  things.set('match', match).set('user', user.id).set('wallet', user.walletId);
  const picks = [{ matchId: match, betOutcome: 'Red United Win', odds: 2.1 }];
  const bet = await post('/bet', { stake: 10, matches: picks });
  const paypal = { withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com', password: testPassword };
  const withdrawal = await post('/payment/withdraw', { amount: 10, ...paypal });
  things.set('bet', bet.json<{ bet: BetView }>().bet._id);
  things.set('transaction', withdrawal.json<WithdrawAnswer>().transactionId);
});
afterAll(() => api.close());

async function logInAs(role: Caller): Promise<void> {
  if (role !== 'guest') tokens.set(role, await logIn(api.app, `${role}@example.com`));
}

const post = (url: string, payload: object) => requestAs(api.app, tokens.get('bettor'), 'POST', url, payload);

let caller = 0;
async function call(me: Caller, { method }: Operation, { url, headers, payload }: Sent) {
  const token = tokens.get(me);
  caller += 1;
  const answer = await api.app.inject({
    method: verbs.parse(method),
    url,
    // No rate limits.
    remoteAddress: `10.0.${caller >> 8}.${caller & 255}`,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(payload !== undefined && { payload }),
  });
  if (answer.statusCode === 401) await logInAs(me);
  return answer;
}
const verbs = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

type Answer = Awaited<ReturnType<typeof call>>;
const isRefusal = ({ body }: Answer): boolean => {
  try {
    return z.strictObject(refusalView.shape).safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
};
/** Refusals because of what these tests run without. */
const isAway = ['provider-unavailable', 'signer-away'];

/** An answer that does not fit its route's schema is a 500 of the serializer. */
const isRight = (answer: Answer): boolean =>
  answer.statusCode < 400 ||
  (isRefusal(answer) && (answer.statusCode < 500 || isAway.includes(answer.json<{ code: string }>().code)));

test('no request makes any route fail, or answer anything but its schema or a refusal', async () => {
  const wrong: string[] = [];
  const count = { taken: 0, refused: 0 };
  const judge = (me: Caller, { name }: Operation, { what }: Sent, answer: Answer) => {
    if (!isRight(answer)) wrong.push(`${me}: ${name} with ${what}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    else if (answer.statusCode < 400) count.taken += 1;
    else count.refused += 1;
  };
  // Health checks may fail.
  const operations = operationsOf(api.app.swagger().paths ?? {}, goodValues(things)).filter(
    ({ name }) => name !== 'GET /readyz',
  );
  for (const operation of operations.toSorted((one, other) => endsMuch(one) - endsMuch(other))) {
    let isTried = false;
    for (const me of operation.isOpen ? (['guest'] as const) : roles) {
      const first = await call(me, operation, operation.plain);
      judge(me, operation, operation.plain, first);
      // One admitted role is enough: roles are checked before the body.
      if (isTried || first.statusCode === 403) continue;
      isTried = true;
      for (const sent of operation.nasty) judge(me, operation, sent, await call(me, operation, sent));
    }
  }
  expect(wrong).toEqual([]);
  expect([operations.length > 70, count.taken > 300, count.refused > 3_000]).toEqual([true, true, true]);
}, 600_000);

/** Who is excluded, limited or logged out gets no further elsewhere. */
const endsMuch = ({ name }: Operation): number => (/exclusion|limits|logout|end-all/.test(name) ? 1 : 0);
