import { mailboxOf, type PersonSignal } from '@touchline/core/account';
import { type LoginAnswer, viewUser } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type Device,
  type LogIn,
  limitSessions,
  lockUserWithoutSession,
  lockUserWithPassword,
  openSession,
  readUserByEmail,
  type User,
  type UserWithHash,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { recognizePerson } from '@touchline/store/privacy';
import type { DataKey } from '@touchline/store/sealed';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../http/sessions.ts';
import type { EndSessions } from '../live/create-live.ts';
import type { QueueEmail } from '../queue.ts';
import { countLogin, type LoginAttemptRefusal } from './attempts.ts';
import type { DeviceCookie } from './devices.ts';
import { isPassword } from './passwords.ts';
import type { RefreshCookie } from './refresh-token.ts';
import { type CodeDeps, type TakenCode, takeCodeOnce } from './second-factor.ts';

export type LoginRefusal =
  | { readonly code: 'credentials-wrong' | 'email-unverified' | 'totp-required' | 'totp-wrong' }
  | LoginAttemptRefusal;
export type LoginDeps = CodeDeps & {
  /** Emails the link that confirms a browser to the owner of an address. */
  readonly sendConfirmation: (email: string) => Promise<void>;
};
export type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
  readonly device: Device;
  /** The id in the device cookie of an earlier login to this account. */
  readonly knownDevice?: string | undefined;
};
export type LoggedIn = { readonly user: User; readonly session: LogIn };

/**
 * Opens a session for the right password, and the right code where the account has two-factor login. An attempt is counted before
 * it is checked, and uncounted when it was right. Refusals are the same, and take as long, whether the account exists or not.
 */
export async function logIn(deps: LoginDeps, credentials: Credentials): Promise<Result<LoggedIn, LoginRefusal>> {
  const { db } = deps;
  const now = deps.now();
  const { email, device, knownDevice } = credentials;
  const attempt = await countLogin(db, { email, address: device.address, knownDevice }, now);
  if (!attempt.ok) {
    if (attempt.refusal.code === 'confirm-by-email') await deps.sendConfirmation(email);
    return attempt;
  }
  const known = await readUserByEmail(db, email);
  const isRight = await isPassword(credentials.password, known?.passwordHash);
  if (!known || !isRight) return refused({ code: 'credentials-wrong' });
  const { passwordHash, ...user } = known;
  if (user.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
  const code = await checkCode(deps, user, credentials.totp);
  if (!code.ok) {
    if (code.refusal.code === 'totp-required') await attempt.value.undo();
    return code;
  }
  const proof = code.value === 'none' ? 'password' : 'second-factor';
  const session = await db.transaction().execute(async (trx): Promise<Result<LogIn, LoginRefusal>> => {
    const locked = await lockUserWithPassword(trx, user.id, passwordHash);
    if (!locked) return refused({ code: 'credentials-wrong' });
    // Turning it on, or moving it to another app, ended all sessions: none may follow without it.
    if (locked.secondFactorSince !== user.secondFactorSince) return refused({ code: 'totp-required' });
    return ok(await openSession(trx, user.id, device, now, proof));
  });
  if (!session.ok) return session;
  await attempt.value.succeeded();
  return ok({ user, session: session.value });
}

/**
 * Opens the first session of a new account, once its address is verified, for the browser that registered it. The account is locked
 * while its sessions are counted, so that of two tabs only one opens it.
 */
export function logInAfterRegistration(
  { db, now }: Pick<LoginDeps, 'db' | 'now'>,
  userId: UserId,
  device: Device,
  isProof: (user: UserWithHash) => boolean,
): Promise<Result<LoggedIn, { readonly code: 'registration-unknown' | 'email-unverified' }>> {
  return db.transaction().execute(async (trx) => {
    const known = await lockUserWithoutSession(trx, userId);
    if (!known || !isProof(known)) return refused({ code: 'registration-unknown' });
    const { passwordHash: _hash, ...user } = known;
    if (user.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
    return ok({ user, session: await openSession(trx, user.id, device, now()) });
  });
}

/** The kind of code that was right; `none` if the account needs none. */
async function checkCode(
  deps: LoginDeps,
  user: User,
  totp: string | undefined,
): Promise<Result<TakenCode | 'none', LoginRefusal>> {
  if (user.secondFactorSince === null) return ok('none');
  if (totp === undefined) return refused({ code: 'totp-required' });
  const taken = await takeCodeOnce(deps, user.id, totp);
  return taken === undefined ? refused({ code: 'totp-wrong' }) : ok(taken);
}

export type RecognizeDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly deviceCookie: DeviceCookie;
  readonly queueEmail: QueueEmail;
};
export type StartSessionDeps = RecognizeDeps & {
  readonly sessions: Sessions;
  /** How many sessions of one account may be open. */
  readonly mostSessions: number;
  readonly endSessions: EndSessions;
  readonly cookie: RefreshCookie;
  readonly now: () => Instant;
};

/**
 * Answers every login: with an access token, the refresh cookie, and the cookie that makes this browser known to the account. An
 * excluded person's account is put on hold before there is a token. Sessions beyond the limit end, least recently used first.
 */
export async function startSession(
  deps: StartSessionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, session }: LoggedIn,
): Promise<LoginAnswer> {
  deps.endSessions(await limitSessions(deps.db, user.id, deps.mostSessions, deps.now()));
  return answerWithToken(deps, request, reply, {
    user,
    session,
    browserIds: deps.deviceCookie.remember(request, reply, user.email),
  });
}

/** Answers with an access token and the next refresh cookie. */
export async function answerWithToken(
  deps: Omit<StartSessionDeps, 'mostSessions' | 'endSessions'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { user, session, browserIds }: LoggedIn & { readonly browserIds: readonly string[] },
): Promise<LoginAnswer> {
  await recognizeUser(deps, user, browserIds, request.id);
  deps.cookie.set(reply, session, deps.now());
  reply.header('cache-control', 'no-store');
  return {
    accessToken: deps.sessions.sign(user, session.id),
    user: viewUser(user, session.secondFactorAt !== null),
  };
}

/** What an address and the ids of a browser say about the person behind an account. */
export const signalsOf = (email: string, browserIds: readonly string[]): readonly PersonSignal[] => [
  { kind: 'email', value: mailboxOf(email) },
  ...browserIds.map((value) => ({ kind: 'device', value }) as const),
];

/** Puts the account of an excluded person on hold, and emails its owner. Runs before every access token. */
async function recognizeUser(
  { db, dataKey, queueEmail }: RecognizeDeps,
  { id: userId, walletId, email }: User,
  browserIds: readonly string[],
  requestId: string,
): Promise<void> {
  const signals = signalsOf(email, browserIds);
  const notice = await db
    .transaction()
    .execute((trx) => recognizePerson(trx, dataKey, { userId, walletId, signals, requestId }));
  if (notice) await queueEmail(notice);
}
