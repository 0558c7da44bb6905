import { demoEmails } from '@touchline/core/account';
import { instant } from '@touchline/core/instant';
import { lockAccounts } from '@touchline/store/accounts';
import { connect } from '@touchline/store/connect';
import type { LaunchEnv } from './env.ts';

/** Demo accounts have a published password, so they exist only if odds, payments and emails all come from the sandbox. */
export const hasDemoAccounts = ({ databaseUrl, odds, mollie, smtpUrl }: LaunchEnv): boolean =>
  [databaseUrl, odds.url, mollie.url, smtpUrl].every((setting) => setting === undefined);

/** Locks demo accounts left by an earlier start on the sandbox. A start on the sandbox unlocks them. */
export async function lockDemo(databaseUrl: string, print: (line: string) => void): Promise<void> {
  const store = connect(databaseUrl, { max: 1, applicationName: 'touchline-launcher' });
  try {
    const locked = await lockAccounts(store.db, demoEmails, instant(Date.now()));
    if (locked.length === 0) return;
    print(
      `Demo accounts were locked, as their password is published and a real provider is set: ${locked.join(', ')}.\n` +
        'Their bets and money stay in the ledger. For staff of your own: npm run staff -- invite',
    );
  } finally {
    await store.close();
  }
}
