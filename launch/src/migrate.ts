import { lockDemo } from './demo-accounts.ts';
import { loadDotEnv } from './env.ts';
import { createLogin, prepareDatabase } from './prepare-database.ts';
import { runAsProgram } from './program.ts';
import { codeOf, StartRefused } from './refusal.ts';

// For the operator's own database; `npm start` migrates the embedded one automatically.
runAsProgram(async ({ print }) => {
  loadDotEnv();
  const { MIGRATION_DATABASE_URL, DATABASE_URL, APP_DATABASE_PASSWORD, SIGNER_DATABASE_PASSWORD } = process.env;
  const ownerUrl = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (ownerUrl === undefined || !URL.canParse(ownerUrl)) {
    throw new StartRefused(
      'Set MIGRATION_DATABASE_URL (the owner of the database) or DATABASE_URL to the database to migrate.\n' +
        'The embedded database needs no migrate: `npm start` does it.',
    );
  }
  const { applied } = await prepare(ownerUrl);
  // If the operator also wants the login of api and worker created (docker-compose.yml does).
  if (APP_DATABASE_PASSWORD) await createLogin(ownerUrl, APP_DATABASE_PASSWORD);
  if (SIGNER_DATABASE_PASSWORD) await createLogin(ownerUrl, SIGNER_DATABASE_PASSWORD, 'signer');
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
    throw new StartRefused(`The database at ${new URL(ownerUrl).host} could not be migrated: ${why}`);
  }
}
