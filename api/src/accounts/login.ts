import type { LoginAnswer } from '@touchline/core/contract';
import { type Instant, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { readUserByEmail } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import type { Sessions } from '../http/sessions.ts';
import { isPassword } from './passwords.ts';
import { createTries, type Tries } from './tries.ts';
import { viewUser } from './view-user.ts';

export type LoginRefusal = { readonly code: 'too-many-tries' | 'account-unknown' | 'password-wrong' };
export type LoginDeps = {
  readonly db: Db;
  readonly sessions: Sessions;
  readonly tries: LoginTries;
  readonly now: () => Instant;
};

/** Wrong tries on one account from one address, and on all accounts from one address. */
export type LoginTries = { readonly ofAccount: Tries; readonly ofAddress: Tries };
export const createLoginTries = (): LoginTries => ({
  ofAccount: createTries({ most: 10, withinMs: minutes(15) }),
  ofAddress: createTries({ most: 100, withinMs: minutes(15) }),
});

/** Opens a session for the right password. A try counts before it is checked, and no longer when it was right. */
export async function login(
  deps: LoginDeps,
  asked: { readonly email: string; readonly password: string; readonly address: string },
): Promise<Result<LoginAnswer, LoginRefusal>> {
  const { tries } = deps;
  const account = `${asked.address} ${asked.email}`;
  const now = deps.now();
  const isAllowed = tries.ofAccount.isAllowed(account, now) && tries.ofAddress.isAllowed(asked.address, now);
  if (!isAllowed) return refused({ code: 'too-many-tries' });

  const user = await readUserByEmail(deps.db, asked.email);
  const isRight = await isPassword(asked.password, user?.passwordHash);
  if (!user) return refused({ code: 'account-unknown' });
  if (!isRight) return refused({ code: 'password-wrong' });
  tries.ofAccount.forget(account);
  tries.ofAddress.forget(asked.address);
  return ok({ accessToken: deps.sessions.open(user), user: viewUser(user) });
}
