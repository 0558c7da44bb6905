import { lockDemo } from './demo-accounts.ts';
import { loadDotEnv } from './env.ts';
import { createLogin, prepareDatabase } from './prepare-database.ts';
import { runAsProgram } from './program.ts';
import { codeOf, StartRefused } from './refusal.ts';

// For a database of the operator's own; `npm start` migrates the embedded one by itself.
runAsProgram(async ({ say }) => {
  loadDotEnv();
  const { MIGRATION_DATABASE_URL, DATABASE_URL, APP_DATABASE_PASSWORD } = process.env;
  const ownerUrl = MIGRATION_DATABASE_URL || DATABASE_URL;
  if (ownerUrl === undefined || !URL.canParse(ownerUrl)) {
    throw new StartRefused(
      'Set MIGRATION_DATABASE_URL (the owner of the database) or DATABASE_URL to the database to migrate.\n' +
        'The embedded database needs no migrate: `npm start` does it.',
    );
  }
  const { applied } = await prepare(ownerUrl);
  // Where an operator wants the login of api and worker made as well (docker-compose.yml does).
  if (APP_DATABASE_PASSWORD) await createLogin(ownerUrl, APP_DATABASE_PASSWORD);
  // A database of the operator's own may be a copy of one that a sandbox was tried on.
  await lockDemo(ownerUrl, say);
  say(
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
