import { randomBytes } from 'node:crypto';
import type { SessionId, UserId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  takeRecoveryCode,
  takeStep,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type DataKey, open, seal } from '@touchline/store/sealed';
import { Secret, TOTP } from 'otpauth';
import { countProof, type TooManyTries } from './count-proof.ts';

export type CodeDeps = { readonly db: Db; readonly dataKey: DataKey; readonly now: () => Instant };
export type CodeRefusal = TooManyTries | { readonly code: 'totp-wrong' };

/** Someone who is logged in. */
export type Owner = { readonly userId: UserId; readonly sessionId: SessionId };

/** What the second factor's secret is sealed under. */
export const sealedFor = (userId: UserId): string => `totp:${userId}`;

/** As authentication apps take it: six digits that change every 30 seconds (RFC 6238). */
export const totpOf = (secret: string, email: string): TOTP =>
  new TOTP({ issuer: 'Touchline', label: email, secret: Secret.fromBase32(secret), digits: 6, period: 30 });

export const makeSecret = (): string => new Secret({ size: 20 }).base32;

/** Ten codes for the day the device is lost, each 80 random bits: four groups of four, `k3xq-…`. */
export const makeRecoveryCodes = (): readonly string[] =>
  Array.from({ length: 10 }, () => {
    const letters = Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });

// Of base32: 32 signs, without 0, 1, 8 and 9, which look like letters.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** A code as people type it, in its one spelling. */
export const plainCode = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '');

/** Gives an account an app that is confirmed already, in place of any other. */
export async function giveApp(
  db: Db,
  userId: UserId,
  app: { readonly dataKey: DataKey; readonly secret: string; readonly recoveryCodes: readonly string[] },
  now: Instant = instant(Date.now()),
): Promise<void> {
  const pending = seal(app.dataKey, app.secret, sealedFor(userId));
  const recoveryCodes = app.recoveryCodes.map(plainCode);
  await db.transaction().execute(async (trx) => {
    await beginSecondFactor(trx, userId, pending);
    await confirmSecondFactor(trx, userId, { pending, step: 0, recoveryCodes }, now);
  });
}

/** What a right code was. */
export type TakenCode = 'app' | 'recovery-code';

/** Takes a code of the app, of now or 30 seconds around it, or a recovery code; either works once. The caller counts attempts. */
export async function takeCodeOnce(
  { db, dataKey, now }: CodeDeps,
  userId: UserId,
  code: string,
): Promise<TakenCode | undefined> {
  const factor = await readSecondFactor(db, userId);
  if (!factor?.sealed) return undefined;
  const typed = plainCode(code);
  if (!isOfApp(typed)) return (await takeRecoveryCode(db, userId, typed, now())) ? 'recovery-code' : undefined;
  const step = stepOf(open(dataKey, factor.sealed, sealedFor(userId)), typed, now());
  return step !== undefined && (await takeStep(db, userId, step)) ? 'app' : undefined;
}

/** The same for someone who is logged in. Attempts count for their session alone, so that no one else uses them up. */
export const takeCode = (deps: CodeDeps, who: Owner, code: string): Promise<Result<TakenCode, CodeRefusal>> =>
  attempt(deps, who, () => takeCodeOnce(deps, who.userId, code));

/** Whether a code is of the app that waits to be confirmed: its sealed secret, and the step that the code is of. */
export const checkPending = (
  deps: CodeDeps,
  who: Owner,
  sealed: string,
  code: string,
): Promise<Result<{ readonly pending: string; readonly step: number }, CodeRefusal>> =>
  attempt(deps, who, async () => {
    const typed = plainCode(code);
    const secret = open(deps.dataKey, sealed, sealedFor(who.userId));
    const step = isOfApp(typed) ? stepOf(secret, typed, deps.now()) : undefined;
    return step === undefined ? undefined : { pending: sealed, step };
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
