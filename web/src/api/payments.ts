import {
  type AdminTransactionView,
  adminTransactionView,
  type BonusView,
  bonusView,
  type DecideAnswer,
  type DepositAnswer,
  type DepositRequest,
  decideAnswer,
  depositAnswer,
  type MessageAnswer,
  messageAnswer,
  type PaymentMethodsView,
  type PaymentsSummaryView,
  type PayoutDetailsView,
  paymentMethodsView,
  paymentsSummaryView,
  payoutDetailsView,
  type ResolveRequest,
  type ReturnRequest,
  type TransactionView,
  type transactionQuery,
  transactionView,
  type VerifyPaymentAnswer,
  verifyPaymentAnswer,
  type WithdrawAnswer,
  type WithdrawalLinkView,
  type WithdrawOptionsView,
  type WithdrawRequest,
  withdrawAnswer,
  withdrawalLinkView,
  withdrawOptionsView,
} from '@touchline/core/contract';
import { ok } from '@touchline/core/result';
import { type Answer, listOf, request } from './client.ts';
import { withAnyWord } from './known-status.ts';

/** GET /payment/methods: how money comes in and goes out, with the rate of what is charged in euro. */
export const fetchPaymentMethods = (): Answer<PaymentMethodsView> =>
  request(paymentMethodsView, { method: 'GET', path: '/payment/methods' });

/** GET /payment/history: the bettor's own, newest first. */
export const fetchTransactions = (): Answer<TransactionView[]> =>
  request(listOf(withAnyWord(transactionView)), { method: 'GET', path: '/payment/history' });

/** POST /payment/deposit. `key` is made once per wish to pay: sent again with it the same payment comes back. */
export const deposit = (body: DepositRequest, key: string): Answer<DepositAnswer> =>
  request(depositAnswer, { method: 'POST', path: '/payment/deposit', body, headers: { 'idempotency-key': key } });

/** GET /payment/verify/{id}: what became of a payment, asked of the provider. */
export const verifyPayment = (id: string): Answer<VerifyPaymentAnswer> =>
  request(verifyPaymentAnswer, { method: 'GET', path: `/payment/verify/${encodeURIComponent(id)}` });

/** POST /payment/withdraw. The same key asks for the same withdrawal, once. */
export const withdraw = (body: WithdrawRequest, key: string): Answer<WithdrawAnswer> =>
  request(withdrawAnswer, { method: 'POST', path: '/payment/withdraw', body, headers: { 'idempotency-key': key } });

/** GET /payment/withdraw/options: what goes back to deposits first, and what may still be withdrawn now. */
export const fetchWithdrawOptions = (): Answer<WithdrawOptionsView> =>
  request(withdrawOptionsView, { method: 'GET', path: '/payment/withdraw/options' });

/** POST /payment/withdraw/cancel-own/{id}: the bettor's own, while it is pending. */
export const cancelOwnWithdrawal = (id: string): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: `/payment/withdraw/cancel-own/${encodeURIComponent(id)}` });

/** POST /payment/withdraw/link: the withdrawal that the link of an email belongs to. */
export const fetchWithdrawalByLink = (token: string): Answer<WithdrawalLinkView> =>
  request(withdrawalLinkView, { method: 'POST', path: '/payment/withdraw/link', body: { token } });

/** POST /payment/withdraw/link/cancel */
export const cancelByLink = (body: { readonly token: string; readonly signOut: boolean }): Answer<MessageAnswer> =>
  request(messageAnswer, { method: 'POST', path: '/payment/withdraw/link/cancel', body });

/** GET /bonus: the newest bonus, or the offer while there is none. */
export const fetchBonus = (): Answer<BonusView> => request(bonusView, { method: 'GET', path: '/bonus' });

/** One page of the admin's list. `total`: how many there are with these filters. */
export type TransactionPage = { readonly transactions: readonly AdminTransactionView[]; readonly total: number };

/** What GET /payment/all can be asked, as it stands in an address. */
export type TransactionSearch = Readonly<Partial<Record<keyof typeof transactionQuery.shape, string>>>;

/** GET /payment/all */
export async function fetchTransactionPage(search: TransactionSearch): Answer<TransactionPage> {
  let total: number | undefined;
  const answer = await request(listOf(withAnyWord(adminTransactionView)), {
    method: 'GET',
    path: `/payment/all?${new URLSearchParams(search)}`,
    onHeaders: (headers) => {
      const count = headers.get('x-total-count');
      total = count === null ? undefined : Number(count);
    },
  });
  if (!answer.ok) return answer;
  return ok({ transactions: answer.value, total: total ?? answer.value.length });
}

/** POST /payment/withdraw/process/{id}: it was paid, with the bank's reference when there is one. */
export const processWithdrawal = (id: string, reference: string, despite?: string): Answer<DecideAnswer> =>
  request(decideAnswer, {
    method: 'POST',
    path: pathOf(id, 'process'),
    body: { ...(reference !== '' && { reference }), ...(despite !== undefined && { despite }) },
  });

/** POST /payment/withdraw/cancel/{id}: it is not paid; the bettor reads the reason. */
export const cancelWithdrawal = (id: string, reason: string): Answer<DecideAnswer> =>
  request(decideAnswer, { method: 'POST', path: pathOf(id, 'cancel'), body: reason === '' ? {} : { reason } });

/** POST /payment/resolve/{id}: what becomes of a deposit that waits for a person. */
export const resolveDeposit = (id: string, body: ResolveRequest): Answer<DecideAnswer> =>
  request(decideAnswer, { method: 'POST', path: `/payment/resolve/${encodeURIComponent(id)}`, body });

/** POST /payment/withdraw/return/{id}: what becomes of money of a withdrawal that could not go back. */
export const resolveReturn = (id: string, body: ReturnRequest): Answer<DecideAnswer> =>
  request(decideAnswer, { method: 'POST', path: `/payment/withdraw/return/${encodeURIComponent(id)}`, body });

/** GET /payment/summary: what waits, and what has been completed since a moment. */
export const fetchPaymentsSummary = (from: string): Answer<PaymentsSummaryView> =>
  request(paymentsSummaryView, { method: 'GET', path: `/payment/summary?${new URLSearchParams({ from })}` });

/** GET /payment/withdraw/{id}/details: where to pay. Each look is written down by the server. */
export const fetchPayoutDetails = (id: string): Answer<PayoutDetailsView> =>
  request(payoutDetailsView, { method: 'GET', path: `/payment/withdraw/${encodeURIComponent(id)}/details` });

const pathOf = (id: string, decision: 'process' | 'cancel'): string =>
  `/payment/withdraw/${decision}/${encodeURIComponent(id)}`;
