import { type Instant, minutes } from '@touchline/core/instant';
import { type AttemptLimit, countAttempt, readUserByEmail, type User } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { type LinkEmailJob, storeEmail } from '@touchline/store/emails';
import type { QueueEmail } from '../queue.ts';

export type AskForMailDeps = {
  readonly db: Db;
  readonly queueEmail: QueueEmail;
  readonly now: () => Instant;
  /** Called when an email cannot be stored; the request has been answered by then. */
  readonly onError: (error: unknown) => void;
};

/**
 * Strangers cannot fill an inbox. Links work for an hour or longer, so that when strangers have used up these emails the owner's
 * inbox still has one with a link that works.
 */
const limit: AttemptLimit = { most: 3, withinMs: minutes(30) };

/** Sends another verification mail, if there is such an account and it still needs one. The caller learns neither. */
export const askForVerification = (deps: AskForMailDeps, email: string): Promise<void> =>
  ask(deps, email, 'verify-email', (user) => user.emailVerifiedAt === null);

/** Sends a link to choose a new password, if there is such an account. The caller does not learn whether. */
export const askForReset = (deps: AskForMailDeps, email: string): Promise<void> =>
  ask(deps, email, 'reset-password', () => true);

/** Sends a link that makes a browser known, if there is such an account. The caller does not learn whether. */
export const emailConfirmation = (deps: AskForMailDeps, email: string): Promise<void> =>
  ask(deps, email, 'confirm-browser', () => true);

async function ask(
  deps: AskForMailDeps,
  email: string,
  kind: LinkEmailJob['kind'],
  isNeeded: (user: User) => boolean,
): Promise<void> {
  const counted = await countAttempt(deps.db, `${kind} ${email}`, limit, deps.now());
  if (!counted.isAllowed) return;
  const user = await readUserByEmail(deps.db, email);
  // Not waited for: how long an answer takes would tell who has an account.
  if (user && isNeeded(user)) void storeEmail(deps.db, { kind, userId: user.id }).then(deps.queueEmail, deps.onError);
}
