import type { AcceptanceDelays, BettingLimits } from '@touchline/core/betting';
import { bettingLimitsFrom, bettingVariableProblems, bettingVariables } from '@touchline/core/betting-variables';
import { type BonusTerms, bonusTermsFrom, bonusVariables } from '@touchline/core/bonus';
import { parsed, readVariables, requiredText, url, wholeNumber } from '@touchline/core/environment';
import { seconds } from '@touchline/core/instant';
import { leagueOf, type MatchClock, realTime } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import { knownPushServices, readPushServices } from '@touchline/core/notifications';
import { ok, type Result, refused } from '@touchline/core/result';
import { databaseUrlProblem, isDatabaseUrl } from '@touchline/store/database-url';
import { readPublicKey } from '@touchline/store/ledger';
import { type VapidKeys, vapidKeysOf } from '@touchline/store/notifications';
import { type RetentionDays, readRetentionDays } from '@touchline/store/privacy';
import { isRedisUrl, redisUrlProblem } from '@touchline/store/redis-url';
import { type DataKey, readDataKey } from '@touchline/store/sealed';
import { z } from 'zod';
import type { PriceRules } from './odds/choose-market.ts';

/** This process's settings, read once at its start. */
export type WorkerEnv = {
  readonly databaseUrl: string;
  /** The same database without a pooler in between, for what needs a session. */
  readonly directUrl: string;
  /** A physical standby of the database for verifications. */
  readonly standbyUrl: string | undefined;
  /** Carries jobs and pushes between processes; without it Postgres does. */
  readonly redisUrl: string | undefined;
  readonly odds: {
    readonly url: string;
    readonly key: string;
    /** How often a league is polled that has a match in play or about to kick off. */
    readonly pollEveryMs: number;
    readonly regions: readonly string[];
    /** How late a response may be, beyond two missed polls, before prices are stale. */
    readonly graceMs: number;
    /** How matches run. */
    readonly clock: MatchClock;
    /** Timeout of a request. */
    readonly timeoutMs: number;
    /** Credits for a month; `null` without a limit of our own. */
    readonly creditsPerMonth: number | null;
    readonly rules: PriceRules;
  };
  readonly results: {
    /** How long a final score must stay the same, in at least two responses of the provider. */
    readonly stableForMs: number;
    /** The second provider of results, if there is one. */
    readonly second: { readonly url: string; readonly token: string } | undefined;
  };
  /** `operator`: the address that receives support messages. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly operator: string };
  /** What push messages are sent with; without keys none are. `services`: where they may be sent. `subject`: who a service may contact. */
  readonly push:
    | { readonly keys: VapidKeys; readonly subject: string; readonly services: readonly string[] }
    | undefined;
  /** The product's address, for links in emails. */
  readonly publicUrl: string;
  /** `sweepAfterMs`: the age at which an open deposit is checked with the provider. */
  readonly payments: {
    readonly url: string;
    readonly key: string;
    /** Reads balances and settlements, which are not compared without it. */
    readonly accessToken: string | undefined;
    readonly sweepAfterMs: number;
    /** The limit of calls to the payment provider, over all processes. */
    readonly callsPerMinute: number;
  };
  /** The key for digests of payers. */
  readonly dataKey: DataKey;
  readonly bonus: BonusTerms;
  /** Limits for judging in-play bets. */
  readonly limits: BettingLimits;
  /** For automatic cash-outs, as in the api. */
  readonly inPlay: 'open' | 'closed';
  readonly delays: AcceptanceDelays;
  readonly cashOutMargin: Decimal | undefined;
  /** Where `/healthz` and `/metrics` are served, if a port is set. The token is required to read metrics. */
  readonly metrics: { readonly port: number | undefined; readonly host: string; readonly token: string | undefined };
  /** Retention periods in days that override the policies. */
  readonly retention: RetentionDays;
  /** The name of this build, such as a commit. */
  readonly build: string;
  /** The operator's key (SPKI, DER) that must have signed the log's checkpoints; any key by default. */
  readonly ledgerPublicKey: Buffer | undefined;
};

/** Reads the environment. The refusal lists every problem, one sentence each. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Result<WorkerEnv, readonly string[]> {
  const read = readVariables(shape, variables);
  if (!read.ok) return read;
  const env = read.value;
  const second = secondResults(env);
  const problems = [...bettingVariableProblems(env), ...second.problems];
  if (problems.length > 0) return refused(problems);
  return ok({
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    standbyUrl: env.DATABASE_STANDBY_URL,
    redisUrl: env.REDIS_URL,
    odds: {
      url: env.ODDS_API_URL.replace(/\/+$/, ''),
      key: env.ODDS_API_KEY,
      pollEveryMs: seconds(env.ODDS_POLL_SECONDS),
      regions: env.ODDS_REGIONS,
      graceMs: seconds(env.ODDS_GRACE_SECONDS),
      clock: { speed: env.MATCH_SPEED, halfTime: env.HALF_TIME_MINUTES },
      timeoutMs: seconds(env.ODDS_TIMEOUT_SECONDS),
      creditsPerMonth: env.ODDS_CREDITS_PER_MONTH ?? null,
      rules: { bookmakers: env.ODDS_BOOKMAKERS, minBooks: env.ODDS_MIN_BOOKS, margins: env.ODDS_MARGIN },
    },
    results: { stableForMs: seconds(env.RESULT_STABLE_SECONDS), second: second.value },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, operator: env.OPERATOR_EMAIL },
    push: env.VAPID_PRIVATE_KEY && {
      keys: env.VAPID_PRIVATE_KEY,
      subject: `mailto:${env.OPERATOR_EMAIL}`,
      services: env.PUSH_SERVICES,
    },
    publicUrl: env.PUBLIC_URL.replace(/\/+$/, ''),
    payments: {
      url: env.MOLLIE_API_URL,
      key: env.MOLLIE_API_KEY,
      accessToken: env.MOLLIE_ACCESS_TOKEN,
      sweepAfterMs: seconds(env.DEPOSIT_SWEEP_SECONDS),
      callsPerMinute: env.PROVIDER_CALLS_PER_MINUTE,
    },
    dataKey: env.DATA_KEY,
    bonus: bonusTermsFrom(env),
    limits: bettingLimitsFrom(env),
    inPlay: env.IN_PLAY_BETTING,
    delays: env.IN_PLAY_DELAY_SECONDS,
    cashOutMargin: env.CASH_OUT_MARGIN_PERCENT,
    metrics: { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN },
    retention: env.RETENTION_DAYS,
    build: env.BUILD,
    ledgerPublicKey: env.LEDGER_PUBLIC_KEY,
  });
}

/** The second provider of results needs both variables. */
function secondResults({ FOOTBALL_DATA_URL: url, FOOTBALL_DATA_TOKEN: token }: z.infer<typeof shape>) {
  if (url === undefined && token === undefined) return { value: undefined, problems: [] };
  if (url !== undefined && token !== undefined) return { value: { url: url.replace(/\/+$/, ''), token }, problems: [] };
  return { value: undefined, problems: ['FOOTBALL_DATA_URL and FOOTBALL_DATA_TOKEN are needed together'] };
}

const databaseUrl = () => requiredText('a postgres:// URL').refine(isDatabaseUrl, databaseUrlProblem);
const vapidKeys = (text: string) => vapidKeysOf(text) ?? 'is not a private key of P-256: 32 bytes in base64url';
const dataKey = (text: string) => readDataKey(text) ?? 'is not a key of 32 bytes in base64';
const publicKey = (text: string) => readPublicKey(text) ?? 'is not the PEM of an Ed25519 public key';
const names = (text: string) =>
  z
    .string()
    .default(text)
    .transform((list) => list.split(',').map((name) => name.trim()))
    .refine((list) => list.every((name) => /^[a-z0-9_]+$/.test(name)), 'is not a list of keys such as eu,uk');

/** Parses `soccer_epl=1.05,…`: our margin per league, as the sum of the probabilities of its prices. */
function marginsOf(text: string, context: z.RefinementCtx): Record<string, number> {
  const margins: Record<string, number> = {};
  for (const part of text.split(',').filter((entry) => entry.trim() !== '')) {
    const [key = '', margin = ''] = part.split('=').map((side) => side.trim());
    const isMargin = /^1(\.\d{1,4})?$/.test(margin) && Number(margin) <= 1.5;
    if (!leagueOf(key) || !isMargin)
      context.addIssue(`has no league=margin such as soccer_epl=1.05 (1 to 1.5): ${part}`);
    else margins[key] = Number(margin);
  }
  return margins;
}

const shape = z.object({
  DATABASE_URL: databaseUrl(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_STANDBY_URL: databaseUrl().optional(),
  REDIS_URL: z.string().refine(isRedisUrl, redisUrlProblem).optional(),
  ODDS_API_URL: url('the http:// or https:// URL of the odds provider', /^https?$/),
  ODDS_API_KEY: requiredText("the odds provider's key"),
  ODDS_POLL_SECONDS: wholeNumber('a whole number of seconds', 1, 3_600).default(40),
  ODDS_REGIONS: names('eu,uk'),
  ODDS_BOOKMAKERS: names('bet365,pinnacle,williamhill,unibet_eu,betfair_ex_eu'),
  ODDS_MIN_BOOKS: wholeNumber('a whole number of bookmakers', 1, 40).default(1),
  ODDS_MARGIN: z.string().default('').transform(marginsOf),
  ODDS_GRACE_SECONDS: wholeNumber('a whole number of seconds', 0, 600).default(10),
  MATCH_SPEED: z.coerce.number().min(0.01).max(1_000_000).default(realTime.speed),
  HALF_TIME_MINUTES: z.coerce.number().min(0).max(60).default(realTime.halfTime),
  ODDS_TIMEOUT_SECONDS: wholeNumber('a whole number of seconds', 1, 60).default(10),
  ODDS_CREDITS_PER_MONTH: wholeNumber('a whole number of credits', 1, 1_000_000_000).optional(),
  RESULT_STABLE_SECONDS: wholeNumber('a whole number of seconds', 0, 3_600).default(0),
  FOOTBALL_DATA_URL: url('the http:// or https:// URL of football-data.org', /^https?$/).optional(),
  FOOTBALL_DATA_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'is not a token')
    .optional(),
  SMTP_URL: url('an smtp:// or smtps:// URL', /^smtps?$/),
  MAIL_FROM: z.string().default('Touchline <no-reply@touchline.test>'),
  OPERATOR_EMAIL: z.email('is not an email address').default('support@touchline.example'),
  VAPID_PRIVATE_KEY: z.string().transform(parsed(vapidKeys)).optional(),
  PUSH_SERVICES: z.string().transform(parsed(readPushServices)).default(knownPushServices),
  PUBLIC_URL: url('an http:// or https:// URL', /^https?$/),
  MOLLIE_API_URL: url("the payment provider's http:// or https:// URL", /^https?$/),
  DATA_KEY: requiredText('32 bytes in base64 that seal what is secret').transform(parsed(dataKey)),
  MOLLIE_API_KEY: requiredText("the payment provider's key"),
  MOLLIE_ACCESS_TOKEN: z.string().optional(),
  PROVIDER_CALLS_PER_MINUTE: wholeNumber('a number of calls', 10, 100_000).default(300),
  DEPOSIT_SWEEP_SECONDS: wholeNumber('a whole number of seconds', 1, 86_400).default(300),
  ...bonusVariables,
  ...bettingVariables,
  METRICS_PORT: wholeNumber('a port', 1, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'is no token of at least 16 characters without spaces')
    .optional(),
  RETENTION_DAYS: z.string().default('').transform(parsed(readRetentionDays)),
  BUILD: z.string().max(64, 'is longer than 64 characters').default('unknown'),
  LEDGER_PUBLIC_KEY: z.string().transform(parsed(publicKey)).optional(),
});
