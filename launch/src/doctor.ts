import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDataKey } from '@touchline/store/sealed';
import { runCommand } from './command-line.ts';
import { checkDatabase } from './doctor/check-database.ts';
import {
  checkDisk,
  checkMail,
  checkOddsProvider,
  checkPaymentProvider,
  checkPublicUrl,
  checkRedis,
} from './doctor/check-services.ts';
import { type Finding, fine, problem } from './doctor/finding.ts';
import { directUrls, type LaunchEnv, loadDotEnv, readVariables } from './env.ts';
import { ROOT } from './root.ts';

const help = `npm run doctor

Checks the configuration and everything that it names: database, logins, clocks, Redis, the odds and payment providers, mail, the
public address and its certificate, the disk. Each line is OK or a PROBLEM with what to do. Changes nothing and sends nothing.
What is not set is not checked. With containers: docker compose run --rm doctor.

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
  const { value: env, problems } = readVariables(process.env);
  const advice = `Each variable is explained in .env.example.${env ? '' : ' Nothing else was checked.'}`;
  const configuration =
    problems.length === 0
      ? [fine('configuration', 'All variables are valid.')]
      : problems.map((text) => problem('configuration', text, advice));
  if (!env) return configuration;
  const groups = await Promise.all([
    checkDatabaseOf(env),
    env.redisUrl === undefined ? [] : checkRedis(env.redisUrl),
    env.odds.url === undefined ? [] : checkOddsProvider({ url: env.odds.url, key: env.odds.key ?? '' }),
    env.mollie.url === undefined ? [] : checkPaymentProvider({ url: env.mollie.url, key: env.mollie.key ?? '' }),
    env.smtpUrl === undefined ? [] : checkMail(env.smtpUrl),
    checkPublicUrl(env.publicUrl),
  ]);
  return [...configuration, ...groups.flat(), checkDisk(existsSync(env.dataDir) ? env.dataDir : ROOT)];
}

async function checkDatabaseOf(env: LaunchEnv): Promise<readonly Finding[]> {
  const { databaseUrl, workerDatabaseUrl, signerDatabaseUrl, migrationDatabaseUrl } = env;
  const direct = directUrls(env);
  const apiUrl = direct.api ?? databaseUrl;
  const workerUrl = direct.worker ?? workerDatabaseUrl ?? databaseUrl;
  const [owner] = [...named('MIGRATION_DATABASE_URL', migrationDatabaseUrl), ...named('DATABASE_URL', apiUrl)];
  if (!owner) return [embeddedFinding(env)];
  const logins = (
    [
      ['api', 'DATABASE_URL', apiUrl],
      ['worker', workerDatabaseUrl === undefined ? 'DATABASE_URL' : 'WORKER_DATABASE_URL', workerUrl],
      ['signer', 'SIGNER_DATABASE_URL', signerDatabaseUrl],
    ] as const
  ).flatMap(([login, variable, url]) => named(variable, url).map((each) => ({ ...each, login })));
  const pooled = [
    ...(direct.api === undefined ? [] : named('DATABASE_URL', databaseUrl)),
    ...(direct.worker === undefined ? [] : named('WORKER_DATABASE_URL', workerDatabaseUrl)),
  ];
  const standbys = [
    ...named('DATABASE_STANDBY_URL', env.databaseStandbyUrl),
    ...named('WORKER_DATABASE_STANDBY_URL', env.workerDatabaseStandbyUrl),
  ];
  return checkDatabase({ owner, logins, pooled, standbys, dataKey: readDataKey(env.dataKey ?? '') });
}

type NamedUrl = { readonly variable: string; readonly url: string };
function named(variable: string, url: string | undefined): readonly NamedUrl[] {
  return url === undefined ? [] : [{ variable, url }];
}

function embeddedFinding({ dataDir }: LaunchEnv): Finding {
  const isThere = existsSync(join(dataDir, 'postgres'));
  return fine('database', `Embedded PostgreSQL in ${dataDir}${isThere ? '' : '; npm start creates it'}.`);
}
