import { hash } from '@node-rs/argon2';
import { isStaff, type Role } from '@touchline/core/account';
import { defaultLimits, noDelays } from '@touchline/core/betting';
import { standardTerms } from '@touchline/core/bonus';
import type { MatchId, UserId } from '@touchline/core/ids';
import { type Instant, instant, minutes } from '@touchline/core/instant';
import { type LeagueKey, leagues, type QuotedMatch, realTime } from '@touchline/core/matches';
import { cents, Decimal, odds } from '@touchline/core/money';
import { knownPushServices } from '@touchline/core/notifications';
import { changeRole, createUser, type User } from '@touchline/store/accounts';
import { connect, type Db, type Store } from '@touchline/store/connect';
import type { EmailJob } from '@touchline/store/emails';
import { listOpenMatches, saveFeed, savePrices } from '@touchline/store/matches';
import {
  createTestDatabase,
  creditDollars as creditWallet,
  openWithdrawals,
  type TestDatabase,
  testDataKey,
} from '@touchline/store/testing';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { giveApp, makeRecoveryCodes, totpOf } from '../accounts/second-factor.ts';
import { buildApp } from '../app.ts';
import type { ApiEnv } from '../env.ts';
import type { App } from '../http/app-type.ts';
import { createMetrics } from '../metrics/create-metrics.ts';

export type TestApp = {
  readonly app: App;
  readonly database: TestDatabase;
  readonly writer: WalletWriter;
  /** The database with the rights of the api. */
  readonly store: Store;
  /** Emails queued so far, in order. */
  readonly emails: readonly EmailJob[];
  /** Verifications queued for the worker so far. */
  readonly verifications: readonly string[];
  /** Every route as `GET /bet/:id`, except those that only answer HEAD. */
  readonly routes: readonly string[];
  readonly close: () => Promise<void>;
};

export const testPassword = 'Str0ng!enough';
export const testSecret = 'a secret of the tests, long enough';
export const testTotpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** The API on a throw-away database. Emails are only recorded. */
export async function buildTestApp(env: Partial<ApiEnv> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const node = await buildTestNode(database, env);
  return {
    ...node,
    database,
    close: async () => {
      await node.close();
      await database.close();
    },
  };
}

/** A second node on the same database, with the rights of the api. */
export async function buildTestNode(
  database: TestDatabase,
  env: Partial<ApiEnv> = {},
  logger: FastifyBaseLogger = pino({ level: 'silent' }),
  store: Store = connect(database.urlAs('touchline_api')),
  ownClock?: () => number,
): Promise<Omit<TestApp, 'database'>> {
  const emails: EmailJob[] = [];
  const verifications: string[] = [];
  const routes = new Set<string>();
  const writer = createWalletWriter(store);
  const app = await buildApp({
    env: {
      port: 0,
      drainMs: 0,
      host: '127.0.0.1',
      databaseUrl: database.urlAs('touchline_api'),
      directUrl: env.databaseUrl ?? database.urlAs('touchline_api'),
      standbyUrl: undefined,
      clock: realTime,
      redisUrl: undefined,
      publicUrl: 'http://touchline.test',
      mollie: { url: 'http://127.0.0.1:9', key: `test_${'0'.repeat(30)}` },
      webhookUrl: 'http://touchline.test/payment/webhook',
      euroPerDollar: new Decimal('0.92'),
      // A test pays faster than people do.
      paymentFreshMs: 0,
      providerCallsPerMinute: 100_000,
      jwtSecret: testSecret,
      tokenMinutes: 15,
      sessionsPerAccount: 200,
      dataKey: testDataKey,
      identityKeptMs: 5 * 365 * 86_400_000,
      webFolder: undefined,
      feedNotice: null,
      bonus: standardTerms,
      fourEyes: cents(100_000),
      cashOutMargin: new Decimal('0.05'),
      withdrawals: openWithdrawals,
      inPlay: 'closed',
      leakedPasswords: 'refuse',
      delays: noDelays,
      limits: defaultLimits,
      trustProxy: undefined,
      socketsPerAddress: 0,
      ledgerPublicKey: undefined,
      logOrigin: undefined,
      signer: undefined,
      push: { publicKey: undefined, services: knownPushServices },
      metricsToken: undefined,
      build: 'test',
      ...env,
    },
    store,
    writer,
    logger,
    ...(ownClock && { ownClock }),
    metrics: createMetrics(),
    emailQueue: {
      send: async ({ job }) => {
        emails.push(job);
      },
      check: async () => undefined,
      close: async () => undefined,
    },
    verify: async (id) => {
      verifications.push(id);
    },
    onRoute: ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
    },
  });
  await app.ready();
  databaseOf.set(app, database);
  return {
    app,
    writer,
    store,
    emails,
    verifications,
    routes: [...routes],
    close: async () => {
      await app.close();
      await writer.close();
      await store.close();
    },
  };
}

// Cheap hashes: these tests are not about the cost of a login, and a hash names its own cost.
const cheap = { memoryCost: 64, timeCost: 1 } as const;
let hashed: Promise<string> | undefined;

/** An account with `testPassword`. */
export async function openAccount(
  { database }: Pick<TestApp, 'database'>,
  email: string,
  role: Role = 'bettor',
  /** Not verified when null. */
  emailVerifiedAt: Instant | null = instant(Date.now()),
): Promise<User> {
  hashed ??= hash(testPassword, cheap);
  const passwordHash = await hashed;
  const account = { email, name: 'Ada Bell', role, passwordHash, ...(emailVerifiedAt !== null && { emailVerifiedAt }) };
  const open = (db: Db) => db.transaction().execute((trx) => createUser(trx, account));
  const created = await (isStaff(role) ? database.byOwner(open) : open(database.db));
  if (!created.ok) throw new Error(created.refusal.code);
  if (isStaff(role)) await giveTestApp(database, created.value.id);
  return created.value;
}

/** Sets up the second factor whose codes `logIn` sends, as `openAccount` does for admins and auditors. */
async function giveTestApp({ db }: Pick<TestDatabase, 'db'>, userId: UserId): Promise<void> {
  await giveApp(db, userId, { dataKey: testDataKey, secret: testTotpSecret, recoveryCodes: makeRecoveryCodes() });
}

/** Makes an account an admin, with the second factor whose codes `logIn` sends. */
export async function promote({ database }: Pick<TestApp, 'database'>, user: User): Promise<void> {
  await database.byOwner((db) => changeRole(db, user.id, 'admin', instant(Date.now())));
  await giveTestApp(database, user.id);
}

/**
 * Returns the current code of a staff account of `openAccount`. A code works once in 30 seconds, so this first clears the account's last
 * used code: a test may log in as the same admin any number of times.
 */
export async function freshCode({ db }: Pick<TestDatabase, 'db'>, email: string): Promise<string> {
  await db.updateTable('users').set({ totp_step: 0 }).where('email', '=', email).execute();
  return totpOf(testTotpSecret, email).generate();
}

/**
 * Logs in with `testPassword` and returns the access token. For staff accounts of `openAccount` it adds the code of the second factor.
 */
export async function logIn(app: App, email: string): Promise<string> {
  const enter = (totp?: string) =>
    app.inject({ method: 'POST', url: '/auth/login', payload: { email, password: testPassword, totp } });
  let answer = await enter();
  // Of two concurrent logins of the same admin, one may find the code used.
  for (let attempts = 0; attempts < 5 && /"totp-(required|wrong)"/.test(answer.body); attempts += 1) {
    const database = databaseOf.get(app);
    if (!database) throw new Error('the app is not of this file');
    answer = await enter(await freshCode(database, email));
  }
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ accessToken: string }>().accessToken;
}

/** Calls a route as the owner of an access token; without one, as a visitor. */
export const requestAs = (
  app: App,
  token: string | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object | string,
  idempotencyKey?: string,
) =>
  app.inject({
    method,
    url,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(payload !== undefined && { payload }),
  });

const databaseOf = new WeakMap<App, TestDatabase>();

/** An account that is logged in and has money. */
export async function openBettor(test: TestApp, email: string, dollars = 0): Promise<{ user: User; token: string }> {
  const user = await openAccount(test, email);
  if (dollars > 0) await creditDollars(test, user, dollars);
  return { user, token: await logIn(test.app, email) };
}

export const creditDollars = (test: Pick<TestApp, 'writer'>, user: User, dollars: number): Promise<void> =>
  creditWallet(test.writer, user.walletId, dollars);

const league: LeagueKey = leagues[0].key;

let kickoff = instant(0);
/** The same for all quotes of a file. A test worker keeps this module for many files, which may take longer than an hour. */
function inAnHour(): Instant {
  if (kickoff < Date.now() + minutes(30)) kickoff = instant(Date.now() + minutes(60));
  return kickoff;
}

export type TestQuote = { readonly name: string; readonly home?: string; readonly kickoffAt?: Instant };

/** Saves quotes as the worker does after a poll: from now on the Premier League has only these matches, `name` United against City. */
export async function quote(database: TestDatabase, quotes: readonly TestQuote[]): Promise<readonly MatchId[]> {
  const now = instant(Date.now());
  const quoted = quotes.map(
    ({ name, home = '2.1', kickoffAt = inAnHour() }): QuotedMatch => ({
      providerEventId: name,
      homeTeam: `${name} United`,
      awayTeam: `${name} City`,
      kickoffAt,
      h2h: {
        state: 'open',
        bookmaker: 'test',
        quotedAt: now,
        home: price(home),
        draw: price('3.4'),
        away: price('3.6'),
      },
      totals: null,
    }),
  );
  await database.db.transaction().execute((trx) => savePrices(trx, league, 'test', quoted, now));
  // Longer than any file takes.
  await confirmFeed(database, now, minutes(10));
  const matches = await listOpenMatches(database.db);
  return quotes.map(({ name }) => {
    const match = matches.find((one) => one.providerEventId === name);
    if (!match) throw new Error(`${name} is not open`);
    return match.match.id;
  });
}

export const confirmFeed = (database: TestDatabase, at: Instant, everyMs = minutes(1)): Promise<void> =>
  saveFeed(database.db, {
    leagueKey: league,
    state: 'ok',
    confirmedAt: at,
    triedAt: at,
    everyMs,
    problem: null,
  });

function price(text: string) {
  const value = odds(text);
  if (!value) throw new Error(`${text} is no price`);
  return value;
}
