import { randomUUID } from 'node:crypto';
import {
  bonusMoved,
  viewWallet,
  type WithdrawAnswer,
  type WithdrawRefusal,
  type WithdrawRequest,
} from '@touchline/core/contract';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { centsFromDollars } from '@touchline/core/money';
import { flagsOf } from '@touchline/core/payments';
import { type Payout, payoutOf } from '@touchline/core/payouts';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import {
  type BettorBefore,
  deskView,
  digestOfRequest,
  isTarget,
  readBeforeWithdrawal,
  sealPayout,
  viewTransaction,
} from '@touchline/store/payments';
import type { DataKey } from '@touchline/store/sealed';
import type { WalletWriter } from '@touchline/store/wallet';
import { keyedId } from '../http/keyed-id.ts';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';

export type WithdrawDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly dataKey: DataKey;
  readonly announce: Announce;
  readonly now: () => Instant;
};

/**
 * Asks for a withdrawal: dollars become cents exactly or not at all, the account it is paid to is checked and sealed, and what an
 * admin should look at twice is noted. Whether the money is there is decided where it is held, in one transaction.
 */
export async function withdraw(
  deps: WithdrawDeps,
  session: Session,
  asked: WithdrawRequest,
  from: { readonly requestId: string; readonly key: string | undefined },
): Promise<Result<WithdrawAnswer, WithdrawRefusal>> {
  const { dataKey } = deps;
  const { userId, walletId } = session;
  const amount = centsFromDollars(asked.amount);
  if (amount === undefined) return refused({ code: 'amount-invalid' });
  const payout = payoutOf(asked.withdrawalMethod, asked);
  if (!payout.ok) return payout;
  const before = await readBeforeWithdrawal(deps.db, session);
  if (before.emailVerifiedAt === null) return refused({ code: 'email-unverified' });

  const transactionId = withdrawalIdFor(walletId, from.key);
  const { value: to } = payout;
  const target = targetOf(dataKey, to, before);
  const requested = await deps.writer.submit({
    type: 'request-withdrawal',
    transactionId,
    walletId,
    amount,
    method: asked.withdrawalMethod,
    payout: to ? sealPayout(dataKey, transactionId, to) : null,
    asked: digestOfRequest(dataKey, asked),
    flags: flagsOf({ amount, hasDetails: to ? 'yes' : 'no', at: deps.now() }, { ...before, target }),
    metadata: to ? { payoutTo: to.mask } : {},
    ...(asked.forfeitBonus && { forfeitBonus: true }),
    actor: `user:${userId}`,
    cause: `request:${from.requestId}`,
  });
  if (!requested.ok) return requested;
  const { transaction, wallet, version, repeated, also } = requested.value;
  const desk = deskView(transaction, { id: userId, name: before.name, email: before.email }, null);
  const answer = {
    transactionId,
    transaction: viewTransaction(transaction, userId),
    wallet: viewWallet(wallet, version),
  };
  if (!repeated) {
    const reason = { type: 'WithdrawalRequested', amount: -asked.amount, ...bonusMoved(also) };
    deps.announce(userId, { wallet: { ...answer.wallet, reason }, transaction: answer.transaction, desk });
  }
  return ok(answer);
}

/** With a key it follows from the wallet and the key, so that a second click is the same withdrawal. */
const withdrawalIdFor = (walletId: WalletId, key: string | undefined): TransactionId =>
  (key === undefined ? randomUUID() : keyedId(`${walletId}:withdrawal:${key}`)) as TransactionId;

function targetOf(key: DataKey, to: Payout | undefined, before: BettorBefore): 'same' | 'other' | 'unknown' {
  if (!to || before.lastFingerprint === null) return 'unknown';
  return isTarget(key, to.target, before.lastFingerprint) ? 'same' : 'other';
}
