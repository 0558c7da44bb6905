import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDataKey } from '@touchline/store/sealed';
import { runCommand } from './command-line.ts';
import { checkDatabase, type DatabaseLogin } from './doctor/check-database.ts';
import {
  checkDisk,
  checkMail,
  checkOddsProvider,
  checkPaymentProvider,
  checkPublicUrl,
  checkRedis,
} from './doctor/check-services.ts';
import { type Finding, fine, problem } from './doctor/finding.ts';
import { directUrls, type LaunchEnv, loadDotEnv, readEnv } from './env.ts';
import { ROOT } from './root.ts';

const help = `npm run doctor

Checks the configuration and everything that it names: database, logins, clocks, Redis, the odds and payment providers, mail, the
public address and its certificate, the disk. Each line is OK or a PROBLEM with what to do. Changes nothing and sends nothing.
What is not set is replaced by the sandbox and not checked.

Exit code 0: no problem. 1: at least one. 2: wrong usage.`;

runCommand({
  help,
  read: ({ args }) => {
    if (args.length === 0) return { ok: true, value: 'check' as const };
    if (args.length === 1 && (args[0] === '--help' || args[0] === '-h')) return { ok: true, value: 'help' };
    return { ok: false, problem: 'doctor takes no arguments.' };
  },
  run: async (_check, { print }) => {
    const findings = await examine();
    for (const finding of findings) print(lineOf(finding));
    const problems = findings.filter(({ ok }) => !ok).length;
    print(
      problems === 0
        ? '\nNo problems.'
        : `\n${problems} ${problems === 1 ? 'problem' : 'problems'}, each with what to do about it.`,
    );
    return problems === 0 ? 0 : 1;
  },
});

const lineOf = (finding: Finding): string =>
  `${finding.ok ? 'OK     ' : 'PROBLEM'}  ${finding.about.padEnd(16)}  ${finding.text}${
    finding.ok ? '' : `\n${' '.repeat(27)}${finding.advice}`
  }`;

async function examine(): Promise<readonly Finding[]> {
  loadDotEnv();
  const read = readEnv(process.env);
  if (!read.ok) {
    return read.problems.map((text) =>
      problem('configuration', text, 'Each variable is explained in .env.example. Nothing else was checked.'),
    );
  }
  const env = read.value;
  const groups = await Promise.all([
    env.databaseUrl === undefined ? [embeddedFinding(env)] : checkOwnDatabase(env, env.databaseUrl),
    env.redisUrl === undefined ? [] : checkRedis(env.redisUrl),
    env.odds.url === undefined ? [] : checkOddsProvider({ url: env.odds.url, key: env.odds.key ?? '' }),
    env.mollie.url === undefined ? [] : checkPaymentProvider({ url: env.mollie.url, key: env.mollie.key ?? '' }),
    env.smtpUrl === undefined ? [] : checkMail(env.smtpUrl),
    checkPublicUrl(env.publicUrl),
  ]);
  return [
    fine('configuration', 'All variables are valid.'),
    ...groups.flat(),
    checkDisk(existsSync(env.dataDir) ? env.dataDir : ROOT),
  ];
}

function embeddedFinding({ dataDir }: LaunchEnv): Finding {
  const isThere = existsSync(join(dataDir, 'postgres'));
  return fine('database', `Embedded PostgreSQL in ${dataDir}${isThere ? '' : '; npm start creates it'}.`);
}

async function checkOwnDatabase(env: LaunchEnv, databaseUrl: string): Promise<readonly Finding[]> {
  const { api, worker } = directUrls(env);
  const own = env.workerDatabaseUrl !== undefined;
  const dataKey = readDataKey(env.dataKey ?? '');
  if (!dataKey) return [problem('data key', 'DATA_KEY is not set.', 'See .env.example.')];
  const logins: DatabaseLogin[] = [
    { login: 'api', variable: 'DATABASE_URL', url: api ?? databaseUrl },
    {
      login: 'worker',
      variable: own ? 'WORKER_DATABASE_URL' : 'DATABASE_URL',
      url: worker ?? env.workerDatabaseUrl ?? databaseUrl,
    },
  ];
  if (env.signerDatabaseUrl !== undefined) {
    logins.push({ login: 'signer', variable: 'SIGNER_DATABASE_URL', url: env.signerDatabaseUrl });
  }
  const owner =
    env.migrationDatabaseUrl === undefined
      ? { variable: 'DATABASE_URL', url: api ?? databaseUrl }
      : { variable: 'MIGRATION_DATABASE_URL', url: env.migrationDatabaseUrl };
  const pooled = [
    ...(api === undefined ? [] : [{ variable: 'DATABASE_URL', url: databaseUrl }]),
    ...(worker === undefined || !env.workerDatabaseUrl
      ? []
      : [{ variable: 'WORKER_DATABASE_URL', url: env.workerDatabaseUrl }]),
  ];
  const standbys = (
    [
      ['DATABASE_STANDBY_URL', env.databaseStandbyUrl],
      ['WORKER_DATABASE_STANDBY_URL', env.workerDatabaseStandbyUrl],
    ] as const
  ).flatMap(([variable, url]) => (url === undefined ? [] : [{ variable, url }]));
  return checkDatabase({ owner, logins, pooled, standbys, dataKey });
}
