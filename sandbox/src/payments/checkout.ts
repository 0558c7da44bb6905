import { type Asked, answer, html as htmlAnswer, type Route, seeOther } from '../http/answer.ts';
import { page } from '../pages/layout.ts';
import { escaped, html } from '../pages/markup.ts';
import { METHODS, methodOf } from './methods.ts';
import type { Payment, PaymentStatus } from './payment.ts';
import { CARD_FAILURES, type PaymentBook } from './payment-book.ts';
import { isProblem } from './problem.ts';

const OUTCOMES: readonly { readonly choice: PaymentStatus; readonly words: string; readonly kind: string }[] = [
  { choice: 'paid', words: 'Pay', kind: 'go' },
  { choice: 'pending', words: 'Leave it pending at the bank', kind: '' },
  { choice: 'failed', words: 'Let it fail', kind: 'stop' },
  { choice: 'canceled', words: 'Cancel', kind: 'stop' },
  { choice: 'expired', words: 'Let it expire', kind: 'stop' },
];

/** The hosted checkout: the payer decides how the payment ends and returns to the merchant. */
export function checkoutRoutes(book: PaymentBook, now: () => number): Route[] {
  return [
    {
      method: 'GET',
      path: '/checkout/:id',
      run: (asked) => {
        book.pass(now());
        const payment = book.find(asked.part('id'));
        return payment ? htmlAnswer(checkoutPage(payment)) : htmlAnswer(unknownPage(), 404);
      },
    },
    { method: 'POST', path: '/checkout/:id', run: (asked) => decide(book, asked, now()) },
    {
      method: 'GET',
      path: '/checkout/images/:file',
      run: (asked) => {
        const method = METHODS.find((each) => `${each.id}.svg` === asked.part('file'));
        return answer(method ? 200 : 404, method ? methodImage(method.description) : '', {
          'content-type': 'image/svg+xml',
        });
      },
    },
  ];
}

function decide(book: PaymentBook, asked: Asked, now: number) {
  book.pass(now);
  const payment = book.find(asked.part('id'));
  if (!payment) return htmlAnswer(unknownPage(), 404);
  if (payment.status !== 'open') return htmlAnswer(checkoutPage(payment));
  const form = new URLSearchParams(asked.body);
  if (form.get('choice') === 'open') return seeOther(payment.redirectUrl);
  const choice = OUTCOMES.find((outcome) => outcome.choice === form.get('choice'))?.choice;
  if (!choice) return htmlAnswer(checkoutPage(payment), 422);
  const method = methodOf(form.get('method') ?? payment.method ?? payment.choices[0] ?? null);
  if (method && payment.method === null) book.chooseMethod(payment.id, method.id);
  const payer = form.get('payer')?.trim().toLowerCase();
  if (payer) book.payAs(payment.id, payer);
  const changed = book.become(payment.id, choice, now, form.get('failure') ?? undefined);
  const canceled = !isProblem(changed) && changed.status === 'canceled';
  return seeOther(canceled && payment.cancelUrl !== null ? payment.cancelUrl : payment.redirectUrl);
}

function checkoutPage(payment: Payment): string {
  const { amount } = payment;
  const head = html`<section class="card"><p class="dim">${payment.description}</p><p class="amount">${amount.currency} ${amount.value}</p>
<p class="dim">${methodOf(payment.method)?.description ?? 'Method: choose below'} · <code>${payment.id}</code></p></section>`;
  const body = payment.status === 'open' ? html`${head}${choices(payment)}` : html`${head}${done(payment)}`;
  return page({ path: `/checkout/${payment.id}`, title: 'Checkout', body });
}

function choices(payment: Payment) {
  const methods = payment.choices.map((id) => html`<option value="${id}">${methodOf(id)?.description ?? id}</option>`);
  const method = payment.method === null ? html`<label>Method<select name="method">${methods}</select></label>` : null;
  const failures = CARD_FAILURES.map(
    (reason) => html`<option value="${reason}">${reason.replaceAll('_', ' ')}</option>`,
  );
  const failure = payment.choices.includes('creditcard')
    ? html`<label>A card fails for<select name="failure"><option value="">refused by issuer</option>${failures}</select></label>`
    : null;
  const buttons = OUTCOMES.map(
    ({ choice, words, kind }) => html`<button class="${kind}" name="choice" value="${choice}">${words}</button>`,
  );
  return html`<form method="post" class="card stack">${method}<label>Name of the card or account (optional; the same name is the same one)<input name="payer" maxlength="60" autocomplete="off"></label>${failure}${buttons}
<button name="choice" value="open">Go back and leave it open</button></form>
<p class="dim">Nothing is charged. Card payments of 1001.00 to 1011.00 EUR fail, each for its own reason.</p>`;
}

const done = (payment: Payment) =>
  html`<section class="card"><p>This payment is <span class="tag ${payment.status}">${payment.status}</span>${payment.failureReason === null ? null : html` (${payment.failureReason})`}</p>
<p><a class="button" href="${payment.redirectUrl}">Back to the shop</a></p></section>`;

const unknownPage = (): string =>
  page({ path: '/checkout', title: 'Checkout', body: html`<p>There is no such payment.</p>` });

const methodImage = (name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32" viewBox="0 0 96 32"><rect width="96" height="32" rx="5" fill="#222b37"/><text x="48" y="21" fill="#f2b84b" font-family="sans-serif" font-size="14" text-anchor="middle">${escaped(name)}</text></svg>`;
