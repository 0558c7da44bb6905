import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { type Device, type LogIn, openSession, readUserByEmail, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import type { DataKey } from '@touchline/store/sealed';
import type { QueueEmail } from '../queue.ts';
import { countLogin, type KnockRefusal } from './count-login.ts';
import { isPassword } from './passwords.ts';
import { type TakenCode, takeCodeOnce } from './second-factor.ts';

export type LoginRefusal =
  | { readonly code: 'credentials-wrong' | 'email-unverified' | 'totp-required' | 'totp-wrong' }
  | KnockRefusal;
export type LoginDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly queueEmail: QueueEmail;
  /** Sends the link that confirms a browser to the owner of an address, if there is one and not too often. */
  readonly emailConfirmation: (email: string) => Promise<void>;
  readonly now: () => Instant;
};
export type LoginAsked = {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
  readonly device: Device;
  /** The id in the device cookie of an earlier log-in to this account. */
  readonly knownDevice?: string | undefined;
};

/**
 * Opens a session for the right password, and the right code where the account asks for one. An attempt, also at a code, counts
 * before it is checked, and no longer when it was right. What is wrong is answered alike whether there is such an account or not,
 * and takes as long.
 */
export async function login(
  deps: LoginDeps,
  asked: LoginAsked,
): Promise<Result<{ readonly user: User; readonly session: LogIn }, LoginRefusal>> {
  const { db } = deps;
  const now = deps.now();
  const { email, device, knownDevice } = asked;
  const knock = await countLogin(db, { email, address: device.address, knownDevice }, now);
  if ('refusal' in knock) {
    if (knock.refusal.code === 'confirm-by-email') await deps.emailConfirmation(email);
    return refused(knock.refusal);
  }

  const known = await readUserByEmail(db, asked.email);
  const isRight = await isPassword(asked.password, known?.passwordHash);
  if (!known || !isRight) return refused({ code: 'credentials-wrong' });
  const { passwordHash: _hash, ...user } = known;
  if (user.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
  const code = await codeOf(deps, user, asked.totp);
  if (!code.ok) {
    if (code.refusal.code === 'totp-required') await knock.takeBack();
    return code;
  }
  await knock.passed();
  const proof = code.value === 'none' ? 'password' : 'second-factor';
  return ok({ user, session: await openSession(db, user.id, asked.device, now, proof) });
}

/** The code that the account asks for; `none` when it asks for none. A recovery code that was used is reported to the owner. */
async function codeOf(
  deps: LoginDeps,
  user: User,
  totp: string | undefined,
): Promise<Result<TakenCode | 'none', LoginRefusal>> {
  if (user.secondFactorSince === null) return ok('none');
  if (totp === undefined) return refused({ code: 'totp-required' });
  const taken = await takeCodeOnce(deps, user.id, totp);
  if (taken === undefined) return refused({ code: 'totp-wrong' });
  if (taken === 'recovery-code') {
    await deps.queueEmail(await storeEmail(deps.db, { kind: 'recovery-code-used', userId: user.id }));
  }
  return ok(taken);
}
