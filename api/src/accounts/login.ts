import { type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  countTry,
  type Device,
  forgetTries,
  type LogIn,
  openSession,
  readUserByEmail,
  type TryLimit,
  takeBackTry,
  type User,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { leaveLetter } from '@touchline/store/letters';
import type { DataKey } from '@touchline/store/sealed';
import { clientNetwork } from '../http/client-network.ts';
import type { SendMail } from '../queue.ts';
import { isPassword } from './passwords.ts';
import { type CodeRefusal, type TakenCode, takeCode } from './second-factor.ts';

export type LoginRefusal = { readonly code: 'credentials-wrong' | 'email-unverified' | 'totp-required' } | CodeRefusal;
export type LoginDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly sendMail: SendMail;
  readonly now: () => Instant;
};
export type LoginAsked = {
  readonly email: string;
  readonly password: string;
  readonly totp?: string | undefined;
  readonly device: Device;
};

/** Wrong tries on one account from one address (of IPv6: a /64), on one account from everywhere, and on all accounts from one address. */
const limits = {
  account: { most: 10, withinMs: minutes(15) },
  everywhere: { most: 50, withinMs: minutes(15) },
  address: { most: 100, withinMs: minutes(15) },
} as const satisfies Record<string, TryLimit>;

/**
 * Opens a session for the right password, and the right code where the account asks for one. A try counts before it is checked,
 * and no longer when it was right. What is wrong is told alike whether there is such an account or not, and takes as long.
 */
export async function login(
  deps: LoginDeps,
  asked: LoginAsked,
): Promise<Result<{ readonly user: User; readonly session: LogIn }, LoginRefusal>> {
  const { db } = deps;
  const now = deps.now();
  const tried = triedBy(asked);
  const tooMany = await countTries(db, tried, now);
  if (tooMany) return refused(tooMany);

  const known = await readUserByEmail(db, asked.email);
  const isRight = await isPassword(asked.password, known?.passwordHash);
  if (!known || !isRight) return refused({ code: 'credentials-wrong' });
  const { passwordHash: _hash, ...user } = known;
  if (user.emailVerifiedAt === null) return refused({ code: 'email-unverified' });
  const code = await codeOf(deps, user, asked.totp);
  if (!code.ok) return code;
  await Promise.all([
    forgetTries(db, tried.account),
    forgetTries(db, tried.everywhere),
    takeBackTry(db, tried.address),
  ]);
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
  const taken = await takeCode(deps, user.id, totp);
  if (taken.ok && taken.value === 'recovery-code') {
    await deps.sendMail(await leaveLetter(deps.db, { kind: 'recovery-code-used', userId: user.id }));
  }
  return taken;
}

type Tried = Readonly<Record<keyof typeof limits, string>>;

function triedBy({ email, device }: LoginAsked): Tried {
  const address = clientNetwork(device.address);
  return { account: `login ${address} ${email}`, everywhere: `login ${email}`, address: `login ${address}` };
}

async function countTries(db: Db, tried: Tried, now: Instant): Promise<LoginRefusal | undefined> {
  for (const [name, limit] of [
    ['address', limits.address],
    ['account', limits.account],
    ['everywhere', limits.everywhere],
  ] as const) {
    const counted = await countTry(db, tried[name], limit, now);
    if (!counted.isAllowed) return { code: 'too-many-tries', retryAt: counted.endsAt };
  }
  return undefined;
}
