import { randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { readSecondFactor, setSecondFactor, takeRecoveryCode, takeStep } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import { type DataKey, open, seal } from '@touchline/store/sealed';
import { Secret, TOTP } from 'otpauth';
import type { QueueEmail } from '../queue.ts';
import { countProof, type TooManyAttempts } from './attempts.ts';

export type CodeDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly queueEmail: QueueEmail;
  readonly now: () => Instant;
};
export type CodeRefusal = TooManyAttempts | { readonly code: 'totp-wrong' };

/** The user of a session. */
export type Owner = { readonly userId: UserId; readonly sessionId: SessionId };

/** What the second factor's secret is sealed under. */
export const sealedFor = (userId: UserId): string => `totp:${userId}`;

/** The parameters of authentication apps: six digits that change every 30 seconds (RFC 6238). */
export const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({ issuer: 'Touchline', label: email, secret: Secret.fromBase32(secret), digits: 6, period: 30 });

export const makeSecret = (): string => new Secret({ size: 20 }).base32;

/** Ten codes for a lost device, each with 80 random bits in four groups of four: `k3xq-…`. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: 10 }, () => {
    const code = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
    return code.replace(/(.{4})(?=.)/g, '$1-');
  });

// Base32 leaves out 0, 1, 8 and 9, which are easily misread.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Removes what people add when they type a code: capitals, blanks and hyphens. */
export const plainCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Gives an account a confirmed app, in place of any other. */
export async function giveApp(
  db: Db,
  userId: UserId,
  app: { readonly dataKey: DataKey; readonly secret: string; readonly recoveryCodes: readonly string[] },
  now: Instant = instant(Date.now()),
): Promise<void> {
  const sealed = seal(app.dataKey, app.secret, sealedFor(userId));
  const recoveryCodes = app.recoveryCodes.map(plainCode);
  await db.transaction().execute((trx) => setSecondFactor(trx, userId, { sealed, step: 0, recoveryCodes }, now));
}

/** Which kind of code was right. */
export type TakenCode = 'app' | 'recovery-code';

/** Uses up a code of the app, valid now or 30 seconds before or after, or a recovery code. The caller counts attempts. */
export async function takeCodeOnce(deps: CodeDeps, userId: UserId, code: string): Promise<TakenCode | undefined> {
  const { db, dataKey, now } = deps;
  const factor = await readSecondFactor(db, userId);
  if (!factor?.sealed) return undefined;
  const typed = plainCode(code);
  if (!isOfApp(typed)) return (await spendRecoveryCode(deps, userId, typed)) ? 'recovery-code' : undefined;
  const step = stepOf(open(dataKey, factor.sealed, sealedFor(userId)), typed, now());
  return step !== undefined && (await takeStep(db, userId, step)) ? 'app' : undefined;
}

/** Uses up a recovery code and notifies its owner. */
async function spendRecoveryCode({ db, now, queueEmail }: CodeDeps, userId: UserId, typed: string): Promise<boolean> {
  const email = await db.transaction().execute(async (trx) => {
    const isTaken = await takeRecoveryCode(trx, userId, typed, now());
    return isTaken ? storeEmail(trx, { kind: 'recovery-code-used', userId }) : undefined;
  });
  if (email) await queueEmail(email);
  return email !== undefined;
}

/** The same within a session. Attempts count per session, so that no one else uses them up. */
export const takeCode = (deps: CodeDeps, owner: Owner, code: string): Promise<Result<TakenCode, CodeRefusal>> =>
  attempt(deps, owner, () => takeCodeOnce(deps, owner.userId, code));

/** Checks a code of the app to be confirmed. Returns the app's sealed secret and the time step of the code. */
export const checkPending = (
  deps: CodeDeps,
  owner: Owner,
  sealed: string,
  code: string,
): Promise<Result<{ readonly sealed: string; readonly step: number }, CodeRefusal>> =>
  attempt(deps, owner, async () => {
    const typed = plainCode(code);
    const secret = open(deps.dataKey, sealed, sealedFor(owner.userId));
    const step = isOfApp(typed) ? stepOf(secret, typed, deps.now()) : undefined;
    return step === undefined ? undefined : { sealed, step };
  });

const isOfApp = (typed: string): boolean => /^\d{6}$/.test(typed);

async function attempt<Taken>(
  { db, now }: CodeDeps,
  { sessionId }: Owner,
  take: () => Promise<Taken | undefined>,
): Promise<Result<Taken, CodeRefusal>> {
  const counted = await countProof(db, `code ${sessionId}`, now());
  if (!counted.ok) return counted;
  const taken = await take();
  if (taken === undefined) return refused({ code: 'totp-wrong' });
  await counted.value();
  return ok(taken);
}

function stepOf(secret: string, typed: string, now: Instant): number | undefined {
  const totp = totpOf(secret, '');
  const away = totp.validate({ token: typed, timestamp: now, window: 1 });
  return away === null ? undefined : TOTP.counter({ period: totp.period, timestamp: now }) + away;
}
