import { randomUUID } from 'node:crypto';
import { isStaff, type Role } from '@touchline/core/account';
import type { UserId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import { ok, type Result } from '@touchline/core/result';
import { sql } from 'kysely';
import { type Action, operatorActor, recordAction } from '../audit/record-action.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { storeEmailForWorker } from '../emails/outbox.ts';
import { createEmailToken } from './email-token.ts';
import { removeAllPasskeys } from './passkeys.ts';
import { endSecondFactor } from './second-factor.ts';
import { endSessions } from './sessions.ts';
import { createUser, type EmailTaken, type User, userColumns } from './users.ts';

/** Notified when rights of sessions change, so that every api process checks its sessions. */
export const rightsChannel = 'touchline_rights';

/** How long the link of an invitation works. */
export const invitationMs = hours(48);

/** Returns all admins and auditors. */
export const listStaff = (db: Db): Promise<readonly User[]> =>
  db.selectFrom('users').select(userColumns).where('role', '!=', 'bettor').orderBy('email').execute();

/** How many open decisions ended because the admin who took the first of two steps is no longer one. */
export type EndedFirstSteps = { readonly approvals: number; readonly proposals: number; readonly adjustments: number };

/**
 * Changes the role of an account, ends its sessions everywhere and removes its passkeys. A former admin's first steps of decisions that
 * need two admins no longer count. Needs the database owner's rights. `undefined`: it already had this role.
 */
export const changeRole = (db: Db, userId: UserId, role: Role, now: Instant): Promise<EndedFirstSteps | undefined> =>
  db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before || before.role === role) return undefined;
    // They may have been added in a session without a second factor.
    await removeAllPasskeys(trx, userId);
    // By the database's clock, as the times of proposals.
    await trx.updateTable('users').set({ role, role_since: sql`clock_timestamp()` }).where('id', '=', userId).execute();
    await record(trx, userId, { action: 'role-changed', before: before.role, after: role });
    await endEverywhere(trx, userId, now);
    return before.role === 'admin' ? endFirstSteps(trx, userId, now) : { approvals: 0, proposals: 0, adjustments: 0 };
  });

/**
 * Removes first approvals of pending withdrawals, withdraws open proposals of results, and declines open requests of adjustments. What
 * was proposed about deposits and returned withdrawals is stored without a state: readers check it with `isByAdmin`.
 */
async function endFirstSteps(trx: Trx, admin: UserId, now: Instant): Promise<EndedFirstSteps> {
  const by = { actor: operatorActor, reason: null, requestId: randomUUID() };
  const approvals = await trx
    .updateTable('transactions')
    .set((eb) => ({
      version: eb('version', '+', 1),
      first_approved_by: null,
      first_approved_at: null,
      updated_at: timestamp(now),
    }))
    .where('first_approved_by', '=', admin)
    .where('status', '=', 'pending')
    .returning(['id', 'version'])
    .execute();
  for (const { id, version } of approvals) {
    await recordAction(trx, {
      ...by,
      action: 'withdrawal-first-approval-removed',
      subject: `withdrawal:${id}`,
      before: { version: version - 1, firstApprovedBy: admin },
      after: { version },
    });
  }
  const proposals = await trx
    .updateTable('result_proposals')
    .set({ status: 'rejected', decided_by: admin, decided_at: timestamp(now) })
    .where('proposed_by', '=', admin)
    .where('status', '=', 'open')
    .returning(['id', 'match_id'])
    .execute();
  for (const { id, match_id } of proposals) {
    await recordAction(trx, {
      ...by,
      action: 'proposal-withdrawn',
      subject: `match:${match_id}`,
      before: { proposal: id, status: 'open', proposedBy: admin },
      after: { proposal: id, status: 'withdrawn' },
    });
  }
  const { rows: adjustments } = await sql<{ id: string; userId: UserId; amount: Cents; cause: string }>`
    insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
    select r.adjustment_id, 'declined', r.wallet_id, r.amount, r.cause, r.admin from adjustment_steps r
    where r.step = 'requested' and r.admin = ${admin}
      and not exists (select from adjustment_steps d where d.adjustment_id = r.adjustment_id and d.step <> 'requested')
    on conflict do nothing
    returning adjustment_id as id, amount, cause,
      coalesce((select u.id from users u where u.wallet_id = adjustment_steps.wallet_id), wallet_id) as "userId"`.execute(
    trx,
  );
  for (const { id, userId, amount, cause } of adjustments) {
    await recordAction(trx, {
      ...by,
      action: 'adjustment-declined',
      subject: `user:${userId}`,
      before: null,
      after: { adjustment: id, amount: dollars(amount), cause },
    });
  }
  return { approvals: approvals.length, proposals: proposals.length, adjustments: adjustments.length };
}

/** Removes a lost second factor and all passkeys, and ends all sessions. At the next login, staff set up a new app. */
export const resetSecondFactor = (db: Db, userId: UserId, now: Instant): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await endSecondFactor(trx, userId, now);
    await removeAllPasskeys(trx, userId);
    await record(trx, userId, { action: 'second-factor-reset', before: 'on', after: 'off' });
    await endEverywhere(trx, userId, now);
  });

/** A hash that no password matches. */
const noPassword = 'none yet';

export type Invitation = { readonly email: string; readonly name: string; readonly role: Exclude<Role, 'bettor'> };

/**
 * Creates a staff account without a password and stores the email with a link to choose one. Also returns the secret of such a
 * link. Needs the database owner's rights.
 */
export const inviteStaff = (
  db: Db,
  { email, name, role }: Invitation,
  now: Instant,
): Promise<Result<{ readonly user: User; readonly secret: string }, EmailTaken>> =>
  db.transaction().execute(async (trx) => {
    if (!isStaff(role)) throw new Error(`${role} is not a staff role`);
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
