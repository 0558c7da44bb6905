import { isExcluded } from '@touchline/core/account';
import type { BonusTerms } from '@touchline/core/bonus';
import {
  depositRefusalView,
  type PaymentMethodsView,
  paymentEndpoints,
  transactionId,
  type VerifyPaymentAnswer,
  viewBonus,
  viewOwnTransaction,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type Decimal, dollars } from '@touchline/core/money';
import {
  chargeCurrency,
  depositMethods,
  maxWithdrawal,
  minDeposit,
  minWithdrawal,
  type Transaction,
  withdrawalMethods,
} from '@touchline/core/payments';
import { ok, refused } from '@touchline/core/result';
import type { PaymentChecks } from '@touchline/payments/checks';
import { ProviderDown } from '@touchline/payments/provider';
import { readBonus } from '@touchline/store/bonus';
import { readRestrictions } from '@touchline/store/limits';
import { endedBonuses, readTransaction, transactionsOfWallet } from '@touchline/store/payments';
import { hadBonusElsewhere } from '@touchline/store/privacy';
import type { FastifyBaseLogger } from 'fastify';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { createDeposits, type DepositDeps } from './deposit.ts';

type PaymentDeps = DepositDeps & { readonly checks: PaymentChecks; readonly offer: BonusTerms };

/** The ledger has all transactions; this is more than anyone scrolls through. */
const historyLength = 500;

/** Deposits of bettors, their transactions and their bonus. */
export function paymentRoutes(deps: PaymentDeps): readonly Route[] {
  const { db, checks, now } = deps;
  const methods = methodsView(deps.euroPerDollar);
  const deposit = createDeposits(deps);
  return [
    handle(paymentEndpoints.methods, () => methods),
    handle(paymentEndpoints.history, async ({ session: { walletId, userId } }) => {
      const transactions = await transactionsOfWallet(db, walletId, historyLength);
      const pending = transactions.filter(({ type, status }) => type === 'withdrawal' && status === 'pending');
      const ended = await endedBonuses(db, pending);
      const at = now();
      return transactions.map((transaction) => ({
        ...viewOwnTransaction(transaction, userId, at),
        ...(ended.has(transaction.id) && { endedBonus: true as const }),
      }));
    }),
    handleRefusing(paymentEndpoints.deposit, depositRefusalView, ({ session, body, key }) =>
      deposit(session, body, key),
    ),
    handleRefusing(
      paymentEndpoints.verify,
      ({ code }: { readonly code: 'transaction-unknown' }) => ({
        code,
        error: t('Transaction not found.'),
      }),
      async ({ session: { walletId, userId }, params, request }) => {
        const id = transactionId.safeParse(params.transactionId);
        const stored = id.success ? await readTransaction(db, id.data) : undefined;
        // Another user's transaction is answered like an unknown one, so that ids cannot be probed.
        if (stored?.walletId !== walletId) return refused({ code: 'transaction-unknown' as const });
        const transaction = await refreshed(checks, stored, request.log);
        return ok({
          status: verifyStatus[transaction.status],
          transaction: viewOwnTransaction(transaction, userId, now()),
        });
      },
    ),
    handle(paymentEndpoints.bonus, async ({ session: { walletId } }) => {
      const [bonus, { exclusion }, hadOne] = await Promise.all([
        readBonus(db, walletId),
        readRestrictions(db, walletId),
        hadBonusElsewhere(db, walletId),
      ]);
      // No offer for the excluded, nor for a person who had a bonus on another account.
      const offer = hadOne || isExcluded(exclusion, now()) ? { ...deps.offer, percent: 0 } : deps.offer;
      return viewBonus(offer, bonus);
    }),
  ];
}

/** A provider that does not answer leaves the deposit as it was; the sweeper asks again. */
async function refreshed(checks: PaymentChecks, stored: Transaction, log: FastifyBaseLogger): Promise<Transaction> {
  try {
    return await checks.refresh(stored);
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error;
    log.error({ error }, 'the payment provider does not answer');
    return stored;
  }
}

const verifyStatus = {
  initiated: 'initiated',
  pending: 'pending',
  completed: 'completed',
  failed: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<Transaction['status'], VerifyPaymentAnswer['status']>;

const methodsView = (euroPerDollar: Decimal): PaymentMethodsView => ({
  deposit: {
    minimum: dollars(minDeposit),
    methods: depositMethods.map((id) => {
      const currency = chargeCurrency[id];
      return { id, currency, rate: currency === 'EUR' ? euroPerDollar.toFixed() : null };
    }),
  },
  withdrawal: { minimum: dollars(minWithdrawal), maximum: dollars(maxWithdrawal), methods: [...withdrawalMethods] },
});
