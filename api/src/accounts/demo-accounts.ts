import { demoEmails, isStaff, type Role } from '@touchline/core/account';
import type { TransactionId } from '@touchline/core/ids';
import { instant } from '@touchline/core/instant';
import { cents } from '@touchline/core/money';
import { countUsers, createUser, readSecondFactor, readUserByEmail, unlockAccounts } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type DataKey, open, SealBroken } from '@touchline/store/sealed';
import type { WalletWriter } from '@touchline/store/wallet';
import { hashPassword } from './passwords.ts';
import { giveApp, makeRecoveryCodes, sealedFor } from './second-factor.ts';

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
 * Creates the demo accounts in a database without accounts, and credits the bettor's money as a deposit in the ledger. A second run
 * changes nothing, or finishes an interrupted first one. Returns what it did, for the log.
 */
export async function seedDemoAccounts(db: Db, writer: WalletWriter, factors: SecondFactors): Promise<string> {
  const users = await countUsers(db);
  if (users === 0) await openAccounts(db);
  // A start with a real provider locked them.
  await unlockAccounts(db, demoEmails);
  for (const { email, role } of demoAccounts) if (isStaff(role)) await giveSecondFactor(db, email, factors);
  if (users !== 0 && users !== demoAccounts.length) return 'There are accounts already: nothing was changed.';

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

export type SecondFactors = {
  readonly dataKey: DataKey;
  /** By email, the secrets of the sandbox's authentication app. */
  readonly totpSecrets: ReadonlyMap<string, string>;
};

/** Gives a demo account of staff its second factor if it has none, or one that `DATA_KEY` no longer opens. */
async function giveSecondFactor(db: Db, email: string, { dataKey, totpSecrets }: SecondFactors): Promise<void> {
  const user = await readUserByEmail(db, email);
  const secret = totpSecrets.get(email);
  if (!user || secret === undefined) return;
  const { sealed } = (await readSecondFactor(db, user.id)) ?? {};
  if (sealed && canOpen(dataKey, sealed, sealedFor(user.id))) return;
  await giveApp(db, user.id, { dataKey, secret, recoveryCodes: makeRecoveryCodes() });
}

function canOpen(dataKey: DataKey, sealed: string, sealedUnder: string): boolean {
  try {
    open(dataKey, sealed, sealedUnder);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
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
