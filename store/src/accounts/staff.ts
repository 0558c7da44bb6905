import { randomUUID } from 'node:crypto';
import { isStaff, type Role } from '@touchline/core/account';
import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import { sql } from 'kysely';
import { type Action, operatorActor, recordAction } from '../audit/record-action.ts';
import type { Db, Trx } from '../connect.ts';
import { storeEmailForWorker } from '../emails/outbox.ts';
import { createUser, type EmailTaken } from './create-user.ts';
import { createEmailToken } from './email-token.ts';
import { endSessions } from './end-sessions.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { endSecondFactor } from './second-factor.ts';
import { type User, userColumns } from './user.ts';

/** Notified when the rights of sessions changed: every api checks its sessions at once. */
export const rightsChannel = 'touchline_rights';

/** How long the link of an invitation works. */
export const invitationMs = hours(48);

/** Every admin and auditor. */
export const listStaff = (db: Db): Promise<readonly User[]> =>
  db.selectFrom('users').select(userColumns).where('role', '!=', 'bettor').orderBy('email').execute();

/** Gives an account another role, with the rights of the database's owner. Its sessions end everywhere, its passkeys are removed, and the audit log has it. `false`: it had this role. */
export const changeRole = (db: Db, userId: UserId, role: Role, now: Instant): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('users').select('role').where('id', '=', userId).forUpdate().executeTakeFirst();
    if (!before || before.role === role) return false;
    // They may have been added in a session that only knew the password.
    await removeAllPasskeys(trx, userId);
    await trx.updateTable('users').set({ role }).where('id', '=', userId).execute();
    await record(trx, userId, { action: 'role-changed', before: before.role, after: role });
    await endEverywhere(trx, userId, now);
    return true;
  });

/** Takes a lost second factor and all passkeys off an account: the next log-in of staff sets up a new app. Its sessions end everywhere. */
export const resetSecondFactor = (db: Db, userId: UserId, now: Instant): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await endSecondFactor(trx, userId, now);
    await removeAllPasskeys(trx, userId);
    await record(trx, userId, { action: 'second-factor-reset', before: 'on', after: 'off' });
    await endEverywhere(trx, userId, now);
  });

/** No password matches it. */
const noPassword = 'none yet';

export type Invitation = { readonly email: string; readonly name: string; readonly role: Exclude<Role, 'bettor'> };

/**
 * Opens a staff account that has no password yet, and leaves the email with a link to choose one. The answer has the secret of
 * another such link. Needs the rights of the database's owner.
 */
export const inviteStaff = (
  db: Db,
  { email, name, role }: Invitation,
  now: Instant,
): Promise<Result<{ readonly user: User; readonly secret: string }, EmailTaken>> =>
  db.transaction().execute(async (trx) => {
    if (!isStaff(role)) throw new Error(`${role} is no role of staff`);
    const created = await createUser(trx, { email, name, role, passwordHash: noPassword, emailVerifiedAt: now });
    if (!created.ok) return created;
    const userId = created.value.id;
    await record(trx, userId, { action: 'staff-invited', before: null, after: role });
    await storeEmailForWorker(trx, { kind: 'staff-invited', userId });
    const expiresAt = instant(now + invitationMs);
    return ok({ user: created.value, secret: await createEmailToken(trx, { userId, purpose: 'reset', expiresAt }) });
  });

const record = (trx: Trx, userId: UserId, change: Pick<Action, 'action' | 'before' | 'after'>): Promise<void> =>
  recordAction(trx, {
    ...change,
    actor: operatorActor,
    subject: `user:${userId}`,
    reason: null,
    requestId: randomUUID(),
  });

async function endEverywhere(trx: Trx, userId: UserId, now: Instant): Promise<void> {
  await endSessions(trx, { userId, why: 'ended-by-operator' }, now);
  await sql`select pg_notify(${rightsChannel}, '')`.execute(trx);
}
