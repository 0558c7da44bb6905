import type { LinkRefusal } from '@touchline/core/contract';
import { type Instant, minutes } from '@touchline/core/instant';
import type { Language } from '@touchline/core/language';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type AttemptLimit,
  countAttempt,
  createUser,
  markEmailVerified,
  readUser,
  readUserByEmail,
  type User,
  type UserWithHash,
  useEmailToken,
} from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type LinkEmailJob, storeEmail } from '@touchline/store/emails';
import { carryRestrictions, recognizePerson } from '@touchline/store/privacy';
import type { DataKey } from '@touchline/store/sealed';
import type { QueueEmail } from '../queue.ts';
import { signalsOf } from './log-in.ts';
import { hashPassword, type IsGuessable } from './passwords.ts';

export type RegisterDeps = {
  readonly db: Db;
  readonly dataKey: DataKey;
  readonly queueEmail: QueueEmail;
  readonly isGuessable: IsGuessable;
};
type RegisterRefusal = { readonly code: 'email-taken' } | { readonly code: 'password-guessable' };

/** Opens a bettor's account with an empty wallet and queues the email that verifies the address. */
export async function register(
  deps: RegisterDeps,
  { email, name, password }: { readonly email: string; readonly name: string; readonly password: string },
  from: { readonly browserIds: readonly string[]; readonly requestId: string; readonly language: Language | undefined },
): Promise<Result<UserWithHash, RegisterRefusal>> {
  if (await deps.isGuessable(password, [email, name])) return refused({ code: 'password-guessable' });
  const passwordHash = await hashPassword(password);
  const opened = await deps.db.transaction().execute(async (trx) => {
    const created = await createUser(trx, { email, name, role: 'bettor', passwordHash, language: from.language });
    if (!created.ok) return created;
    await carryRestrictions(trx, deps.dataKey, created.value);
    const { id: userId, walletId } = created.value;
    const { browserIds, requestId } = from;
    await recognizePerson(trx, deps.dataKey, { userId, walletId, signals: signalsOf(email, browserIds), requestId });
    const verification = await storeEmail(trx, { kind: 'verify-email', userId });
    return ok({ user: created.value, verification });
  });
  if (!opened.ok) return opened;
  const { user, verification } = opened.value;
  await deps.queueEmail(verification);
  return ok({ ...user, passwordHash });
}

/**
 * Marks the address of a link's owner as verified. A link that did so already gets the same answer: email programs and impatient
 * people open links twice.
 */
export async function verifyEmail(
  { db, now }: { readonly db: Db; readonly now: () => Instant },
  secret: string,
): Promise<Result<undefined, LinkRefusal>> {
  const at = now();
  const used = await db.transaction().execute(async (trx) => {
    const token = await useEmailToken(trx, { secret, purpose: 'verify' }, at);
    if (token.ok) await markEmailVerified(trx, token.value, at);
    return token;
  });
  if (used.ok) return ok(undefined);
  if (used.refusal.code !== 'token-used') return used;
  const user = await readUser(db, used.refusal.userId);
  return user?.emailVerifiedAt == null ? used : ok(undefined);
}

export type LinkEmailDeps = {
  readonly db: Db;
  readonly queueEmail: QueueEmail;
  readonly now: () => Instant;
  /** Called when an email cannot be stored; the request has been answered by then. */
  readonly onError: (error: unknown) => void;
};

/**
 * Keeps strangers from filling an inbox. Links work for an hour or longer, so even when strangers have used up these emails, the
 * owner's inbox has one with a link that works.
 */
const linkEmailLimit: AttemptLimit = { most: 3, withinMs: minutes(30) };

/** Emails a link to the owner of an address, if there is an account that needs it. The caller does not learn whether. */
export async function sendLink(deps: LinkEmailDeps, kind: LinkEmailJob['kind'], email: string): Promise<void> {
  const counted = await countAttempt(deps.db, `${kind} ${email}`, linkEmailLimit, deps.now());
  if (!counted.isAllowed) return;
  const user = await readUserByEmail(deps.db, email);
  // Not awaited: the response time would reveal who has an account.
  if (user && needsLink(user, kind))
    void storeEmail(deps.db, { kind, userId: user.id }).then(deps.queueEmail, deps.onError);
}

const needsLink = ({ emailVerifiedAt }: User, kind: LinkEmailJob['kind']): boolean =>
  kind !== 'verify-email' || emailVerifiedAt === null;
