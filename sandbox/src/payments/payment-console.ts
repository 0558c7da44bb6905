import { type Answer, type Asked, html as htmlAnswer, json, jsonObject, type Route } from '../http/answer.ts';
import { page } from '../pages/layout.ts';
import { html, type Markup } from '../pages/markup.ts';
import { methodOf } from './methods.ts';
import { type Amount, amountOf, unitsOf } from './money.ts';
import type { Payment, PaymentStatus } from './payment.ts';
import { chargedBackUnits, type PaymentBook, refundedUnits } from './payment-book.ts';
import { isProblem, type Problem } from './problem.ts';
import { readAmount } from './read-request.ts';
import type { Webhooks } from './webhooks.ts';
import { wirePayment } from './wire.ts';

export type PaymentConsoleDeps = {
  readonly book: PaymentBook;
  readonly webhooks: Webhooks;
  readonly now: () => number;
};

const SHOWN = 60;

/** The payment console: all payments and a bank's later actions. Also as JSON calls under /payments/api. */
export function paymentConsoleRoutes(deps: PaymentConsoleDeps): Route[] {
  const { book, now } = deps;
  const call = (what: string, run: (asked: Asked, id: string) => object): Route => ({
    method: 'POST',
    path: `/payments/api/:id/${what}`,
    run: (asked) => {
      const done = run(asked, asked.part('id'));
      const payment = book.find(asked.part('id'));
      if (isProblem(done)) return json(done.status, { message: done.detail });
      return json(200, { payment: payment ? wirePayment(payment, asked.origin) : null });
    },
  });
  const fresh = (): readonly Payment[] => {
    book.pass(now());
    return book.all();
  };
  return [
    { method: 'GET', path: '/payments', run: () => htmlAnswer(consolePage(deps, fresh())) },
    { method: 'GET', path: '/payments/api/board', run: () => json(200, { html: board(deps, fresh()).markup }) },
    {
      method: 'GET',
      path: '/payments/api',
      run: (asked): Answer => json(200, { payments: fresh().map((each) => wirePayment(each, asked.origin)) }),
    },
    call('status', (asked, id) => {
      const { status } = jsonObject(asked) ?? {};
      const wanted = (['paid', 'failed', 'canceled', 'expired', 'pending'] as const).find((each) => each === status);
      return wanted ? book.become(id, wanted, now()) : wrong('status is paid, failed, canceled, expired or pending.');
    }),
    call('pay-other', (asked, id) => {
      const { value } = jsonObject(asked) ?? {};
      const amount = readAmount({ currency: book.find(id)?.amount.currency ?? 'EUR', value });
      return isProblem(amount) ? amount : book.payOther(id, amount, now());
    }),
    call('refund', (asked, id) => {
      const { value } = jsonObject(asked) ?? {};
      const payment = book.find(id);
      const left = payment ? unitsOf(payment.amount) - refundedUnits(payment) : 0;
      const currency = payment?.amount.currency ?? 'EUR';
      const amount = readAmount(value === undefined ? amountOf(currency, left) : { currency, value });
      return isProblem(amount)
        ? amount
        : book.refund(id, { amount, description: 'Refunded at the payment console', metadata: null }, now());
    }),
    call('fail-refund', (asked, id) => {
      const { refundId } = jsonObject(asked) ?? {};
      return book.stopRefund(id, String(refundId), 'failed', now());
    }),
    call('chargeback', (_asked, id) => book.chargeBack(id, now())),
    call('win-dispute', (_asked, id) => book.winDispute(id, now())),
    call('webhook', (_asked, id) => book.resendWebhook(id, now())),
  ];
}

const wrong = (detail: string): Problem => ({ status: 422, detail });

const consolePage = (deps: PaymentConsoleDeps, payments: readonly Payment[]): string =>
  page({
    path: '/payments',
    title: 'Payment console',
    live: '/payments/api/board',
    body: html`<p class="dim">Every payment the product asked for, and the hand of the bank.</p><div id="live">${board(deps, payments)}</div>`,
  });

function board(deps: PaymentConsoleDeps, payments: readonly Payment[]): Markup {
  if (payments.length === 0) return html`<p class="card dim">No payment yet. Make a deposit in the product.</p>`;
  return html`${payments.slice(0, SHOWN).map((payment) => card(deps, payment))}`;
}

function card(deps: PaymentConsoleDeps, payment: Payment): Markup {
  const { amount } = payment;
  const refunded = refundedUnits(payment);
  const chargedBack = chargedBackUnits(payment);
  return html`<section class="card" id="${payment.id}" data-payment="${payment.id}"><div class="row">
<span class="tag ${payment.status}">${payment.status}</span><span class="grow"><strong>${amount.currency} ${amount.value}</strong> ${payment.description}<br>
<small class="dim">${payment.id} · ${methodOf(payment.method)?.description ?? 'no method yet'} · ${new Date(payment.createdAt).toISOString().slice(0, 19).replace('T', ' ')} UTC${payment.failureReason === null ? '' : ` · ${payment.failureReason}`}</small></span>
${payment.status === 'open' ? html`<a class="button" href="/checkout/${payment.id}">Checkout</a>` : null}</div>
${refunded > 0 ? html`<p class="dim">refunded ${amountOf(amount.currency, refunded).value}</p>` : null}${chargedBack > 0 ? html`<p class="dim">charged back ${amountOf(amount.currency, chargedBack).value}</p>` : null}
${payment.refunds.map((refund) => html`<p><span class="tag ${refund.status}">${refund.status}</span> refund ${refund.amount.value} <small class="dim">${refund.id}</small></p>`)}
<div class="row">${buttons(payment)}</div>${webhookLine(deps, payment)}</section>`;
}

function buttons(payment: Payment): Markup {
  const button = (what: string, name: string, body: object = {}) =>
    html`<form data-call="/payments/api/${payment.id}/${what}" data-body="${JSON.stringify(body)}"><button data-key="${payment.id} ${name}">${name}</button></form>`;
  const become = (status: PaymentStatus, name: string) => button('status', name, { status });
  if (payment.status === 'open' || payment.status === 'pending')
    return html`${become('paid', 'Pay')}${button('pay-other', 'Pay twice as much', { value: twice(payment.amount) })}${become('failed', 'Fail')}${become('expired', 'Expire')}`;
  const left = unitsOf(payment.amount) - refundedUnits(payment);
  const waiting = payment.refunds.filter((refund) => refund.status === 'pending' || refund.status === 'processing');
  return html`${payment.status === 'paid' && left > 0 ? button('refund', 'Refund the rest') : null}
${waiting.map((refund) => button('fail-refund', `Fail refund ${refund.amount.value}`, { refundId: refund.id }))}
${payment.status === 'paid' && methodOf(payment.method)?.chargebacks === 'possible' && payment.chargebacks.length === 0 ? button('chargeback', 'Charge back') : null}${chargedBackUnits(payment) > 0 ? button('win-dispute', 'Win the dispute') : null}
${payment.webhookUrl === null ? null : button('webhook', 'Send webhook again')}`;
}

const twice = (amount: Amount): string => amountOf(amount.currency, 2 * unitsOf(amount)).value;

function webhookLine({ webhooks }: PaymentConsoleDeps, payment: Payment): Markup {
  if (payment.webhookUrl === null) return html`<small class="dim">no webhook asked for</small>`;
  const attempts = webhooks
    .deliveries(payment.id)
    .map((each) => `${new Date(each.at).toISOString().slice(11, 19)} ${each.answer}`);
  const next = webhooks.nextAttemptAt(payment.id);
  return html`<small class="dim">webhook ${payment.webhookUrl}: ${attempts.length > 0 ? attempts.slice(-5).join(', ') : 'nothing sent yet'}${next === null ? '' : `, next attempt ${new Date(next).toISOString().slice(11, 19)}`}</small>`;
}
