import { hostsIn, isDatabaseUrl } from '@touchline/store/database-url';
import { loadDotEnv } from './env.ts';
import { createLogin, endFormerLogins, type Login, prepareDatabase } from './prepare-database.ts';
import { runAsProgram } from './program.ts';
import { codeOf, StartRefused } from './refusal.ts';
import { lockDemo } from './seed-demo.ts';

/** Created if their password is set, as in docker-compose.yml. */
const logins: readonly Login[] = ['api', 'worker', 'signer', 'audit'];

// For the operator's own database; `npm start` migrates the embedded one automatically.
runAsProgram(async ({ print }) => {
  loadDotEnv();
  const { MIGRATION_DATABASE_URL, DATABASE_URL } = process.env;
  const ownerUrl = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (ownerUrl === undefined || !isDatabaseUrl(ownerUrl)) {
    throw new StartRefused(
      'Set MIGRATION_DATABASE_URL (the owner of the database) or DATABASE_URL to the database to migrate.\n' +
        'The embedded database needs no migrate: `npm start` does it.',
    );
  }
  const { applied } = await prepare(ownerUrl);
  for (const login of logins) {
    const password = process.env[`${login.toUpperCase()}_DATABASE_PASSWORD`];
    if (password) await createLogin(ownerUrl, login, password);
  }
  if (process.env['API_DATABASE_PASSWORD'] && process.env['WORKER_DATABASE_PASSWORD']) await endFormerLogins(ownerUrl);
  // The operator's database may be a copy of one that was used with the sandbox.
  await lockDemo(ownerUrl, print);
  print(
    applied.length === 0 ? 'The database is up to date.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`,
  );
  return 0;
});

async function prepare(ownerUrl: string) {
  try {
    return await prepareDatabase(ownerUrl);
  } catch (error) {
    const why = error instanceof Error ? error.message || codeOf(error) : String(error);
    throw new StartRefused(`The database at ${hostsIn(ownerUrl)} could not be migrated: ${why}`);
  }
}
