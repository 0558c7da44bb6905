import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DepositAnswer, TransactionView, VerifyPaymentAnswer } from '@touchline/core/contract';
import { createSandbox, type Sandbox } from '@touchline/sandbox/create';
import type { App } from '../http/app-type.ts';
import { requestAs } from './test-app.ts';

const key = 'test_sandbox0000000000000000000000';

/** The payment provider over real HTTP, with a clock that a test can put forward. */
export type TestCheckout = {
  readonly sandbox: Sandbox;
  /** For the API's environment: the provider, and its webhook address. */
  readonly env: { readonly mollie: { readonly url: string; readonly key: string }; readonly webhookUrl: string };
  /** From now on webhooks arrive at this app. */
  readonly deliverTo: (app: App) => void;
  readonly passMs: (ms: number) => void;
  /** Makes the payer's choice on the hosted page. Returns the URL they are redirected to. */
  readonly choose: (checkoutUrl: string, choice: string, more?: Readonly<Record<string, string>>) => Promise<string>;
  /** What the bank does later: `refund`, `chargeback`, ... */
  readonly bank: (paymentId: string, what: string, body?: object) => Promise<BankAnswer>;
  /** A call of the provider's API, as the shop makes it. */
  readonly call: (path: string, body: object) => Promise<{ readonly id: string }>;
  /** Requests that the provider's API got so far, such as `GET /v2/payments/tr_x`. */
  readonly calls: readonly string[];
  readonly close: () => Promise<void>;
};
type BankAnswer = { readonly payment?: unknown; readonly message?: string };

export async function openCheckout(): Promise<TestCheckout> {
  let ahead = 0;
  let receiver: App | undefined;
  const calls: string[] = [];
  const sandbox = await createSandbox({
    mollieApiKey: key,
    now: () => Date.now() + ahead,
    onPaymentCall: (call) => calls.push(call),
  });
  const door = createServer((request, response) => {
    if (receiver) receiver.server.emit('request', request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(new URL(path, sandbox.url), { method: 'POST', redirect: 'manual', headers, body });
  const json = { 'content-type': 'application/json' };
  return {
    sandbox,
    calls,
    env: {
      mollie: { url: sandbox.url, key },
      webhookUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}/payment/webhook`,
    },
    deliverTo: (app) => {
      receiver = app;
    },
    passMs: (ms) => {
      ahead += ms;
    },
    choose: async (checkoutUrl, choice, more = {}) => {
      const form = new URLSearchParams({ choice, ...more }).toString();
      const answer = await post(checkoutUrl, { 'content-type': 'application/x-www-form-urlencoded' }, form);
      return answer.headers.get('location') ?? `${answer.status} without a way back`;
    },
    bank: async (paymentId, what, body = {}) => {
      const answer = await post(`/payments/api/${paymentId}/${what}`, json, JSON.stringify(body));
      return (await answer.json()) as BankAnswer;
    },
    call: async (path, body) => {
      const answer = await post(`/v2${path}`, { ...json, authorization: `Bearer ${key}` }, JSON.stringify(body));
      return (await answer.json()) as { id: string };
    },
    close: async () => {
      await new Promise((resolve) => {
        door.close(resolve);
        door.closeAllConnections();
      });
      await sandbox.close();
    },
  };
}

/** POST /payment/deposit as the form does it. */
export const askDeposit = (app: App, token: string, body: object, idempotencyKey?: string) =>
  requestAs(app, token, 'POST', '/payment/deposit', body, idempotencyKey);

/** A deposit that must begin. */
export async function beginDeposit(app: App, token: string, amount: number, paymentMethod: string) {
  const answer = await askDeposit(app, token, { amount, paymentMethod });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return answer.json<DepositAnswer>();
}

export const verifyPayment = async (app: App, token: string, id: string) => {
  const answer = await requestAs(app, token, 'GET', `/payment/verify/${id}`);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<VerifyPaymentAnswer>();
};

export const historyOf = async (app: App, token: string) => {
  const answer = await requestAs(app, token, 'GET', '/payment/history');
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<TransactionView[]>();
};

/** Calls the provider's webhook. */
export const sendWebhook = (app: App, body: string, type = 'application/x-www-form-urlencoded') =>
  app.inject({ method: 'POST', url: '/payment/webhook', headers: { 'content-type': type }, payload: body });
