import { connect } from '@touchline/store/connect';
import { readDataKey } from '@touchline/store/sealed';
import { createWalletWriter } from '@touchline/store/wallet';
import { seedDemoAccounts } from './accounts/demo-accounts.ts';

// Runs as its own process: `node seed-demo.ts` with DATABASE_URL, DATA_KEY and DEMO_AUTHENTICATOR (`account=SECRET account=SECRET`).
const { DATABASE_URL: databaseUrl, DATA_KEY: key = '', DEMO_AUTHENTICATOR: authenticator = '' } = process.env;
const dataKey = readDataKey(key);
if (!databaseUrl || !dataKey) {
  console.error(
    'DATABASE_URL or DATA_KEY is missing: the database that gets the demo accounts, and the key that seals secrets in it.',
  );
  process.exit(1);
}
const totpSecrets = new Map(
  authenticator.split(' ').flatMap((entry): [string, string][] => {
    const [account, secret] = entry.split('=');
    return account && secret ? [[account, secret]] : [];
  }),
);
const store = connect(databaseUrl, { max: 2, applicationName: 'touchline-seed' });
const writer = createWalletWriter(store);
try {
  console.log(await seedDemoAccounts(store.db, writer, { dataKey, totpSecrets }));
} finally {
  await writer.close();
  await store.close();
}
