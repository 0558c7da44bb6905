import type { AcceptanceDelays, BettingLimits } from '@touchline/core/betting';
import { bettingLimitsFrom, bettingVariableProblems, bettingVariables } from '@touchline/core/betting-variables';
import { type BonusTerms, bonusTermsFrom, bonusVariables } from '@touchline/core/bonus';
import { number, parsed, readVariables, requiredText, url, wholeNumber } from '@touchline/core/environment';
import { years } from '@touchline/core/instant';
import { type MatchClock, realTime } from '@touchline/core/matches';
import { type Cents, cents, type Decimal } from '@touchline/core/money';
import { knownPushServices, readPushServices } from '@touchline/core/notifications';
import { euroRate, type WithdrawalPolicy, withdrawalPolicyFrom, withdrawalVariables } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { databaseUrlProblem, isDatabaseUrl } from '@touchline/store/database-url';
import { publicKeyPem, readPublicKey } from '@touchline/store/ledger';
import { isPushKey } from '@touchline/store/notifications';
import { isRedisUrl, redisUrlProblem } from '@touchline/store/redis-url';
import { type DataKey, readDataKey } from '@touchline/store/sealed';
import { z } from 'zod';
import { readTrust } from './http/trusted-proxies.ts';

/** The settings of this process, read once at its start. */
export type ApiEnv = {
  readonly port: number;
  /** How long after SIGTERM this process goes on serving while `/readyz` says that it will close. */
  readonly drainMs: number;
  readonly host: string;
  readonly databaseUrl: string;
  /** The same database without a pooler in between, for what needs a session. */
  readonly directUrl: string;
  /** A physical standby of the database for read models. */
  readonly standbyUrl: string | undefined;
  /** Carries jobs and the fan-out between nodes; without it, Postgres does. */
  readonly redisUrl: string | undefined;
  /** The public address of the product; browsers of other origins may not open a socket. */
  readonly publicUrl: string;
  readonly mollie: { readonly url: string; readonly key: string };
  /** Where the payment provider reports changed payments. */
  readonly webhookUrl: string;
  /** Euros charged per dollar for payment methods that only take euros. */
  readonly euroPerDollar: Decimal;
  /** How long an answer of the payment provider is reused for a bettor who asks again. */
  readonly paymentFreshMs: number;
  /** Calls to the payment provider per minute, by all processes together. */
  readonly providerCallsPerMinute: number;
  readonly jwtSecret: string;
  /** How long an access token is valid; the refresh cookie gets the next one. */
  readonly tokenMinutes: number;
  /** How many sessions of one account may be open. */
  readonly sessionsPerAccount: number;
  /** Encrypts stored secrets: second-factor secrets, bank details. */
  readonly dataKey: DataKey;
  /** How long the sealed identity of a closed account is stored. */
  readonly identityKeptMs: number;
  /** Whether a new password may be on the list of leaked passwords. */
  readonly leakedPasswords: 'refuse' | 'accept';
  /** The folder of the built screens, if this process serves them. */
  readonly webFolder: string | undefined;
  readonly feedNotice: string | null;
  /** How time passes in a match: real time, or faster in the demo. */
  readonly clock: MatchClock;
  /** The terms of the bonus on a first deposit. */
  readonly bonus: BonusTerms;
  /** The most money that one admin may decide on alone within 24 hours, over all matches. */
  readonly fourEyes: Cents;
  /** The conditions of withdrawals besides the balance. */
  readonly withdrawals: WithdrawalPolicy;
  /** Closed unless the operator opens it: a feed that refreshes every 40 s cannot see a goal before a bettor does. */
  readonly inPlay: 'open' | 'closed';
  /** Our share of a cash-out for each open leg, such as 0.05; `undefined`: cashing out is off. */
  readonly cashOutMargin: Decimal | undefined;
  /** How long a bet with an in-play match awaits acceptance. */
  readonly delays: AcceptanceDelays;
  /** The betting limits. */
  readonly limits: BettingLimits;
  /** The proxies trusted to forward the caller's address: how many, or which. */
  readonly trustProxy: number | string | undefined;
  /** How many sockets an address, or an IPv6 /64, may hold in this process; 0: no limit. */
  readonly socketsPerAddress: number;
  /** The token for `/metrics`; without it they cannot be read. */
  readonly metricsToken: string | undefined;
  /** The key that browsers subscribe to push messages with; without it there are none. `services`: where messages may be sent. */
  readonly push: { readonly publicKey: string | undefined; readonly services: readonly string[] };
  /** The operator's name for this build, such as a commit. */
  readonly build: string;
  /** PEM of the Ed25519 key that the log's checkpoints are verified with. */
  readonly ledgerPublicKey: string | undefined;
  /** The name of the transparency log; without it no log is published. */
  readonly logOrigin: string | undefined;
  /** Where the signer makes proofs of wallets, and the token that it expects. */
  readonly signer: { readonly url: string; readonly token: string } | undefined;
};

/** Reads the environment. The refusal lists every problem, one sentence each. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Result<ApiEnv, readonly string[]> {
  const read = readVariables(shape, variables);
  if (!read.ok) return read;
  const env = read.value;
  const problems = bettingVariableProblems(env);
  if (problems.length > 0) return refused(problems);
  const publicUrl = (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  return ok({
    port: env.PORT,
    drainMs: env.DRAIN_SECONDS * 1_000,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    standbyUrl: env.DATABASE_STANDBY_URL,
    redisUrl: env.REDIS_URL,
    publicUrl,
    mollie: { url: env.MOLLIE_API_URL, key: env.MOLLIE_API_KEY },
    webhookUrl: env.WEBHOOK_URL ?? `${publicUrl}/payment/webhook`,
    euroPerDollar: env.EUR_PER_USD,
    paymentFreshMs: env.PAYMENT_FRESH_SECONDS * 1_000,
    providerCallsPerMinute: env.PROVIDER_CALLS_PER_MINUTE,
    jwtSecret: env.JWT_SECRET,
    tokenMinutes: env.TOKEN_MINUTES,
    sessionsPerAccount: env.SESSIONS_PER_ACCOUNT,
    dataKey: env.DATA_KEY,
    identityKeptMs: years(env.IDENTITY_KEPT_YEARS),
    leakedPasswords: env.LEAKED_PASSWORDS,
    webFolder: env.WEB_DIST,
    feedNotice: env.FEED_NOTICE ?? null,
    clock: { speed: env.MATCH_SPEED, halfTime: env.HALF_TIME_MINUTES },
    bonus: bonusTermsFrom(env),
    fourEyes: cents(env.FOUR_EYES_DOLLARS * 100),
    withdrawals: withdrawalPolicyFrom(env),
    inPlay: env.IN_PLAY_BETTING,
    cashOutMargin: env.CASH_OUT_MARGIN_PERCENT,
    delays: env.IN_PLAY_DELAY_SECONDS,
    limits: bettingLimitsFrom(env),
    trustProxy: env.TRUST_PROXY === undefined || !/^\d+$/.test(env.TRUST_PROXY) ? env.TRUST_PROXY : +env.TRUST_PROXY,
    socketsPerAddress: env.SOCKETS_PER_ADDRESS,
    metricsToken: env.METRICS_TOKEN,
    push: { publicKey: env.VAPID_PUBLIC_KEY, services: env.PUSH_SERVICES },
    build: env.BUILD,
    ledgerPublicKey: env.LEDGER_PUBLIC_KEY,
    logOrigin: env.LOG_ORIGIN,
    signer:
      env.SIGNER_URL === undefined || env.SIGNER_TOKEN === undefined
        ? undefined
        : { url: env.SIGNER_URL.replace(/\/+$/, ''), token: env.SIGNER_TOKEN },
  });
}

const databaseUrl = () => requiredText('a postgres:// URL').refine(isDatabaseUrl, databaseUrlProblem);
const dataKey = (text: string) => readDataKey(text) ?? 'is not a key of 32 bytes in base64';
const publicKey = (text: string) => readPublicKey(text) ?? 'is not the PEM of an Ed25519 public key';
const rate = (text: string) =>
  euroRate(text) ?? 'is not how many euro a dollar costs, such as 0.92 (0.01 to 100, at most six decimals)';

const shape = z.object({
  PORT: wholeNumber('a port', 1, 65_535).default(4000),
  HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: number('seconds', 0, 60).default(0),
  DATABASE_URL: databaseUrl(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_STANDBY_URL: databaseUrl().optional(),
  REDIS_URL: z.string().refine(isRedisUrl, redisUrlProblem).optional(),
  PUBLIC_URL: url('an http:// or https:// URL', /^https?$/).optional(),
  MOLLIE_API_URL: url("the payment provider's http:// or https:// URL", /^https?$/),
  MOLLIE_API_KEY: requiredText("the payment provider's key"),
  WEBHOOK_URL: url('an http:// or https:// URL', /^https?$/).optional(),
  PAYMENT_FRESH_SECONDS: number('a number of seconds', 0, 60).default(3),
  PROVIDER_CALLS_PER_MINUTE: wholeNumber('a number of calls', 10, 100_000).default(300),
  EUR_PER_USD: z.string().default('0.92').transform(parsed(rate)),
  JWT_SECRET: requiredText('a secret of at least 32 characters that signs sessions').min(
    32,
    'is too short: a secret that signs sessions has at least 32 characters',
  ),
  DATA_KEY: requiredText('32 bytes in base64 that seal what is secret').transform(parsed(dataKey)),
  // Fractions of a minute are for tests that wait for the next token.
  TOKEN_MINUTES: number('a number of minutes', 0.25, 24 * 60).default(15),
  SESSIONS_PER_ACCOUNT: wholeNumber('a number of sessions', 1, 200).default(25),
  WEB_DIST: z.string().optional(),
  FEED_NOTICE: z.string().optional(),
  MATCH_SPEED: number('a speed', 0.01, 1_000_000).default(realTime.speed),
  HALF_TIME_MINUTES: number('a number of minutes', 0, 60).default(realTime.halfTime),
  FOUR_EYES_DOLLARS: wholeNumber('a number of whole dollars', 0, 1_000_000_000).default(1_000),
  IDENTITY_KEPT_YEARS: wholeNumber('a number of years', 0, 50).default(5),
  LEAKED_PASSWORDS: z.enum(['refuse', 'accept'], "is neither 'refuse' nor 'accept'").default('refuse'),
  ...withdrawalVariables,
  ...bonusVariables,
  ...bettingVariables,
  TRUST_PROXY: z
    .string()
    .refine((text) => /^\d+$/.test(text) || readTrust(text) !== undefined, {
      error: 'is neither how many proxies stand in front nor their addresses (10.0.0.7, 10.0.0.0/8, loopback)',
    })
    .optional(),
  // Ten thousand sockets take 300 MB: a fifth of those are one office, campus or mobile network, or one attacker.
  SOCKETS_PER_ADDRESS: wholeNumber('a number of sockets, or 0 for no limit', 0, 1_000_000).default(2_000),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'is no token of at least 16 characters without spaces')
    .optional(),
  VAPID_PUBLIC_KEY: z.string().refine(isPushKey, 'is not a public key of P-256 in base64url').optional(),
  PUSH_SERVICES: z.string().transform(parsed(readPushServices)).default(knownPushServices),
  BUILD: z.string().max(64, 'is longer than 64 characters').default('unknown'),
  LEDGER_PUBLIC_KEY: z.string().transform(parsed(publicKey)).transform(publicKeyPem).optional(),
  LOG_ORIGIN: z.string().optional(),
  SIGNER_URL: url('the http:// or https:// URL of the signer', /^https?$/).optional(),
  SIGNER_TOKEN: z.string().optional(),
});
