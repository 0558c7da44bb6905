import type { TransactionId } from '@touchline/core/ids';
import { formatDollars } from '@touchline/core/money';
import type { Transaction } from '@touchline/core/payments';
import { readUser } from '@touchline/store/accounts';
import { ownerOf, readTransaction } from '@touchline/store/payments';
import type { SendMailDeps } from './envelope.ts';
import { escaped, type Letter, page } from './letter.ts';

/** Tells a bettor that a deposit goes back because they were excluded when it was paid. */
export async function sendReturnedDeposit(deps: SendMailDeps, transactionId: TransactionId): Promise<void> {
  const deposit = await readTransaction(deps.db, transactionId);
  const user = deposit && (await readUser(deps.db, await ownerOf(deps.db, deposit.walletId)));
  if (!user) return deps.log.error({ transactionId }, 'an email about a deposit that does not exist');
  const email = writeReturnedDeposit(deposit, user, deps.publicUrl);
  await deps.post({ from: deps.from, to: { name: user.name, address: user.email }, ...email });
  deps.log.info({ kind: 'deposit-returned', transactionId }, 'an email was sent');
}

function writeReturnedDeposit(deposit: Transaction, to: { readonly name: string }, publicUrl: string): Letter {
  const amount = formatDollars(deposit.amount);
  const link = `${publicUrl}/my-wallet`;
  const subject = `Your deposit of ${amount} goes back to you`;
  const what = `You paid a deposit of ${amount} while your account was excluded. We did not add it to your balance.`;
  const next = 'We asked our payment provider to return it to where it came from. This can take a few working days.';
  return {
    subject,
    text: [
      `Hello ${to.name},`,
      `${what} ${next}`,
      `Transaction: ${deposit.id}`,
      `Your wallet: ${link}`,
      'Touchline',
    ].join('\n\n'),
    html: page(escaped(subject), [
      `<p>Hello ${escaped(to.name)},</p>`,
      `<p>${escaped(what)} ${escaped(next)}</p>`,
      `<p style="color:#5b6472">Transaction: ${escaped(deposit.id)}</p>`,
      `<p>Your wallet: <a href="${escaped(link)}">${escaped(link)}</a></p>`,
    ]),
  };
}
