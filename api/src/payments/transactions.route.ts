import {
  decideRefusalView,
  type ResolveDepositRefusal,
  type ResolveRequest,
  type ReturnRefusalView,
  type ReturnRequest,
  resolveRefusalView,
  returnRefusalView,
  transactionEndpoints,
} from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents, centsFromDollars, dollars } from '@touchline/core/money';
import type { CreditByHandRefusal, Resolution, ReturnRefusal, ReturnResolution } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { ProviderDown } from '@touchline/payments/provider';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { resolveDeposit } from '@touchline/payments/resolve';
import { resolveReturn } from '@touchline/payments/resolve-return';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import {
  type CountAndAmount,
  listTransactions,
  openPayout,
  paymentsSummary,
  readTransaction,
  viewForAdmins,
} from '@touchline/store/payments';
import type { DataKey } from '@touchline/store/sealed';
import { openStop } from '@touchline/store/transparency';
import type { FastifyBaseLogger } from 'fastify';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { type DecideWithdrawalDeps, decideWithdrawal, ledgerDoubt, makeReference } from './decide-withdrawal.ts';

type TransactionDeps = DecideWithdrawalDeps & {
  readonly dataKey: DataKey;
  readonly reconcile: ReconcileDeps;
  readonly fourEyes: Cents;
};

const rejectedWithoutReason = 'Rejected by the operator';

/** The transactions of all users, and what admins decide about them. */
export const transactionRoutes = (deps: TransactionDeps): readonly Route[] => [
  ...listRoutes(deps),
  ...withdrawalDecisionRoutes(deps),
  ...resolutionRoutes(deps),
];

function listRoutes({ db, now }: TransactionDeps): readonly Route[] {
  return [
    handle(transactionEndpoints.list, async ({ query, reply }) => {
      const { page, limit, method, minAmount, maxAmount, from, to, ...rest } = query;
      const { transactions, total } = await listTransactions(db, {
        ...rest,
        method: method?.split(','),
        least: minAmount === undefined ? undefined : wholeCents(Math.ceil(minAmount * 100 - rounding)),
        most: maxAmount === undefined ? undefined : wholeCents(Math.floor(maxAmount * 100 + rounding)),
        from: momentOf(from),
        to: momentOf(to),
        offset: (page - 1) * limit,
        limit,
      });
      reply.header('x-total-count', total).header('access-control-expose-headers', 'x-total-count');
      return [...(await viewForAdmins(db, transactions))];
    }),
    handle(transactionEndpoints.summary, async ({ query }) => {
      const from = momentOf(query.from) ?? midnight(now());
      const [{ pendingWithdrawals, deposits, withdrawals, failedReturns }, doubt] = await Promise.all([
        paymentsSummary(db, from),
        ledgerDoubt(db),
      ]);
      return {
        from: new Date(from).toISOString(),
        pendingWithdrawals: inDollars(pendingWithdrawals),
        depositsToday: inDollars(deposits),
        withdrawalsToday: inDollars(withdrawals),
        ...(failedReturns.count > 0 && { failedReturns: inDollars(failedReturns) }),
        ...(doubt && { doubt }),
      };
    }),
  ];
}

function withdrawalDecisionRoutes(deps: TransactionDeps): readonly Route[] {
  const { db, dataKey } = deps;
  return [
    handleRefusing(
      transactionEndpoints.payoutDetails,
      decideRefusalView,
      async ({ params, session: { userId, role }, request }) => {
        const withdrawal = await readTransaction(db, params.id);
        if (withdrawal?.type !== 'withdrawal') return refused({ code: 'transaction-unknown' });
        const details = openPayout(dataKey, withdrawal);
        await db.transaction().execute((trx) =>
          recordAction(trx, {
            actor: { userId, role },
            action: 'payout-details-read',
            subject: `withdrawal:${withdrawal.id}`,
            reason: null,
            before: null,
            after: null,
            requestId: request.id,
          }),
        );
        return ok(details ?? {});
      },
    ),
    handleRefusing(transactionEndpoints.approve, decideRefusalView, ({ session, params, body, request }) => {
      const { reference, despite } = body ?? {};
      const decision = { how: 'paid', reference: reference || makeReference() } as const;
      const known = despite === undefined ? decision : { ...decision, despite };
      return decideWithdrawal(deps, session, params.id, known, request.id);
    }),
    handleRefusing(transactionEndpoints.reject, decideRefusalView, ({ session, params, body, request }) => {
      const decision = { how: 'rejected', reason: body?.reason || rejectedWithoutReason } as const;
      return decideWithdrawal(deps, session, params.id, decision, request.id);
    }),
  ];
}

/** Deposits that need an admin's decision, and withdrawals whose refunds failed. */
function resolutionRoutes({ db, reconcile, fourEyes, policy }: TransactionDeps): readonly Route[] {
  return [
    handleRefusing(
      transactionEndpoints.resolveDeposit,
      resolveRefusalView,
      async ({ session: { userId, walletId }, params, body, request }) => {
        const resolution = resolutionOf(body);
        if (!resolution) return refused({ code: 'amount-invalid' });
        const by = { admin: { userId, walletId }, requestId: request.id, fourEyes };
        return orUnavailable(request.log, async () => {
          const resolved = await resolveDeposit(reconcile, params.transactionId, resolution, by);
          return resolved.ok
            ? ok({ transaction: await viewOne(db, resolved.value) })
            : refused(await resolveRefusal(db, resolved.refusal));
        });
      },
    ),
    handleRefusing(
      transactionEndpoints.resolveReturn,
      returnRefusalView,
      async ({ session: { userId, walletId }, params, body, request }) => {
        const resolution = returnResolutionOf(body);
        if (!resolution) return refused({ code: 'amount-invalid' });
        const isPaying = resolution.how !== 'retry';
        const stop = isPaying ? await openStop(db) : undefined;
        if (stop) return refused({ code: 'signing-stopped', since: instant(stop.at) });
        const doubt = isPaying ? await ledgerDoubt(db) : undefined;
        if (doubt && doubt.verification !== body.despite) return refused({ code: 'ledger-in-doubt', doubt });
        const by = {
          admin: { userId, walletId },
          requestId: request.id,
          policy,
          ownReference: makeReference(),
          despite: doubt?.verification,
        };
        return orUnavailable(request.log, async () => {
          const resolved = await resolveReturn(reconcile, params.id, resolution, by);
          return resolved.ok
            ? ok({ transaction: await viewOne(db, resolved.value) })
            : refused(await returnRefusal(db, resolved.refusal));
        });
      },
    ),
  ];
}

/** A payment provider that does not answer is a refusal: no decision was recorded. */
async function orUnavailable<Value, Refusal>(
  log: FastifyBaseLogger,
  resolve: () => Promise<Result<Value, Refusal>>,
): Promise<Result<Value, Refusal | { readonly code: 'unavailable' }>> {
  try {
    return await resolve();
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ error }, 'the payment provider does not answer');
    return refused({ code: 'unavailable' });
  }
}

/** Dollars become cents exactly or not at all. */
function resolutionOf(body: ResolveRequest): Resolution | undefined {
  const { reason } = body;
  if (body.how !== 'credit') return body;
  const amount = centsFromDollars(body.amount);
  return amount === undefined ? undefined : { how: 'credited', amount, reason };
}

function returnResolutionOf({ how, amount: given, reference }: ReturnRequest): ReturnResolution | undefined {
  const amount = centsFromDollars(given);
  if (amount === undefined) return undefined;
  return how === 'retry' ? { how, amount, reference: null } : { how, amount, reference: reference || null };
}

async function viewOne(db: Db, transaction: Parameters<typeof viewForAdmins>[1][number]) {
  const [view] = await viewForAdmins(db, [transaction]);
  if (!view) throw new Error(`transaction ${transaction.id} cannot be shown`);
  return view;
}

const resolveRefusal = async (db: Db, refusal: CreditByHandRefusal): Promise<ResolveDepositRefusal> =>
  'transaction' in refusal ? { ...refusal, transaction: await viewOne(db, refusal.transaction) } : refusal;

const returnRefusal = async (db: Db, refusal: ReturnRefusal): Promise<ReturnRefusalView> =>
  refusal.code === 'return-changed' ? { ...refusal, transaction: await viewOne(db, refusal.transaction) } : refusal;

/** 19.99 times 100 is 1998.9999999999998. */
const rounding = 1e-6;
const wholeCents = (amount: number): Cents =>
  cents(Math.max(Math.min(amount, Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER));
const momentOf = (text: string | undefined): Instant | undefined =>
  text === undefined ? undefined : instant(Date.parse(text));
const midnight = (at: Instant): Instant => instant(new Date(at).setUTCHours(0, 0, 0, 0));
const inDollars = ({ count, amount }: CountAndAmount) => ({ count, amount: dollars(amount) });
