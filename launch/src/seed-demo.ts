import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { demoEmails } from '@touchline/core/account';
import { instant } from '@touchline/core/instant';
import { lockAccounts } from '@touchline/store/accounts';
import { connect } from '@touchline/store/connect';
import type { LaunchEnv } from './env.ts';
import { nodeEnv } from './node-memory.ts';
import { StartRefused } from './refusal.ts';
import { ROOT } from './root.ts';
import type { Secrets } from './secrets.ts';

/**
 * Creates the demo accounts in a database without any accounts, and gives staff the second factor that the sandbox's Authenticator
 * shows. Leaves other accounts unchanged. Runs as the database's owner, because only the owner can create staff accounts.
 */
export async function seedDemo(
  databaseUrl: string,
  secrets: Pick<Secrets, 'dataKey' | 'authenticator'>,
): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'api', 'src', 'seed-demo.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...nodeEnv,
      DATABASE_URL: databaseUrl,
      DATA_KEY: secrets.dataKey,
      DEMO_AUTHENTICATOR: authenticatorText(secrets),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new StartRefused(`The demo accounts could not be made:\n${Buffer.concat(chunks).toString('utf8').trim()}`);
}

/** Formats secrets as the sandbox and the seed read them: `account=SECRET account=SECRET`. */
export const authenticatorText = ({ authenticator }: Pick<Secrets, 'authenticator'>): string =>
  Object.entries(authenticator)
    .map(([account, secret]) => `${account}=${secret}`)
    .join(' ');

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
