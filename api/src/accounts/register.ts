import type { RegisterAnswer } from '@touchline/core/contract';
import { ok, type Result, refused } from '@touchline/core/result';
import { createUser, type EmailTaken } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { storeEmail } from '@touchline/store/emails';
import { carryExclusions, recognizePerson } from '@touchline/store/privacy';
import type { DataKey } from '@touchline/store/sealed';
import type { QueueEmail } from '../queue.ts';
import type { IsGuessable, PasswordGuessable } from './guessable-password.ts';
import { hashPassword } from './passwords.ts';
import { signalsOf } from './recognize-user.ts';
import { viewUser } from './view-user.ts';

export type RegisterDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly queueEmail: QueueEmail;
  readonly isGuessable: IsGuessable;
};

/** Opens a bettor's account with an empty wallet and queues the email that verifies the address. */
export async function register(
  deps: RegisterDeps,
  person: { readonly email: string; readonly name: string; readonly password: string },
  from: { readonly browserIds: readonly string[]; readonly requestId: string },
): Promise<Result<RegisterAnswer, EmailTaken | PasswordGuessable>> {
  const { email, name } = person;
  if (deps.isGuessable(person.password, [email, name])) return refused({ code: 'password-guessable' });
  const passwordHash = await hashPassword(person.password);
  const opened = await deps.db.transaction().execute(async (trx) => {
    const created = await createUser(trx, { email, name, role: 'bettor', passwordHash });
    if (!created.ok) return created;
    await carryExclusions(trx, deps.dataKey, created.value);
    const { id: userId, walletId } = created.value;
    const { browserIds, requestId } = from;
    await recognizePerson(trx, deps.dataKey, { userId, walletId, signals: signalsOf(email, browserIds), requestId });
    const verification = await storeEmail(trx, { kind: 'verify-email', userId });
    return ok({ user: created.value, verification });
  });
  if (!opened.ok) return opened;
  const { user, verification } = opened.value;
  await deps.queueEmail(verification);
  return ok({ user: viewUser(user) });
}
