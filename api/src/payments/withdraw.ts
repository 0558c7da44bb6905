import { randomUUID } from 'node:crypto';
import {
  adminView,
  bonusMoved,
  type ConfirmationKind,
  viewTransaction,
  viewWallet,
  type WithdrawAnswer,
  type WithdrawRefusal,
  type WithdrawRequest,
} from '@touchline/core/contract';
import type { TransactionId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { flagsOf, type WithdrawalPolicy, withdrawalAmount } from '@touchline/core/payments';
import { type Payout, payoutOf } from '@touchline/core/payouts';
import { ok, type Result, refused } from '@touchline/core/result';
import type { Db } from '@touchline/store/connect';
import { keyedId } from '@touchline/store/keyed-id';
import {
  type BettorBefore,
  digestOfRequest,
  fingerprintsOf,
  hasEndedBonus,
  readBeforeWithdrawal,
  readTransaction,
  sealPayout,
} from '@touchline/store/payments';
import type { DataKey } from '@touchline/store/sealed';
import type { WalletWriter } from '@touchline/store/wallet';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';
import type { QueueEmail } from '../queue.ts';
import { confirmWithdrawal } from './confirm-withdrawal.ts';

export type WithdrawDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly dataKey: DataKey;
  readonly policy: WithdrawalPolicy;
  /** The name of the provider that returns deposits. */
  readonly returnsBy: string;
  readonly announce: Announce;
  readonly queueEmail: QueueEmail;
  readonly now: () => Instant;
};

/** `address`: of the caller, for counting wrong confirmations. */
type From = { readonly requestId: string; readonly key: string | undefined; readonly address: string };

/**
 * Requests a withdrawal: dollars become cents exactly or not at all, the account it is paid to is checked and sealed, and what an
 * admin should check is flagged. The money, the totals and whether the bettor must confirm are decided under the wallet's lock, where
 * the email with the link that cancels it is stored as well.
 */
export async function withdraw(
  deps: WithdrawDeps,
  session: Session,
  { password, totp, ...asked }: WithdrawRequest,
  from: From,
): Promise<Result<WithdrawAnswer, WithdrawRefusal>> {
  const { dataKey } = deps;
  const { userId, walletId } = session;
  const before = await readBeforeWithdrawal(deps.db, session);
  if (before.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
  const exact = withdrawalAmount(asked.amount);
  if (!exact.ok) return exact;
  const { value: amount } = exact;
  const payout = payoutOf(asked.withdrawalMethod, asked);
  if (!payout.ok) return payout;
  const transactionId = withdrawalIdFor(walletId, from.key);
  const need: ConfirmationKind = before.hasSecondFactor ? 'code' : 'password';
  const confirmed = await confirmOnce(deps, session, transactionId, { password, totp }, { ...from, need });
  if (!confirmed.ok) return confirmed;
  const { value: to } = payout;
  const fingerprints = to ? fingerprintsOf(dataKey, to.target) : [];
  const target = targetOf(fingerprints, to, before);
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
    fingerprints,
    isConfirmed: confirmed.value.isConfirmed,
    policy: deps.policy,
    returnsBy: deps.returnsBy,
    ...(asked.forfeitBonus && { forfeitBonus: true }),
    actor: `user:${userId}`,
    cause: `request:${from.requestId}`,
  });
  if (!requested.ok) {
    const { refusal } = requested;
    return refused(refusal.code === 'confirmation-required' ? { ...refusal, need } : refusal);
  }
  const { transaction, wallet, version, repeated, also, email } = requested.value;
  const forAdmins = adminView(transaction, { id: userId, name: before.name, email: before.email }, new Map());
  const endedBonus = repeated
    ? await hasEndedBonus(deps.db, transaction)
    : also.some(({ type }) => type === 'BonusForfeited');
  const answer = {
    transactionId,
    transaction: { ...viewTransaction(transaction, userId), ...(endedBonus && { endedBonus: true as const }) },
    wallet: viewWallet(wallet, version),
  };
  if (!repeated) {
    const reason = { type: 'WithdrawalRequested', amount: -asked.amount, ...bonusMoved(also) };
    deps.announce(userId, { wallet: { ...answer.wallet, reason }, transaction: answer.transaction, forAdmins });
    if (email) await deps.queueEmail(email);
  }
  return ok(answer);
}

/** Requires no confirmation for a repeated request: its code was used up, and nothing is decided a second time. */
async function confirmOnce(
  deps: WithdrawDeps,
  session: Session,
  id: TransactionId,
  given: Pick<WithdrawRequest, 'password' | 'totp'>,
  from: From & { readonly need: ConfirmationKind },
): ReturnType<typeof confirmWithdrawal> {
  const isTaken = from.key !== undefined && (await readTransaction(deps.db, id)) !== undefined;
  return isTaken ? ok({ isConfirmed: false }) : confirmWithdrawal(deps, session, given, from);
}

/** With a key it follows from the wallet and the key, so that a second click is the same withdrawal. */
const withdrawalIdFor = (walletId: WalletId, key: string | undefined): TransactionId =>
  (key === undefined ? randomUUID() : keyedId(`${walletId}:withdrawal:${key}`)) as TransactionId;

function targetOf(
  fingerprints: readonly string[],
  to: Payout | undefined,
  { lastFingerprint }: BettorBefore,
): 'same' | 'other' | 'unknown' {
  if (!to || lastFingerprint === null) return 'unknown';
  return fingerprints.includes(lastFingerprint) ? 'same' : 'other';
}
