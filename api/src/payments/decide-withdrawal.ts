import { randomInt } from 'node:crypto';
import { type DecideAnswer, type DecideRefusal, type LedgerDoubtView, viewWallet } from '@touchline/core/contract';
import type { TransactionId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import type { Transaction, WithdrawalDecision } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { findingVerification } from '@touchline/store/ledger';
import { endLetter, leaveLetter } from '@touchline/store/letters';
import { deskView, readTransaction, viewForDesk, viewTransaction } from '@touchline/store/payments';
import type { WalletWriter } from '@touchline/store/wallet';
import type { Session } from '../http/sessions.ts';
import type { Announce } from '../live/announce.ts';
import type { SendMail } from '../queue.ts';

export type DecideWithdrawalDeps = {
  readonly db: Db;
  readonly writer: WalletWriter;
  readonly announce: Announce;
  readonly sendMail: SendMail;
  readonly now: () => Instant;
};

/**
 * Pays or rejects a pending withdrawal once: the money moves, its transaction ends and the audit log has it, all in one commit;
 * then bettor and desks are told. Whoever decides what has been decided is told by whom and how, and their own decision answers
 * them again as it did.
 */
export async function decideWithdrawal(
  deps: DecideWithdrawalDeps,
  session: Session,
  id: TransactionId,
  decision: WithdrawalDecision,
  requestId: string,
): Promise<Result<DecideAnswer, DecideRefusal>> {
  const { db } = deps;
  // All that is to be told is read first: once the money has moved, nothing stands between that and the answer.
  const [found, admin] = await Promise.all([readTransaction(db, id), readUser(db, session.userId)]);
  const [before] = found ? await viewForDesk(db, [found]) : [];
  if (!found || !before || !admin) return refused({ code: 'transaction-unknown' });
  if (decision.how === 'paid' && found.status === 'pending') {
    const doubt = await ledgerDoubt(db);
    if (doubt && doubt.verification !== decision.despite) return refused({ code: 'ledger-in-doubt', doubt });
  }
  // Left before the money moves, so that the letter of a decision that was committed is never missing.
  const kind = decision.how === 'paid' ? 'withdrawal-paid' : 'withdrawal-rejected';
  const letter = await leaveLetter(db, { kind, transactionId: id });
  const decided = await deps.writer.submit({
    type: 'decide-withdrawal',
    transactionId: id,
    walletId: found.walletId,
    decision,
    admin: { userId: session.userId, walletId: session.walletId },
    requestId,
    actor: `admin:${session.userId}`,
    cause: `request:${requestId}`,
  });
  if (!decided.ok || decided.value.repeated) await endLetter(db, letter.id, 'dropped', deps.now());
  if (!decided.ok) return refused(await refusalFor(db, decided.refusal));

  const { transaction, wallet, version, repeated } = decided.value;
  const desk = deskView(transaction, before.user, admin.name);
  if (!repeated) {
    deps.announce(before.user.id as UserId, {
      wallet: { ...viewWallet(wallet, version), reason: reasonOf(transaction) },
      transaction: viewTransaction(transaction, before.user.id),
      desk,
    });
    await deps.sendMail(letter);
  }
  return ok({ transaction: desk });
}

/** What keeps money from leaving unasked: the newest verification that says something of the ledger found faults. */
export async function ledgerDoubt(db: Db): Promise<LedgerDoubtView | undefined> {
  const run = await findingVerification(db);
  return run && { verification: run.id, at: run.finishedAt ?? run.requestedAt, findings: run.findings.length };
}

/** A number of our own for a payout whose bank gave none: 50 bits, without the letters that are read as digits. */
export const makeReference = (): string =>
  `PO-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')}`;
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A payout moves what was held; the balance has gone down by it when it was asked for. */
const reasonOf = ({ status, amount }: Transaction) =>
  status === 'completed'
    ? { type: 'WithdrawalPaid', amount: 0 }
    : { type: 'WithdrawalReleased', amount: dollars(amount) };

type WriterRefusal =
  | { readonly code: 'transaction-unknown' | 'own-withdrawal' | 'key-reused' }
  | { readonly code: 'player-in-debt'; readonly debt: Cents }
  | { readonly code: 'withdrawal-decided'; readonly transaction: Transaction };

async function refusalFor(db: Db, refusal: WriterRefusal): Promise<DecideRefusal> {
  switch (refusal.code) {
    case 'transaction-unknown':
    case 'own-withdrawal':
      return { code: refusal.code };
    case 'player-in-debt':
      return refusal;
    case 'withdrawal-decided': {
      const [transaction] = await viewForDesk(db, [refusal.transaction]);
      return transaction ? { code: refusal.code, transaction } : { code: 'transaction-unknown' };
    }
    case 'key-reused':
      throw new Error('a decision is keyed by its withdrawal, how it is decided and by whom: no other has its key');
  }
}
