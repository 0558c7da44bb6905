import type { ConfirmationKind, WithdrawRefusal, WithdrawRequest } from '@touchline/core/contract';
import { hours, minutes } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type AttemptLimit,
  countAttempt,
  forgetAttempts,
  readPasswordHash,
  undoAttempt,
} from '@touchline/store/accounts';
import { isPassword } from '../accounts/passwords.ts';
import { type CodeDeps, takeCodeOnce } from '../accounts/second-factor.ts';
import { clientNetwork } from '../http/client-network.ts';
import type { Session } from '../http/sessions.ts';

/**
 * Wrong confirmations of one account from one network. A stolen session cannot guess from many networks either: those of one session
 * are few, and the owner gets another session by logging in.
 */
const perNetwork: AttemptLimit = { most: 5, withinMs: minutes(15) };
const perSession: AttemptLimit = { most: 20, withinMs: hours(24) };

/**
 * Whether the bettor proved once more who they are: by a code where the account has a second factor, else by the password. An
 * empty confirmation is not an attempt. An attempt counts before it is checked; a correct one is then not counted.
 */
export async function confirmWithdrawal(
  deps: CodeDeps,
  { userId, sessionId }: Session,
  given: Pick<WithdrawRequest, 'password' | 'totp'>,
  { need, address }: { readonly need: ConfirmationKind; readonly address: string },
): Promise<Result<{ readonly isConfirmed: boolean }, WithdrawRefusal>> {
  const { db, now } = deps;
  const proof = need === 'code' ? given.totp : given.password;
  if (proof === undefined || proof === '') return ok({ isConfirmed: false });
  const ofNetwork = `withdrawal ${clientNetwork(address)} ${userId}`;
  const ofSession = `withdrawal session ${sessionId}`;
  for (const [what, limit] of [
    [ofSession, perSession],
    [ofNetwork, perNetwork],
  ] as const) {
    const counted = await countAttempt(db, what, limit, now());
    if (!counted.isAllowed) return refused({ code: 'too-many-attempts', retryAt: counted.endsAt });
  }
  const isRight =
    need === 'code'
      ? (await takeCodeOnce(deps, userId, proof)) !== undefined
      : await isPassword(proof, await readPasswordHash(db, userId));
  if (!isRight) return refused({ code: 'confirmation-wrong', need });
  await Promise.all([forgetAttempts(db, ofNetwork), undoAttempt(db, ofSession)]);
  return ok({ isConfirmed: true });
}
