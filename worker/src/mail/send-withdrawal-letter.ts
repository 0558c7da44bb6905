import type { TransactionId } from '@touchline/core/ids';
import { readUser } from '@touchline/store/accounts';
import { ownerOf, readTransaction } from '@touchline/store/payments';
import type { SendMailDeps } from './send-mail.ts';
import { writeWithdrawalLetter } from './withdrawal-letter.ts';

/** Tells a bettor how their withdrawal was decided, as it stands when the letter is written. */
export async function sendWithdrawalLetter(deps: SendMailDeps, transactionId: TransactionId): Promise<void> {
  const withdrawal = await readTransaction(deps.db, transactionId);
  const user = withdrawal && (await readUser(deps.db, await ownerOf(deps.db, withdrawal.walletId)));
  const letter = user && writeWithdrawalLetter(withdrawal, user, deps.publicUrl);
  if (!letter) return deps.log.error({ transactionId }, 'a letter about a withdrawal that was not decided');
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...letter });
  deps.log.info({ kind: withdrawal.status, transactionId }, 'a letter was sent');
}
