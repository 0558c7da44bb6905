import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { euroRate } from '@touchline/core/payments';
import { databaseUrlProblem, isDatabaseUrl } from '@touchline/store/database-url';
import { vapidKeysOf } from '@touchline/store/notifications';
import { isRedisUrl, redisUrlProblem } from '@touchline/store/redis-url';
import { readDataKey } from '@touchline/store/sealed';
import { readSecretFiles } from '@touchline/store/secret-files';
import { z } from 'zod';
import { StartRefused } from './refusal.ts';
import { ROOT } from './root.ts';
import { readSigningKey } from './secrets.ts';

/** Which providers the sandbox replaces. */
export type Outside = { readonly url?: string | undefined; readonly key?: string | undefined };

export type LaunchEnv = {
  readonly port: number;
  readonly sandboxPort: number;
  /** How many times faster than real time the matches of the sandbox's calendar run. */
  readonly sandboxMatchSpeed: number;
  readonly sandboxSmtpPort: number;
  readonly postgresPort: number | undefined;
  readonly dataDir: string;
  /** After how long without a response a process is restarted; 0: never. */
  readonly hangSeconds: number;
  readonly publicUrl: string;
  /** If set, the operator's own PostgreSQL; otherwise the embedded one, with generated secrets. */
  readonly databaseUrl: string | undefined;
  readonly workerDatabaseUrl: string | undefined;
  /** The same databases without a pooler in between, for what needs a session: of the api and of the worker. */
  readonly databaseDirectUrl: string | undefined;
  readonly workerDatabaseDirectUrl: string | undefined;
  readonly databaseStandbyUrl: string | undefined;
  readonly workerDatabaseStandbyUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly metricsToken: string | undefined;
  /** Lifetime of an access token; the refresh cookie renews it. */
  readonly tokenMinutes: number | undefined;
  /** 32 bytes in base64 that encrypt second factors and bank details; older keys may follow after commas. */
  readonly dataKey: string | undefined;
  /** The private key of P-256 that signs push messages, in base64url. */
  readonly vapidPrivateKey: string | undefined;
  /** Where push messages may be sent; the processes that use it validate it. */
  readonly pushServices: string | undefined;
  /** PEM of the Ed25519 key that signs the ledger's checkpoints. */
  readonly ledgerSigningKey: string | undefined;
  readonly checkpointMinutes: number | undefined;
  /** `off`: the log is signed elsewhere, or not at all. */
  readonly signer: 'on' | 'off';
  readonly signerDatabaseUrl: string | undefined;
  readonly logOrigin: string | undefined;
  /** SIGNER_URL and SIGNER_TOKEN, if set: a signer on another machine. */
  readonly signerElsewhere: Readonly<Record<string, string>>;
  readonly sealKey: string | undefined;
  readonly signSeconds: number | undefined;
  /** `URL KEY, URL KEY`; without any, a witness is started beside the sandbox. */
  readonly witnesses: string | undefined;
  /** `url` undefined: the sandbox's authority, if it runs. `roots`: PEM. */
  readonly timeStamps: {
    readonly url: string | undefined;
    readonly roots: string | undefined;
    readonly minutes: number | undefined;
  };
  readonly odds: Outside;
  readonly mollie: Outside & { readonly accessToken?: string | undefined };
  /** The second provider of results. */
  readonly footballData: { readonly url: string | undefined; readonly token: string | undefined };
  readonly webhookUrl: string | undefined;
  /** After how long without a webhook the provider is asked about an open deposit. */
  readonly depositSweepSeconds: number | undefined;
  /** Euros charged per dollar. */
  readonly eurPerUsd: string | undefined;
  /** The BONUS_ variables that are set, by name; the processes that use them validate them. */
  readonly bonus: Readonly<Record<string, string>>;
  /** The BET_ variables and the in-play delay, likewise. */
  readonly betting: Readonly<Record<string, string>>;
  readonly withdrawals: Readonly<Record<string, string>>;
  /** What only the worker needs, likewise: how odds are fetched and priced, and who is notified when that fails. */
  readonly feed: Readonly<Record<string, string>>;
  readonly smtpUrl: string | undefined;
  readonly oddsPollSeconds: number | undefined;
  readonly inPlayBetting: 'open' | 'closed' | undefined;
  readonly leakedPasswords: 'refuse' | 'accept' | undefined;
};

export type EnvAnswer = { ok: true; value: LaunchEnv } | { ok: false; problems: readonly string[] };

/** Reads the environment and, for variables that it does not set, `.env`. */
export function loadEnv(): LaunchEnv {
  loadDotEnv();
  const answer = readEnv(process.env);
  if (answer.ok) return answer.value;
  const list = answer.problems.map((problem) => `  - ${problem}`).join('\n');
  throw new StartRefused(`The environment is not valid. Each variable is explained in .env.example.\n${list}`);
}

/** Returns the URLs that bypass a pooler. A worker without a login of its own uses the api's. */
export const directUrls = (
  env: LaunchEnv,
): { readonly api: string | undefined; readonly worker: string | undefined } => ({
  api: env.databaseDirectUrl,
  worker: env.workerDatabaseDirectUrl ?? (env.workerDatabaseUrl === undefined ? env.databaseDirectUrl : undefined),
});

/**
 * Adds variables from `.env` to the environment, without overriding, and secrets from their files.
 * @throws {StartRefused} for a file that cannot be read
 */
export function loadDotEnv(): void {
  const file = join(ROOT, '.env');
  if (existsSync(file)) loadEnvFile(file);
  const read = readSecretFiles(process.env);
  if (!read.ok) throw new StartRefused(`${read.refusal.join('.\n')}.`);
  for (const name of Object.keys(process.env).filter((each) => !(each in read.value))) delete process.env[name];
  Object.assign(process.env, read.value);
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Validates all variables at once, so that one run shows every problem. */
export function readEnv(environment: Variables): EnvAnswer {
  const { value, problems } = readVariables(environment);
  return value !== undefined && problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

/** Like `readEnv`, but has a value also if variables are missing; `undefined` only if one that is set is invalid. */
export function readVariables(environment: Variables): {
  readonly value: LaunchEnv | undefined;
  readonly problems: readonly string[];
} {
  // `PORT=` in a file means "unset", as in docker compose.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = Schema.safeParse(given);
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const isHalf = (given['FOOTBALL_DATA_URL'] === undefined) !== (given['FOOTBALL_DATA_TOKEN'] === undefined);
  const half = isHalf ? ['FOOTBALL_DATA_URL: and FOOTBALL_DATA_TOKEN are needed together'] : [];
  const problems = [...wrong, ...missing(given), ...half].sort();
  if (!parsed.success) return { value: undefined, problems };
  const all = parsed.data;
  return {
    problems,
    value: {
      port: all.PORT,
      sandboxPort: all.SANDBOX_PORT,
      sandboxMatchSpeed: all.SANDBOX_MATCH_SPEED,
      sandboxSmtpPort: all.SANDBOX_SMTP_PORT ?? all.SANDBOX_PORT + 15,
      postgresPort: all.POSTGRES_PORT,
      dataDir: resolve(ROOT, all.DATA_DIR),
      hangSeconds: all.HANG_SECONDS,
      publicUrl: all.PUBLIC_URL ?? `http://localhost:${all.PORT}`,
      databaseUrl: all.DATABASE_URL,
      workerDatabaseUrl: all.WORKER_DATABASE_URL,
      databaseDirectUrl: all.DATABASE_DIRECT_URL,
      workerDatabaseDirectUrl: all.WORKER_DATABASE_DIRECT_URL,
      databaseStandbyUrl: all.DATABASE_STANDBY_URL,
      workerDatabaseStandbyUrl: all.WORKER_DATABASE_STANDBY_URL,
      migrationDatabaseUrl: all.MIGRATION_DATABASE_URL,
      redisUrl: all.REDIS_URL,
      jwtSecret: all.JWT_SECRET,
      metricsToken: all.METRICS_TOKEN,
      tokenMinutes: all.TOKEN_MINUTES,
      dataKey: all.DATA_KEY,
      vapidPrivateKey: all.VAPID_PRIVATE_KEY,
      pushServices: all.PUSH_SERVICES,
      ledgerSigningKey: all.LEDGER_SIGNING_KEY,
      checkpointMinutes: all.CHECKPOINT_MINUTES,
      signer: all.SIGNER,
      signerDatabaseUrl: all.SIGNER_DATABASE_URL,
      logOrigin: all.LOG_ORIGIN,
      signerElsewhere: setOf(given, ['SIGNER_URL', 'SIGNER_TOKEN']),
      sealKey: all.SEAL_KEY,
      signSeconds: all.SIGN_SECONDS,
      witnesses: all.WITNESSES,
      timeStamps: { url: all.TIMESTAMP_URL, roots: all.TIMESTAMP_ROOTS, minutes: all.TIMESTAMP_MINUTES },
      odds: { url: all.ODDS_API_URL, key: all.ODDS_API_KEY },
      footballData: { url: all.FOOTBALL_DATA_URL, token: all.FOOTBALL_DATA_TOKEN },
      mollie: { url: all.MOLLIE_API_URL, key: all.MOLLIE_API_KEY, accessToken: all.MOLLIE_ACCESS_TOKEN },
      webhookUrl: all.WEBHOOK_URL,
      depositSweepSeconds: all.DEPOSIT_SWEEP_SECONDS,
      eurPerUsd: all.EUR_PER_USD,
      bonus: setOf(given, bonusNames),
      betting: setOf(given, bettingNames),
      withdrawals: setOf(given, withdrawalNames),
      feed: setOf(given, feedNames),
      smtpUrl: all.SMTP_URL,
      oddsPollSeconds: all.ODDS_POLL_SECONDS,
      inPlayBetting: all.IN_PLAY_BETTING,
      leakedPasswords: all.LEAKED_PASSWORDS,
    },
  };
}

const bonusNames = [
  'BONUS_PERCENT',
  'BONUS_MAX_DOLLARS',
  'BONUS_WAGERING',
  'BONUS_MIN_ODDS',
  'BONUS_MAX_STAKE_DOLLARS',
  'BONUS_DAYS',
];
const bettingNames = [
  'BET_MIN_STAKE',
  'BET_MAX_STAKE',
  'BET_MAX_LEGS',
  'BET_MAX_ODDS',
  'BET_MAX_PAYOUT',
  'BET_MAX_LIABILITY',
  'BET_IN_PLAY_DIVISOR',
  'BET_MAX_MATCH_LOSS',
  'BET_MAX_COMBINATION_LOSS',
  'BET_MAX_DAY_STAKE',
  'BET_MAX_DAY_PAYOUT',
  'BET_BANKROLL',
  'IN_PLAY_DELAY_SECONDS',
  'CASH_OUT_MARGIN_PERCENT',
  'FOUR_EYES_DOLLARS',
  'RESULT_STABLE_SECONDS',
  'IDENTITY_KEPT_YEARS',
  'RETENTION_DAYS',
];
const withdrawalNames = [
  'WITHDRAWAL_CONFIRM_DOLLARS',
  'WITHDRAWAL_COOL_DOWN_SECONDS',
  'WITHDRAWAL_DAILY_DOLLARS',
  'WITHDRAWAL_WEEKLY_DOLLARS',
  'WITHDRAWAL_TWO_ADMINS_DOLLARS',
  'WITHDRAWAL_FLAGGED_DOLLARS',
  'REFUND_DAYS',
];
const feedNames = [
  'ODDS_REGIONS',
  'ODDS_BOOKMAKERS',
  'ODDS_MIN_BOOKS',
  'ODDS_MARGIN',
  'ODDS_CREDITS_PER_MONTH',
  'ODDS_GRACE_SECONDS',
  'ODDS_TIMEOUT_SECONDS',
  'OPERATOR_EMAIL',
  'MAIL_FROM',
];
const setOf = (given: Variables, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = given[name];
      return text === undefined ? [] : [[name, text]];
    }),
  );

const port = () =>
  z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(1, 'must be 1 or more')
    .max(65_535, 'must be 65535 or less');
const url = (schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });
const web = () => url(['http', 'https']).optional();
const postgres = () => z.string().refine(isDatabaseUrl, databaseUrlProblem).optional();
const minutes = 'must be a number of minutes from 0.25 to 1440';
const whole = (unit: string, least: number, most: number) => {
  const problem = `must be a whole number of ${unit} from ${least} to ${most}`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem);
};

function signingKey(text: string, context: z.RefinementCtx): string {
  const pem = readSigningKey(text);
  if (pem === undefined) context.addIssue('must be the PEM of an Ed25519 private key');
  return pem ?? text;
}

const Schema = z.object({
  PORT: port().default(4000),
  SANDBOX_PORT: port().default(4010),
  SANDBOX_MATCH_SPEED: z.coerce.number().min(1).max(600).default(12),
  SANDBOX_SMTP_PORT: port().optional(),
  POSTGRES_PORT: port().optional(),
  DATA_DIR: z.string().default('.data'),
  HANG_SECONDS: whole('seconds', 0, 3_600).default(30),
  PUBLIC_URL: web(),
  DATABASE_URL: postgres(),
  WORKER_DATABASE_URL: postgres(),
  DATABASE_DIRECT_URL: postgres(),
  WORKER_DATABASE_DIRECT_URL: postgres(),
  DATABASE_STANDBY_URL: postgres(),
  WORKER_DATABASE_STANDBY_URL: postgres(),
  MIGRATION_DATABASE_URL: postgres(),
  REDIS_URL: z.string().refine(isRedisUrl, redisUrlProblem).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().optional(),
  TOKEN_MINUTES: z.coerce.number(minutes).min(0.25, minutes).max(1_440, minutes).optional(),
  DATA_KEY: z
    .string()
    .refine((text) => readDataKey(text) !== undefined, 'must be 32 bytes in base64')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .refine((text) => vapidKeysOf(text) !== undefined, 'must be a private key of P-256: 32 bytes in base64url')
    .optional(),
  PUSH_SERVICES: z.string().optional(),
  LEDGER_SIGNING_KEY: z.string().transform(signingKey).optional(),
  CHECKPOINT_MINUTES: whole('minutes', 1, 1_440).optional(),
  SIGNER: z.enum(['on', 'off'], "must be 'on' or 'off'").default('on'),
  SIGNER_DATABASE_URL: postgres(),
  LOG_ORIGIN: z
    .string()
    .regex(/^[^\s+]+$/, 'must have no spaces or plus signs')
    .optional(),
  SEAL_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional(),
  SIGN_SECONDS: whole('seconds', 1, 3_600).optional(),
  WITNESSES: z.string().optional(),
  TIMESTAMP_URL: web(),
  TIMESTAMP_ROOTS: z.string().optional(),
  TIMESTAMP_MINUTES: whole('minutes', 1, 1_440).optional(),
  ODDS_API_URL: web(),
  ODDS_API_KEY: z.string().optional(),
  FOOTBALL_DATA_URL: web(),
  FOOTBALL_DATA_TOKEN: z.string().optional(),
  MOLLIE_API_URL: web(),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(test|live)_\w{30,}$/, 'must look like test_… or live_… with at least 30 characters')
    .optional(),
  MOLLIE_ACCESS_TOKEN: z.string().optional(),
  WEBHOOK_URL: web(),
  DEPOSIT_SWEEP_SECONDS: whole('seconds', 1, 86_400).optional(),
  EUR_PER_USD: z
    .string()
    .refine((text) => euroRate(text) !== undefined, 'must be a number such as 0.92 (0.01 to 100)')
    .optional(),
  SMTP_URL: url(['smtp', 'smtps']).optional(),
  LEAKED_PASSWORDS: z.enum(['refuse', 'accept'], "must be 'refuse' or 'accept'").optional(),
  IN_PLAY_BETTING: z.enum(['open', 'closed'], "must be 'open' or 'closed'").optional(),
  ODDS_POLL_SECONDS: whole('seconds', 1, 3_600).optional(),
});

const NEEDED_WITH_OWN_DATABASE = [
  'PUBLIC_URL',
  'JWT_SECRET',
  'DATA_KEY',
  'LEDGER_SIGNING_KEY',
  'ODDS_API_URL',
  'ODDS_API_KEY',
  'MOLLIE_API_URL',
  'MOLLIE_API_KEY',
  'SMTP_URL',
] as const;

function missing(given: Variables): string[] {
  const lacks = (name: string) => given[name] === undefined;
  if (!lacks('DATABASE_URL')) {
    const forSigner = lacks('SIGNER_DATABASE_URL') ? [] : (['LOG_ORIGIN', 'SEAL_KEY'] as const);
    return [...NEEDED_WITH_OWN_DATABASE, ...forSigner]
      .filter(lacks)
      .map(
        (name) =>
          `${name}: is missing (needed because DATABASE_URL is set; nothing is made up for a database of your own)`,
      );
  }
  return (['ODDS_API', 'MOLLIE_API'] as const)
    .filter((name) => !lacks(`${name}_URL`) && lacks(`${name}_KEY`))
    .map((name) => `${name}_KEY: is missing (needed because ${name}_URL is set)`);
}
