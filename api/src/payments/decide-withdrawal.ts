import { randomInt } from 'node:crypto';
import {
  adminView,
  type DecideAnswer,
  type DecideRefusal,
  type LedgerDoubtView,
  viewTransaction,
  viewWallet,
} from '@touchline/core/contract';
import type { TransactionId, UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import type { Transaction, WithdrawalDecision, WithdrawalPolicy } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { readUser } from '@touchline/store/accounts';
import { countOpenCases } from '@touchline/store/cases';
import type { Db } from '@touchline/store/connect';
import { completedVerification } from '@touchline/store/ledger';
import { hasEndedBonus, readTransaction, recordFirstApproval, viewForAdmins } from '@touchline/store/payments';
import { openStop } from '@touchline/store/transparency';
import type { WalletWriter } from '@touchline/store/wallet';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';
import type { QueueEmail } from '../queue.ts';

export type DecideWithdrawalDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly announce: Announce;
  readonly queueEmail: QueueEmail;
  readonly policy: WithdrawalPolicy;
  readonly now: () => Instant;
};

/**
 * Pays or rejects a pending withdrawal once, or cancels it for its owner: the money moves, its transaction ends, the audit entry is
 * written and the email queued, all in one commit; then bettor and admins are notified. Where two admins are needed, the first
 * approval is recorded and moves nothing. Another decision is refused and names the first; an admin who repeats theirs gets the same
 * answer.
 */
export async function decideWithdrawal(
  deps: DecideWithdrawalDeps,
  session: Pick<Session, 'userId' | 'walletId'>,
  id: TransactionId,
  decision: WithdrawalDecision,
  requestId: string,
): Promise<Result<DecideAnswer, DecideRefusal>> {
  const { db } = deps;
  // Everything the answer needs is read first: once the money has moved, nothing can fail between that and the answer.
  const [found, decider] = await Promise.all([readTransaction(db, id), readUser(db, session.userId)]);
  const [before] = found ? await viewForAdmins(db, [found]) : [];
  if (!found || !before || !decider) return refused({ code: 'transaction-unknown' });
  if (decision.how === 'paid' && found.status === 'pending') {
    const [stop, doubt] = await Promise.all([openStop(db), ledgerDoubt(db)]);
    if (stop) return refused({ code: 'signing-stopped', since: instant(stop.at) });
    if (doubt && doubt.verification !== decision.despite) return refused({ code: 'ledger-in-doubt', doubt });
  }
  const decided = await deps.writer.submit({
    type: 'decide-withdrawal',
    transactionId: id,
    walletId: found.walletId,
    decision,
    by: { userId: session.userId, walletId: session.walletId },
    policy: deps.policy,
    requestId,
    actor: `${decision.how === 'canceled' ? 'user' : 'admin'}:${session.userId}`,
    cause: `request:${requestId}`,
  });
  const names = new Map([[session.userId, decider.name]]);
  const { firstApproval } = found.payoutPlan ?? {};
  if (firstApproval && before.firstApproval) names.set(firstApproval.by, before.firstApproval.by);
  const owner = before.user.id as UserId;
  if (!decided.ok) {
    if (decided.refusal.code !== 'first-approval-missing') return refused(await refusalFor(db, decided.refusal));
    const despite = decision.how === 'paid' ? decision.despite : undefined;
    const approved = await recordFirstApproval(db, id, { ...session, at: deps.now(), requestId, despite });
    // Another admin approved or decided it first: judge this approval again.
    if (!approved) return decideWithdrawal(deps, session, id, decision, requestId);
    const forAdmins = adminView(approved, before.user, names);
    const endedBonus = (await hasEndedBonus(db, approved)) && { endedBonus: true as const };
    deps.announce(owner, { transaction: { ...viewTransaction(approved, owner), ...endedBonus }, forAdmins });
    return ok({ transaction: forAdmins });
  }

  const { transaction, wallet, version, repeated, email } = decided.value;
  const forAdmins = adminView(transaction, before.user, names);
  if (!repeated) {
    deps.announce(owner, {
      wallet: { ...viewWallet(wallet, version), reason: reasonOf(transaction) },
      transaction: viewTransaction(transaction, owner),
      forAdmins,
    });
    if (email) await deps.queueEmail(email);
  }
  return ok({ transaction: forAdmins });
}

/** Blocks a payout unless the admin overrides it: verifications found something that is not explained yet. */
export async function ledgerDoubt(db: Db): Promise<LedgerDoubtView | undefined> {
  const [run, findings] = await Promise.all([completedVerification(db), countOpenCases(db, 'verification')]);
  return run && findings > 0 ? { verification: run.id, at: run.finishedAt ?? run.requestedAt, findings } : undefined;
}

/** A reference for a payout whose bank gave none: 50 random bits, in characters that are not mistaken for digits. */
export const makeReference = (): string =>
  `PO-${Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A payout moves the held money; the balance was already reduced when the withdrawal was requested. */
const reasonOf = ({ status, amount }: Transaction) =>
  status === 'completed'
    ? { type: 'WithdrawalPaid', amount: 0 }
    : { type: 'WithdrawalReleased', amount: dollars(amount) };

type WriterRefusal =
  | { readonly code: 'transaction-unknown' | 'own-withdrawal' | 'key-reused' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'destination-cooling-down'; readonly until: Instant }
  | { readonly code: 'second-admin-needed' }
  | { readonly code: 'withdrawal-decided'; readonly transaction: Transaction };

async function refusalFor(db: Db, refusal: WriterRefusal): Promise<DecideRefusal> {
  switch (refusal.code) {
    case 'transaction-unknown':
    case 'own-withdrawal':
      return { code: refusal.code };
    case 'second-admin-needed':
      return { code: refusal.code };
    case 'player-in-debt':
    case 'destination-cooling-down':
      return refusal;
    case 'withdrawal-decided': {
      const [transaction] = await viewForAdmins(db, [refusal.transaction]);
      return transaction ? { code: refusal.code, transaction } : { code: 'transaction-unknown' };
    }
    case 'key-reused':
      throw new Error('a decision is keyed by its withdrawal, how it is decided and by whom: no other has its key');
  }
}
