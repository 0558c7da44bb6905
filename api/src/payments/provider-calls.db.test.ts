import type { AddressInfo } from 'node:net';
import type { VerifyPaymentAnswer } from '@touchline/core/contract';
import { minutes, seconds } from '@touchline/core/instant';
import { guardProvider } from '@touchline/payments/guard';
import { ProviderDown, UndocumentedAnswer } from '@touchline/payments/provider';
import { tamper } from '@touchline/store/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, buildTestNode, openBettor, type TestApp } from '../testing/test-app.ts';
import {
  askDeposit,
  beginDeposit,
  historyOf,
  openCheckout,
  sendWebhook,
  verifyPayment,
} from '../testing/test-checkout.ts';

const urls: string[] = [];
const checkout = await openCheckout();
// Longer than this file takes: an answer must not expire during the attack.
const env = { ...checkout.env, paymentFreshMs: minutes(10) };
const api = await buildTestApp(env);
/** A second process on the same database. */
const other = await buildTestNode(api.database, env);
for (const { app } of [api, other]) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  urls.push(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
}
checkout.deliverTo(api.app);
afterAll(async () => {
  await other.close();
  await api.close();
  await checkout.close();
});

const paymentOf = (checkoutUrl: string): string => checkoutUrl.split('/').at(-1) ?? '';
/** How often the provider was asked about payments while `run` ran. */
async function askedDuring(run: () => Promise<unknown>): Promise<number> {
  const before = checkout.calls.length;
  await run();
  return checkout.calls.slice(before).filter((call) => call.startsWith('GET ')).length;
}
const webhook = (app: TestApp['app'], id: string, remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: '/payment/webhook',
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `id=${id}`,
  });

describe('attack: one open deposit is verified 300 times in parallel', () => {
  test('the provider is asked a few times at most, from two processes, and every caller is answered', async () => {
    const { token } = await openBettor(api, 'verifier@example.com');
    const { transactionId } = await beginDeposit(api.app, token, 10, 'paypal');
    const statuses: string[] = [];
    const asked = await askedDuring(() =>
      Promise.all(
        Array.from({ length: 300 }, async (_, at) => {
          const answer = await fetch(`${urls[at % 2]}/payment/verify/${transactionId}`, {
            headers: { authorization: `Bearer ${token}` },
          });
          statuses.push(((await answer.json()) as VerifyPaymentAnswer).status);
        }),
      ),
    );
    expect(new Set(statuses)).toEqual(new Set(['initiated']));
    expect(statuses).toHaveLength(300);
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(3);
  });
});

describe('attack: webhooks from strangers make the product query the provider', () => {
  test('10,000 with unknown ids cause no query, and are all answered 200', async () => {
    const answers = new Map<number, number>();
    const asked = await askedDuring(async () => {
      for (let round = 0; round < 100; round += 1) {
        const batch = Array.from({ length: 100 }, (_, at) =>
          webhook(api.app, `tr_stranger${round}x${at}`, `10.${at % 20}.0.1`),
        );
        for (const { statusCode } of await Promise.all(batch)) {
          answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1);
        }
      }
    });
    expect([asked, [...answers]]).toEqual([0, [[200, 10_000]]]);
  });

  test('500 about one open deposit are bounded, and its payment is credited once and at once', async () => {
    const { token, user } = await openBettor(api, 'hinted@example.com');
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 10, 'paypal');
    const id = paymentOf(checkoutUrl);
    const storm = () =>
      Promise.all(
        Array.from({ length: 500 }, (_, at) => webhook(at % 2 ? api.app : other.app, id, `10.9.${at % 50}.1`)),
      );
    const began = performance.now();
    const asked = await askedDuring(async () => {
      expect(new Set((await storm()).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    });
    // One query a second for as long as the storm lasts, and one per process that was under way.
    expect(asked).toBeLessThanOrEqual(3 + (performance.now() - began) / seconds(1));
    await Promise.all([storm(), checkout.choose(checkoutUrl, 'paid')]);
    // The provider's own webhook, whatever strangers sent before it.
    await sendWebhook(api.app, `id=${id}`);
    const [newest] = await historyOf(api.app, token);
    expect([newest?._id, newest?.status]).toEqual([transactionId, 'completed']);
    const credits = await api.database.db
      .selectFrom('ledger_events')
      .select('amount')
      .where('wallet_id', '=', user.walletId)
      .where('type', '=', 'DepositCredited')
      .execute();
    expect(credits).toEqual([{ amount: 1_000 }]);
  });
});

describe('attack: a bettor begins deposits that the provider refuses, to use up its calls for everyone', () => {
  test('twenty in ten minutes reach it; other bettors and the ones who pay go on', async () => {
    const [{ token, user }, someone] = [
      await openBettor(api, 'beginner@example.com'),
      await openBettor(api, 'someone@example.com'),
    ];
    const { transactionId, checkoutUrl } = await beginDeposit(api.app, token, 10, 'paypal');
    await checkout.choose(checkoutUrl, 'paid');
    await verifyPayment(api.app, token, transactionId);
    const before = checkout.calls.length;
    const ask = ({ app }: Pick<TestApp, 'app'>, key: string) =>
      askDeposit(app, token, { amount: 9_999_999, paymentMethod: 'paypal' }, key);
    const answers = [];
    for (let at = 0; at < 25; at += 1) answers.push(await ask(at % 2 ? api : other, `refused-${at}`));
    const made = checkout.calls.slice(before).filter((call) => call.startsWith('POST /v2/payments'));
    expect([answers.filter(({ statusCode }) => statusCode === 422).length, made.length]).toEqual([20, 20]);
    const { rows } = await api.database.pool.query(
      "select min(created_at) as first from transactions where wallet_id = $1 and status = 'failed'",
      [user.walletId],
    );
    const again = new Date(rows[0].first + minutes(10)).toISOString();
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
      code: 'too-many-deposits',
      error: expect.stringMatching(
        /^You started 20 deposits in 10 minutes without paying\. You can start another one from .* UTC\. Nothing was charged\.$/,
      ),
      details: { most: 20, again },
    });
    await beginDeposit(api.app, someone.token, 10, 'paypal');
    await tamper(
      api.database,
      `update transactions set created_at = created_at - interval '10 minutes'
       where id = (select id from transactions where wallet_id = '${user.walletId}' and status = 'failed' order by created_at limit 1)`,
    );
    expect([(await ask(api, 'later')).statusCode, (await ask(api, 'last')).statusCode]).toEqual([422, 409]);
  });
});

describe('attack: an overloaded provider is queried on and on', () => {
  const provider = (answer: () => Promise<undefined>) => {
    let asked = 0;
    const unused = () => Promise.reject(new Error('not part of this test'));
    const guarded = (callsPerMinute: number) =>
      guardProvider(
        {
          name: crypto.randomUUID(),
          isStandIn: true,
          read: () => {
            asked += 1;
            return answer();
          },
          create: unused,
          refund: unused,
          readRefund: unused,
          findRefund: unused,
          list: unused,
          readAccount: unused,
        },
        { db: api.database.db, callsPerMinute, onOpen: (problem) => opened.push(problem) },
      );
    const opened: string[] = [];
    return { guarded, opened, asked: () => asked };
  };
  const down = () => Promise.reject(new ProviderDown('read', new Error('no answer within 7000 ms')));
  const outcomeOf = (question: Promise<unknown>) =>
    question.then(
      () => 'answered',
      (error: Error) => error.name,
    );
  const waitIsOver = (name: string) =>
    api.database.pool.query('update provider_gates set open_until = clock_timestamp() where provider = $1', [name]);

  test('five failures open the breaker for all processes; one probe closes it', async () => {
    let isUp = false;
    const { guarded, opened, asked } = provider(() => (isUp ? Promise.resolve(undefined) : down()));
    const guard = guarded(1_000);
    const outcomes: string[] = [];
    for (let call = 0; call < 50; call += 1) outcomes.push(await outcomeOf(guard.read('tr_any')));
    expect([asked(), outcomes.filter((one) => one === 'ProviderNotAsked').length, opened.length]).toEqual([5, 45, 1]);
    await waitIsOver(guard.name);
    const probes = await Promise.all(Array.from({ length: 10 }, () => outcomeOf(guard.read('tr_any'))));
    expect([asked(), probes.filter((one) => one === 'ProviderDown').length]).toEqual([6, 1]);
    await waitIsOver(guard.name);
    isUp = true;
    expect([await outcomeOf(guard.read('tr_any')), await outcomeOf(guard.read('tr_any'))]).toEqual([
      'answered',
      'answered',
    ]);
  });

  test('a 429 opens it at once, and an answer that we cannot read never does', async () => {
    const limited = provider(() =>
      Promise.reject(new ProviderDown('read', Object.assign(new Error('Too many requests'), { statusCode: 429 }))),
    );
    const guard = limited.guarded(1_000);
    for (let call = 0; call < 3; call += 1) await outcomeOf(guard.read('tr_any'));
    expect([limited.asked(), limited.opened.length]).toEqual([1, 1]);
    const odd = provider(() => Promise.reject(new ProviderDown('read', new UndocumentedAnswer('odd'))));
    const open = odd.guarded(1_000);
    for (let call = 0; call < 9; call += 1) await outcomeOf(open.read('tr_any'));
    expect([odd.asked(), odd.opened.length]).toEqual([9, 0]);
  });

  test('queries use at most four fifths of the calls of a minute; the rest is for deposits and refunds', async () => {
    const { guarded, asked } = provider(() => Promise.resolve(undefined));
    const guard = guarded(10);
    // At most two minutes, wherever the clock is in the first.
    for (let call = 0; call < 40; call += 1) await outcomeOf(guard.read('tr_any'));
    expect(asked()).toBeLessThanOrEqual(16);
  });
});
