import { createHash } from 'node:crypto';
import type { Balance, Movement, Settlement } from './balances.ts';
import { type Method, methodOf } from './methods.ts';
import { amountOf, unitsOf } from './money.ts';
import type { Chargeback, Payment, Refund } from './payment.ts';
import { chargedBackUnits, refundedUnits } from './payment-book.ts';

const DOCS = 'https://docs.mollie.com/reference/';

/** A payment as the API returns it, with a checkout link while it can be paid. */
export function wirePayment(payment: Payment, origin: string) {
  const { id, amount, status, statusAt } = payment;
  const at = time(statusAt);
  const self = `${origin}/v2/payments/${id}`;
  const refunded = refundedUnits(payment);
  const chargedBack = chargedBackUnits(payment);
  return {
    resource: 'payment',
    id,
    mode: 'test',
    createdAt: time(payment.createdAt),
    amount,
    description: payment.description,
    method: payment.method,
    metadata: payment.metadata,
    status,
    ...(status === 'paid' ? { paidAt: at } : {}),
    ...(status === 'canceled' ? { canceledAt: at } : {}),
    ...(status === 'expired' ? { expiredAt: at } : {}),
    ...(status === 'failed' ? { failedAt: at } : {}),
    ...(status === 'paid'
      ? {
          amountRefunded: amountOf(amount.currency, refunded),
          amountRemaining: amountOf(amount.currency, unitsOf(amount) - refunded),
        }
      : {}),
    ...(chargedBack > 0 ? { amountChargedBack: amountOf(amount.currency, chargedBack) } : {}),
    ...(payment.locale === null ? {} : { locale: payment.locale }),
    ...(status === 'open' || status === 'pending' ? { isCancelable: isCancelable(payment) } : {}),
    ...(status === 'open' ? { expiresAt: time(payment.expiresAt) } : {}),
    profileId: 'pfl_sandbox001',
    sequenceType: 'oneoff',
    redirectUrl: payment.redirectUrl,
    ...(payment.cancelUrl === null ? {} : { cancelUrl: payment.cancelUrl }),
    ...(payment.webhookUrl === null ? {} : { webhookUrl: payment.webhookUrl }),
    details: detailsOf(payment),
    _links: {
      self: link(self, 'application/hal+json'),
      ...(status === 'open' ? { checkout: link(`${origin}/checkout/${id}`, 'text/html') } : {}),
      dashboard: link(`${origin}/payments#${id}`, 'text/html'),
      ...(payment.refunds.length > 0 ? { refunds: link(`${self}/refunds`, 'application/hal+json') } : {}),
      ...(payment.chargebacks.length > 0 ? { chargebacks: link(`${self}/chargebacks`, 'application/hal+json') } : {}),
      documentation: link(`${DOCS}get-payment`, 'text/html'),
    },
  };
}

/** The payer, in the fields that the provider has for each method. */
function detailsOf(payment: Payment): object | null {
  if (payment.failureReason !== null) return { failureReason: payment.failureReason };
  if (payment.status !== 'paid') return null;
  const holder = payment.payer ?? payment.id;
  const mark = createHash('sha256').update(holder).digest('hex').toUpperCase();
  const digits = BigInt(`0x${mark.slice(0, 16)}`)
    .toString()
    .padStart(20, '0');
  switch (payment.method) {
    case 'creditcard':
      return {
        cardNumber: digits.slice(-4),
        cardHolder: holder,
        cardLabel: 'Visa',
        cardFingerprint: mark.slice(0, 24),
      };
    case 'paypal':
      return { consumerName: holder, paypalPayerId: mark.slice(0, 13), paypalReference: payment.id };
    default:
      return { consumerName: holder, consumerAccount: `NL00TEST${digits.slice(-10)}`, consumerBic: 'TESTNL2A' };
  }
}

export const isCancelable = (payment: Payment): boolean =>
  payment.status === 'open' && methodOf(payment.method)?.cancelable === 'while open';

export function wireRefund(payment: Payment, refund: Refund, origin: string) {
  const of = `${origin}/v2/payments/${payment.id}`;
  return {
    resource: 'refund',
    id: refund.id,
    mode: 'test',
    amount: refund.amount,
    status: refund.status,
    createdAt: time(refund.createdAt),
    description: refund.description,
    metadata: refund.metadata,
    paymentId: payment.id,
    _links: {
      self: link(`${of}/refunds/${refund.id}`, 'application/hal+json'),
      payment: link(of, 'application/hal+json'),
      documentation: link(`${DOCS}get-refund`, 'text/html'),
    },
  };
}

export function wireChargeback(payment: Payment, chargeback: Chargeback, origin: string) {
  const of = `${origin}/v2/payments/${payment.id}`;
  return {
    resource: 'chargeback',
    id: chargeback.id,
    amount: chargeback.amount,
    createdAt: time(chargeback.createdAt),
    reason: null,
    reversedAt: chargeback.reversedAt === undefined ? null : time(chargeback.reversedAt),
    paymentId: payment.id,
    _links: {
      self: link(`${of}/chargebacks/${chargeback.id}`, 'application/hal+json'),
      payment: link(of, 'application/hal+json'),
      documentation: link(`${DOCS}get-chargeback`, 'text/html'),
    },
  };
}

export const wireBalance = ({ id, currency, createdAt, units }: Balance) => ({
  resource: 'balance',
  id,
  mode: 'test',
  createdAt: time(createdAt),
  currency,
  status: 'active',
  availableAmount: signedAmount(currency, units),
  pendingAmount: amountOf(currency, 0),
});

export const wireMovement = ({ currency }: Balance, { id, type, units, feeUnits, at, context }: Movement) => ({
  resource: 'balance_transaction',
  id,
  type,
  initialAmount: signedAmount(currency, units),
  resultAmount: signedAmount(currency, units - feeUnits),
  ...(feeUnits > 0 ? { deductions: signedAmount(currency, -feeUnits) } : {}),
  createdAt: time(at),
  context: { [type]: context },
});

export const wireSettlement = ({ id, reference, currency, units, at }: Settlement) => ({
  resource: 'settlement',
  id,
  reference,
  status: 'paidout',
  createdAt: time(at),
  settledAt: time(at),
  amount: amountOf(currency, units),
});

const signedAmount = (currency: string, units: number) => {
  const { value } = amountOf(currency, Math.abs(units));
  return { currency, value: units < 0 ? `-${value}` : value };
};

export function wireMethod(method: Method, currency: string, origin: string) {
  const image = `${origin}/checkout/images/${method.id}.svg`;
  return {
    resource: 'method',
    id: method.id,
    description: method.description,
    minimumAmount: amountOf(currency, method.minimumUnits),
    maximumAmount: amountOf(currency, method.maximumUnits),
    image: { size1x: image, size2x: image, svg: image },
    status: 'activated',
    _links: { self: link(`${origin}/v2/methods/${method.id}`, 'application/hal+json') },
  };
}

export const wireList = (kind: string, items: readonly unknown[], links: Record<string, unknown>) => ({
  count: items.length,
  _embedded: { [kind]: items },
  _links: { documentation: link(`${DOCS}list-${kind}`, 'text/html'), ...links },
});

export const link = (href: string, type: string) => ({ href, type });
const time = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}+00:00`;
