import type { TransactionId } from '@touchline/core/ids';
import { readUser } from '@touchline/store/accounts';
import { createWithdrawalLink, ownerOf, readTransaction } from '@touchline/store/payments';
import type { SendMailDeps } from './envelope.ts';
import { writeRequestedEmail, writeReturnEmail, writeWithdrawalLetter } from './withdrawal-letter.ts';

/** Tells a bettor how their withdrawal was decided, as it stands when the letter is written. */
export async function sendWithdrawalLetter(deps: SendMailDeps, transactionId: TransactionId): Promise<void> {
  const withdrawal = await readTransaction(deps.db, transactionId);
  const user = withdrawal && (await readUser(deps.db, await ownerOf(deps.db, withdrawal.walletId)));
  const letter = user && writeWithdrawalLetter(withdrawal, user, deps.publicUrl);
  if (!letter) return deps.log.error({ transactionId }, 'a letter about a withdrawal that was not decided');
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind: withdrawal.status, transactionId }, 'a letter was sent');
}

/**
 * Tells a bettor that a withdrawal was requested, with a link that cancels it. Each attempt makes a link of its own. One that was decided
 * meanwhile has nothing to cancel: the email about that says more.
 */
export async function sendRequestedEmail(deps: SendMailDeps, transactionId: TransactionId): Promise<void> {
  const withdrawal = await readTransaction(deps.db, transactionId);
  const user = withdrawal && (await readUser(deps.db, await ownerOf(deps.db, withdrawal.walletId)));
  if (!user) return deps.log.error({ transactionId }, 'an email about a withdrawal that does not exist');
  if (withdrawal.status !== 'pending') return;
  const secret = await createWithdrawalLink(deps.db, transactionId);
  const email = writeRequestedEmail(withdrawal, user, deps.publicUrl, secret);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...email });
  deps.log.info({ kind: 'withdrawal-requested', transactionId }, 'an email was sent');
}

/** Notifies a bettor of what an admin decided about money that could not go back to its deposits. */
export async function sendReturnEmail(
  deps: SendMailDeps,
  kind: 'withdrawal-return-retried' | 'withdrawal-return-paid',
  transactionId: TransactionId,
): Promise<void> {
  const withdrawal = await readTransaction(deps.db, transactionId);
  const user = withdrawal && (await readUser(deps.db, await ownerOf(deps.db, withdrawal.walletId)));
  if (!user) return deps.log.error({ transactionId }, 'an email about a withdrawal that does not exist');
  const email = writeReturnEmail(kind, withdrawal, user, deps.publicUrl);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...email });
  deps.log.info({ kind, transactionId }, 'an email was sent');
}
