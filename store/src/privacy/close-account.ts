import type { CloseRefusal } from '@touchline/core/contract';
import type { SessionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import { depositAlarms, refundAlarm } from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { sql } from 'kysely';
import { requireOpenSession } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { type DataKey, seal } from '../sealed.ts';
import { emailFingerprint, isRestrictedNow } from './carry-restrictions.ts';
import { erasePerson } from './erase-person.ts';

export type Closing = {
  readonly userId: UserId;
  readonly by: 'owner' | 'operator';
  /** The owner's session that asks for it: it must still be open. */
  readonly sessionId?: SessionId;
  /** How long the identity is kept sealed, in milliseconds. */
  readonly keepMs: number;
  readonly requestId: string;
};
export type Closed = { readonly endedSessions: readonly SessionId[]; readonly keepUntil: Instant };

/**
 * Closes a bettor's account for good and erases the person, except for the sealed identity. The wallet is locked, so that no bet,
 * deposit or withdrawal intervenes. Throws `SessionEnded`. Ledger, hashes and proofs only contain ids and do not change.
 */
export async function closeAccount(
  db: Db,
  key: DataKey,
  { userId, by, sessionId, keepMs, requestId }: Closing,
  now: Instant,
): Promise<Result<Closed, CloseRefusal>> {
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    const refusal = person ? await refusalFor(trx, person) : ({ code: 'account-closed' } as const);
    if (!person || refusal) return refused(refusal ?? { code: 'account-closed' });
    if (sessionId) await requireOpenSession(trx, { userId, sessionId });
    const { walletId, email, name, emailVerifiedAt, createdAt } = person;
    const isRestricted = await isRestrictedNow(trx, walletId, now);
    const keepUntil = (now + keepMs) as Instant;
    const identity = JSON.stringify({ email, name, createdAt, emailVerifiedAt, closedAt: now });
    await sql`
      insert into closed_accounts (user_id, wallet_id, closed_at, closed_by, identity_sealed, keep_until, email_fingerprint)
      values (${userId}, ${walletId}, ${timestamp(now)}, ${by}, ${seal(key, identity, `identity:${userId}`)},
        ${timestamp(keepUntil)}, ${isRestricted ? emailFingerprint(key, email) : null})`.execute(trx);
    const endedSessions = await erasePerson(trx, person);
    await recordAction(trx, {
      actor: { userId, role: 'bettor' },
      action: 'account-closed',
      subject: `user:${userId}`,
      reason: null,
      before: null,
      after: { by, keepUntil: new Date(keepUntil).toISOString() },
      requestId,
    });
    return ok({ endedSessions, keepUntil });
  });
}

/** Returns why the account cannot be closed now, without closing it. */
export const closeProblem = (db: Db, userId: UserId): Promise<CloseRefusal | undefined> =>
  db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, userId);
    return person ? refusalFor(trx, person) : { code: 'account-closed' };
  });

type Person = {
  readonly id: UserId;
  readonly walletId: WalletId;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly createdAt: Instant;
  readonly emailVerifiedAt: Instant | null;
  readonly isClosed: boolean;
  readonly cash: Cents;
  readonly held: Cents;
};

/** Locks the wallet first, as the wallet writer does. */
async function lockPerson(trx: Trx, userId: UserId): Promise<Person | undefined> {
  await sql`
    select from wallets where wallet_id = (select wallet_id from users where id = ${userId}) for update`.execute(trx);
  const { rows } = await sql<Person>`
    select u.id, u.wallet_id as "walletId", u.email, u.name, u.role, u.created_at as "createdAt",
      u.email_verified_at as "emailVerifiedAt", exists (select from closed_accounts c where c.user_id = u.id) as "isClosed", w.cash, w.held
    from users u join wallets w on w.wallet_id = u.wallet_id where u.id = ${userId} for update of u`.execute(trx);
  return rows[0];
}

async function refusalFor(trx: Trx, person: Person): Promise<CloseRefusal | undefined> {
  const { id, walletId, role, isClosed, cash, held } = person;
  if (isClosed) return { code: 'account-closed' };
  if (role !== 'bettor') return { code: 'account-of-staff' };
  const { rows } = await sql<
    Record<'bets' | 'withdrawals' | 'deposits' | 'undecided' | 'refunds' | 'adjustments', number>
  >`
    select (select count(*)::int from bets where user_id = ${id} and status = 'pending') as bets,
      (select count(*)::int from transactions where wallet_id = ${walletId} and type = 'withdrawal'
        and (status in ('initiated', 'pending') or route_due_at is not null or ${refundAlarm} = any(flags))) as withdrawals,
      (select count(*)::int from transactions where wallet_id = ${walletId} and type = 'deposit'
        and status <> 'completed' and flags && ${[...depositAlarms]}::text[]) as undecided,
      (select count(*)::int from transactions where wallet_id = ${walletId} and type = 'deposit'
        and status in ('initiated', 'pending')) as deposits,
      (select count(*)::int from deposit_refunds r join transactions t on t.id = r.transaction_id
        where t.wallet_id = ${walletId} and r.state not in ('refunded', 'paid')) as refunds,
      (select count(*)::int from adjustment_steps r where r.wallet_id = ${walletId} and r.step = 'requested'
        and not exists (
          select from adjustment_steps d where d.adjustment_id = r.adjustment_id and d.step = 'declined')
        and not exists (
          select from ledger_events e where e.wallet_id = r.wallet_id and e.key = 'adjustment:' || r.adjustment_id)
      ) as adjustments`.execute(trx);
  const [open] = rows;
  if (!open) throw new Error('the database returned no counts');
  if (open.bets > 0) return { code: 'bets-open', count: open.bets };
  if (open.withdrawals > 0 || held > 0) return { code: 'withdrawal-pending' };
  if (open.undecided > 0) return { code: 'deposit-undecided' };
  if (open.deposits > 0) return { code: 'deposit-open' };
  if (open.refunds > 0) return { code: 'refund-open' };
  if (open.adjustments > 0) return { code: 'adjustment-open' };
  if (cash > 0) return { code: 'balance-left', amount: cash };
  if (cash < 0) return { code: 'balance-owed', amount: cents(-cash) };
  return undefined;
}
