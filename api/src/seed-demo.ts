import { connect } from '@touchline/store/connect';
import { createWalletWriter } from '@touchline/store/wallet';
import { seedDemoAccounts } from './accounts/demo-accounts.ts';

// A process of its own: `node seed-demo.ts` with DATABASE_URL.
const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) {
  console.error('DATABASE_URL is missing: the database that gets the demo accounts.');
  process.exit(1);
}
const store = connect(databaseUrl, { max: 2, applicationName: 'touchline-seed' });
const writer = createWalletWriter(store);
try {
  console.log(await seedDemoAccounts(store.db, writer));
} finally {
  await writer.close();
  await store.close();
}
