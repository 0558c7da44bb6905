import { randomBytes } from 'node:crypto';
import type { UserId } from '@touchline/core/ids';
import { type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  countTry,
  forgetTries,
  readSecondFactor,
  type TryLimit,
  takeRecoveryCode,
  takeStep,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type DataKey, open } from '@touchline/store/sealed';
import { Secret, TOTP } from 'otpauth';

export type CodeDeps = { readonly db: Db; readonly dataKey: DataKey; readonly now: () => Instant };
export type CodeRefusal =
  | { readonly code: 'too-many-tries'; readonly retryAt: Instant }
  | { readonly code: 'totp-wrong' };

const limit: TryLimit = { most: 10, withinMs: minutes(15) };

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

/** Takes a code of the app, of now or 30 seconds around it, or a recovery code; either opens once. Tries count. */
export async function takeCode(deps: CodeDeps, userId: UserId, code: string): Promise<Result<undefined, CodeRefusal>> {
  const factor = await readSecondFactor(deps.db, userId);
  if (!factor) return refused({ code: 'totp-wrong' });
  const now = deps.now();
  const tried = `code ${userId}`;
  const counted = await countTry(deps.db, tried, limit, now);
  if (!counted.isAllowed) return refused({ code: 'too-many-tries', retryAt: counted.endsAt });
  const typed = plainCode(code);
  const isTaken = /^\d{6}$/.test(typed)
    ? await takeDigits(deps, userId, open(deps.dataKey, factor.sealed, sealedFor(userId)), typed, now)
    : factor.since !== null && (await takeRecoveryCode(deps.db, userId, typed, now));
  if (!isTaken) return refused({ code: 'totp-wrong' });
  await forgetTries(deps.db, tried);
  return ok(undefined);
}

async function takeDigits({ db }: CodeDeps, userId: UserId, secret: string, typed: string, now: Instant) {
  const totp = totpOf(secret, '');
  const away = totp.validate({ token: typed, timestamp: now, window: 1 });
  return away !== null && takeStep(db, userId, TOTP.counter({ period: totp.period, timestamp: now }) + away);
}
