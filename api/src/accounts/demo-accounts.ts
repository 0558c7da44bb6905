import type { Role } from '@touchline/core/account';
import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { countUsers, createUser, readUserByEmail } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { WalletWriter } from '@touchline/store/wallet';
import { hashPassword } from './passwords.ts';

export const demoPassword = 'Touchline1!';
type DemoAccount = { readonly email: string; readonly name: string; readonly role: Role };
const bettor: DemoAccount = { email: 'bettor@touchline.test', name: 'Demo Bettor', role: 'bettor' };
const demoAccounts: readonly DemoAccount[] = [
  bettor,
  { email: 'admin@touchline.test', name: 'Demo Admin', role: 'admin' },
  { email: 'auditor@touchline.test', name: 'Demo Auditor', role: 'auditor' },
];
const startMoney = cents(100_000);

/**
 * Puts the demo accounts into a database that has no account; the bettor's money comes by a deposit in the ledger. Run again it
 * changes nothing, or finishes what was stopped between the two. Answers with what it did.
 */
export async function seedDemoAccounts(db: Db, writer: WalletWriter): Promise<string> {
  const users = await countUsers(db);
  if (users === 0) await openAccounts(db);
  else if (users !== demoAccounts.length) return 'There are accounts already: nothing was changed.';

  const user = await readUserByEmail(db, bettor.email);
  if (!user) return 'There are accounts already: nothing was changed.';
  const credited = await writer.submit({
    type: 'credit-deposit',
    walletId: user.walletId,
    deposit: {
      transactionId: user.walletId as string as TransactionId,
      provider: 'demo',
      providerPaymentId: `demo-${user.walletId}`,
      amount: startMoney,
    },
    actor: 'system:seed',
    cause: 'seed',
  });
  if (!credited.ok) throw new Error(`the demo deposit was refused: ${credited.refusal.code}`);
  return credited.value.repeated ? 'The demo accounts were there already.' : 'The demo accounts are there.';
}

async function openAccounts(db: Db): Promise<void> {
  const emailVerifiedAt = instant(Date.now());
  const accounts = await Promise.all(
    demoAccounts.map(async (account) => ({
      ...account,
      emailVerifiedAt,
      passwordHash: await hashPassword(demoPassword),
    })),
  );
  await db.transaction().execute(async (trx) => {
    for (const account of accounts) {
      const created = await createUser(trx, account);
      if (!created.ok) throw new Error(`${account.email}: ${created.refusal.code}`);
    }
  });
}
