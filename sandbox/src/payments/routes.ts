import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, type Asked, jsonObject, nothing, type Route } from '../http/answer.ts';
import { balancesOf, settlementsOf } from './balances.ts';
import { createIdempotency } from './idempotency.ts';
import { METHODS, methodOf, takesAmount } from './methods.ts';
import { type PaymentBook, unknown } from './payment-book.ts';
import { hal, isProblem, problemAnswer } from './problem.ts';
import { readAmount, readNewPayment } from './read-request.ts';
import {
  isCancelable,
  link,
  wireBalance,
  wireChargeback,
  wireList,
  wireMethod,
  wireMovement,
  wirePayment,
  wireRefund,
  wireSettlement,
} from './wire.ts';

export type PaymentApiDeps = {
  readonly book: PaymentBook;
  readonly apiKey: string;
  readonly stateFolder: string | null;
  readonly now: () => number;
  /** Called with each request that has the key, such as `GET /v2/payments/tr_x`. */
  readonly onCall?: ((call: string) => void) | undefined;
};

/** Simulated latency, long enough that two equal requests overlap. */
const THINKS_MS = 25;

/** Mollie's payments API v2 for one-off payments. */
export function paymentApiRoutes(deps: PaymentApiDeps): Route[] {
  const route = routesWithKey(deps);
  return [
    route('POST', '/v2/payments', (asked) => create(deps, asked)),
    route('GET', '/v2/payments', (asked) => list(deps, asked)),
    route('GET', '/v2/payments/:id', (asked) => {
      const payment = deps.book.find(asked.part('id'));
      return payment ? hal(200, wirePayment(payment, asked.origin)) : problemAnswer(unknown(asked.part('id')));
    }),
    route('DELETE', '/v2/payments/:id', (asked) => cancel(deps, asked)),
    ...returnRoutes(deps, route),
    ...accountRoutes(deps),
    route('GET', '/v2/methods', (asked) => methods(asked)),
    route('GET', '/v2/methods/:id', (asked) => {
      const method = methodOf(asked.part('id'));
      return method
        ? hal(200, wireMethod(method, asked.query.get('currency') ?? 'EUR', asked.origin))
        : problemAnswer({ status: 404, detail: `No method exists with token ${asked.part('id')}.` });
    }),
  ];
}

type AddRoute = (method: Route['method'], path: string, run: (asked: Asked) => Answer) => Route;

/** Routes that the API key opens. A `POST` with an idempotency key is carried out once. */
function routesWithKey(deps: PaymentApiDeps): AddRoute {
  const { book, now } = deps;
  const once = createIdempotency(deps.stateFolder);
  return (method, path, run) => ({
    method,
    path,
    run: (asked) => {
      const { authorization } = asked.headers;
      if (authorization !== `Bearer ${deps.apiKey}`) {
        return problemAnswer({ status: 401, detail: 'Missing authentication, or failed to authenticate.' });
      }
      deps.onCall?.(`${method} ${asked.path}`);
      book.pass(now());
      if (method !== 'POST') return run(asked);
      return once(asked, now(), async () => {
        await wait(THINKS_MS);
        return run(asked);
      });
    },
  });
}

/** What went back to payers: refunds and chargebacks. */
function returnRoutes(deps: PaymentApiDeps, route: AddRoute): Route[] {
  const { book, now } = deps;
  return [
    route('POST', '/v2/payments/:id/refunds', (asked) => refund(deps, asked)),
    route('GET', '/v2/payments/:id/refunds', (asked) => {
      const payment = book.find(asked.part('id'));
      if (!payment) return problemAnswer(unknown(asked.part('id')));
      return hal(
        200,
        wireList(
          'refunds',
          payment.refunds.map((each) => wireRefund(payment, each, asked.origin)),
          onePage(asked),
        ),
      );
    }),
    route('GET', '/v2/payments/:id/refunds/:refund', (asked) => {
      const payment = book.find(asked.part('id'));
      const found = payment?.refunds.find((each) => each.id === asked.part('refund'));
      return payment && found
        ? hal(200, wireRefund(payment, found, asked.origin))
        : problemAnswer({ status: 404, detail: `No refund exists with token ${asked.part('refund')}.` });
    }),
    route('DELETE', '/v2/payments/:id/refunds/:refund', (asked) => {
      const stopped = book.stopRefund(asked.part('id'), asked.part('refund'), 'canceled', now());
      return isProblem(stopped) ? problemAnswer(stopped) : nothing();
    }),
    route('GET', '/v2/payments/:id/chargebacks', (asked) => {
      const payment = book.find(asked.part('id'));
      if (!payment) return problemAnswer(unknown(asked.part('id')));
      return hal(
        200,
        wireList(
          'chargebacks',
          payment.chargebacks.map((each) => wireChargeback(payment, each, asked.origin)),
          onePage(asked),
        ),
      );
    }),
    route('GET', '/v2/refunds', (asked) =>
      listOf(
        asked,
        'refunds',
        book.all().flatMap((payment) => payment.refunds.map((each) => wireRefund(payment, each, asked.origin))),
      ),
    ),
    route('GET', '/v2/chargebacks', (asked) =>
      listOf(
        asked,
        'chargebacks',
        book.all().flatMap((payment) => payment.chargebacks.map((each) => wireChargeback(payment, each, asked.origin))),
      ),
    ),
  ];
}

function accountRoutes(deps: PaymentApiDeps): Route[] {
  const { book, now } = deps;
  const balances = () => balancesOf(book.all().toReversed(), now());
  /** Of the whole account: an access token opens them, as with the real provider, and an API key does not. */
  const accountRoute = (path: string, run: (asked: Asked) => Answer): Route => ({
    method: 'GET',
    path,
    run: (asked) => {
      if (asked.headers['authorization'] !== `Bearer ${accessTokenOf(deps.apiKey)}`) {
        return problemAnswer({ status: 401, detail: 'Missing authentication, or failed to authenticate.' });
      }
      deps.onCall?.(`GET ${asked.path}`);
      book.pass(now());
      return run(asked);
    },
  });
  return [
    accountRoute('/v2/balances', (asked) => listOf(asked, 'balances', balances().map(wireBalance))),
    accountRoute('/v2/balances/:id', (asked) => {
      const balance = balances().find(({ id }) => id === asked.part('id'));
      return balance ? hal(200, wireBalance(balance)) : noBalance(asked.part('id'));
    }),
    accountRoute('/v2/balances/:id/transactions', (asked) => {
      const balance = balances().find(({ id }) => id === asked.part('id'));
      if (!balance) return noBalance(asked.part('id'));
      const list = balance.movements.map((each) => wireMovement(balance, each));
      return pageOf(asked, 'balance_transactions', list);
    }),
    accountRoute('/v2/settlements', (asked) =>
      listOf(asked, 'settlements', balances().flatMap(settlementsOf).map(wireSettlement)),
    ),
  ];
}

/** The access token of the account that an API key belongs to. */
const accessTokenOf = (apiKey: string): string => `access_${apiKey}`;

const noBalance = (id: string): Answer => problemAnswer({ status: 404, detail: `No balance exists with token ${id}.` });

/** Everything as a list of one page. */
const onePage = (asked: Asked) => ({
  self: link(`${asked.origin}${asked.path}`, 'application/hal+json'),
  previous: null,
  next: null,
});

const NOT_JSON = problemAnswer({ status: 400, detail: 'The body is not a JSON object.' });

function create(deps: PaymentApiDeps, asked: Asked): Answer {
  const body = jsonObject(asked);
  if (!body) return NOT_JSON;
  const wanted = readNewPayment(body);
  return isProblem(wanted)
    ? problemAnswer(wanted)
    : hal(201, wirePayment(deps.book.create(wanted, deps.now()), asked.origin));
}

const list = (deps: PaymentApiDeps, asked: Asked): Answer =>
  listOf(
    asked,
    'payments',
    deps.book.all().map((payment) => wirePayment(payment, asked.origin)),
  );

/** A page of a list, newest first, from the item with the id `from` on. */
function listOf(
  asked: Asked,
  kind: string,
  items: readonly { readonly id: string; readonly createdAt: string }[],
): Answer {
  const newestFirst = items.toSorted((one, other) =>
    one.createdAt < other.createdAt ? 1 : one.createdAt > other.createdAt ? -1 : 0,
  );
  return pageOf(asked, kind, newestFirst);
}

/** A page of a list that is in its order. */
function pageOf(asked: Asked, kind: string, all: readonly { readonly id: string }[]): Answer {
  const limit = Number(asked.query.get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 250) {
    return problemAnswer({ status: 400, detail: 'The limit has to be from 1 to 250.', field: 'limit' });
  }
  const from = asked.query.get('from');
  const start = from === null ? 0 : all.findIndex(({ id }) => id === from);
  if (start < 0)
    return problemAnswer({ status: 400, detail: `There is no item ${from} to start from.`, field: 'from' });
  const page = (id: string) => link(`${asked.origin}${asked.path}?from=${id}&limit=${limit}`, 'application/hal+json');
  const next = all[start + limit];
  const previous = start > 0 ? all[Math.max(0, start - limit)] : undefined;
  return hal(
    200,
    wireList(kind, all.slice(start, start + limit), {
      self: link(`${asked.origin}${asked.path}`, 'application/hal+json'),
      previous: previous ? page(previous.id) : null,
      next: next ? page(next.id) : null,
    }),
  );
}

function cancel(deps: PaymentApiDeps, asked: Asked): Answer {
  const payment = deps.book.find(asked.part('id'));
  if (!payment) return problemAnswer(unknown(asked.part('id')));
  if (!isCancelable(payment)) return problemAnswer({ status: 422, detail: 'The payment cannot be canceled.' });
  const canceled = deps.book.become(payment.id, 'canceled', deps.now());
  return isProblem(canceled) ? problemAnswer(canceled) : hal(200, wirePayment(canceled, asked.origin));
}

function refund(deps: PaymentApiDeps, asked: Asked): Answer {
  const body = jsonObject(asked);
  if (!body) return NOT_JSON;
  const { amount: given, description, metadata } = body;
  const payment = deps.book.find(asked.part('id'));
  if (!payment) return problemAnswer(unknown(asked.part('id')));
  const amount = readAmount(given);
  if (isProblem(amount)) return problemAnswer(amount);
  const text = typeof description === 'string' ? description.slice(0, 255) : '';
  const made = deps.book.refund(payment.id, { amount, description: text, metadata: metadata ?? null }, deps.now());
  return isProblem(made) ? problemAnswer(made) : hal(201, wireRefund(payment, made, asked.origin));
}

function methods(asked: Asked): Answer {
  const currency = asked.query.get('amount[currency]');
  const value = asked.query.get('amount[value]');
  if (currency === null && value === null) return listed(METHODS, 'EUR', asked);
  const amount = readAmount({ currency, value });
  if (isProblem(amount)) return problemAnswer({ ...amount, status: 400 });
  return listed(
    METHODS.filter((method) => takesAmount(method, amount)),
    amount.currency,
    asked,
  );
}

const listed = (shown: typeof METHODS, currency: string, asked: Asked): Answer =>
  hal(
    200,
    wireList(
      'methods',
      shown.map((method) => wireMethod(method, currency, asked.origin)),
      {
        self: link(`${asked.origin}/v2/methods`, 'application/hal+json'),
      },
    ),
  );
