import type { StoredAdjustment } from '@touchline/core/contract';
import type { UserId, WalletId } from '@touchline/core/ids';
import { dollars } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import {
  type Adjustment,
  type AdjustmentDecision,
  type DecideAdjustmentRefusal,
  mayDecideAdjustment,
  type RequestAdjustmentRefusal,
} from '@touchline/core/wallet';
import { sql } from 'kysely';
import { requireAdmin } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import type { Db, Trx } from '../connect.ts';
import { mayAdjust } from '../privacy/closed-wallets.ts';

type By = { readonly admin: UserId; readonly requestId: string };
type Wanted = Pick<Adjustment, 'id' | 'walletId' | 'amount' | 'cause'> & {
  readonly userId: UserId;
  readonly reason: string;
};
type Outcome<Refusal> = Promise<Result<StoredAdjustment, Refusal>>;

/** Records that an admin asks for an adjustment. A retry with the same id is the same request. */
export const requestAdjustment = (db: Db, wanted: Wanted, by: By): Outcome<RequestAdjustmentRefusal> =>
  db.transaction().execute(async (trx) => {
    await requireAdmin(trx, by.admin);
    if (wanted.userId === by.admin) return refused({ code: 'own-account' });
    const known = await locked(trx, wanted.id);
    if (!known) {
      if (!(await mayAdjust(trx, wanted.walletId, wanted.amount))) return refused({ code: 'account-closed' });
      await addStep(trx, 'requested', wanted, by.admin);
      await recordStep(trx, 'adjustment-requested', wanted, by);
    }
    const stored = known ?? (await readAdjustment(trx, wanted.id));
    const { walletId, amount, cause, reason, requested } = stored;
    const isSame =
      walletId === wanted.walletId && amount === wanted.amount && cause === wanted.cause && reason === wanted.reason;
    return isSame && requested.by === by.admin ? ok(stored) : refused({ code: 'key-reused' });
  });

/** Approves or declines an adjustment, once. */
export const decideAdjustment = (
  db: Db,
  id: string,
  how: AdjustmentDecision,
  by: By,
): Outcome<DecideAdjustmentRefusal> =>
  db.transaction().execute(async (trx) => {
    const known = await locked(trx, id);
    if (!known) return refused({ code: 'adjustment-unknown' });
    const decided = mayDecideAdjustment(known, how, { userId: by.admin, isOwner: known.userId === by.admin });
    if (!decided.ok) return decided;
    if (decided.value.isRepeated) return ok(known);
    if (how === 'approved' && !(await mayAdjust(trx, known.walletId, known.amount)))
      return refused({ code: 'account-closed' });
    await addStep(trx, how, known, by.admin);
    await recordStep(trx, `adjustment-${how}`, { ...known, userId: known.userId as UserId, reason: null }, by);
    return ok(await readAdjustment(trx, id));
  });

/** Returns adjustments: those without a decision, then those to be posted, then the others, each newest first. */
export async function listAdjustments(
  db: Db,
  { walletId, limit }: { readonly walletId?: WalletId; readonly limit: number },
): Promise<readonly StoredAdjustment[]> {
  const { rows } = await sql<Row>`
    ${selected} and ${walletId === undefined ? sql`true` : sql`r.wallet_id = ${walletId}`}
    order by (d.step is null) desc, (d.step = 'approved' and e.recorded_at is null) desc, r.number desc
    limit ${limit}`.execute(db);
  return rows.map(fromRow);
}

/** Returns the approved adjustments that are not in the ledger, oldest first. */
export async function listUnposted(db: Db): Promise<readonly StoredAdjustment[]> {
  const { rows } = await sql<Row>`
    ${selected} and d.step = 'approved' and e.recorded_at is null order by r.number`.execute(db);
  return rows.map(fromRow);
}

async function readAdjustment(trx: Trx, id: string): Promise<StoredAdjustment> {
  const { rows } = await sql<Row>`${selected} and r.adjustment_id = ${id}`.execute(trx);
  if (!rows[0]) throw new Error(`there is no adjustment ${id}`);
  return fromRow(rows[0]);
}

/** The adjustment after decisions that were under way, which wait for each other. */
async function locked(trx: Trx, id: string): Promise<StoredAdjustment | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`adjustment:${id}`}, 0))`.execute(trx);
  const { rows } = await sql<Row>`${selected} and r.adjustment_id = ${id}`.execute(trx);
  return rows[0] && fromRow(rows[0]);
}

type Row = Pick<Adjustment, 'id' | 'walletId' | 'amount' | 'cause'> &
  Pick<StoredAdjustment, 'userId' | 'userName' | 'reason' | 'requesterName' | 'deciderName' | 'postedAt'> & {
    readonly requestedBy: UserId;
    readonly requestedAt: Adjustment['requested']['at'];
    readonly how: AdjustmentDecision | null;
    readonly decidedBy: UserId;
    readonly decidedAt: Adjustment['requested']['at'];
  };

// The reason is in the audit log only, from which it can be erased.
const selected = sql`
  select r.adjustment_id as id, r.wallet_id as "walletId", r.amount, r.cause, coalesce(u.id, r.wallet_id) as "userId",
    coalesce(u.name, r.wallet_id::text) as "userName",
    coalesce(a.reason, '') as reason, r.admin as "requestedBy", coalesce(b.name, r.admin::text) as "requesterName",
    r.at as "requestedAt", d.step as how, d.admin as "decidedBy", coalesce(c.name, d.admin::text) as "deciderName",
    d.at as "decidedAt", e.recorded_at as "postedAt"
  from adjustment_steps r
  left join users u on u.wallet_id = r.wallet_id
  left join adjustment_steps d on d.adjustment_id = r.adjustment_id and d.step <> 'requested'
  left join users b on b.id = r.admin
  left join users c on c.id = d.admin
  left join ledger_events e on e.wallet_id = r.wallet_id and e.key = 'adjustment:' || r.adjustment_id
  left join lateral (
    select l.reason from audit_log l
    where l.subject = 'user:' || u.id and l.action = 'adjustment-requested' and l.after ->> 'adjustment' = r.adjustment_id::text
    limit 1) a on true
  where r.step = 'requested'`;

const fromRow = ({ requestedBy, requestedAt, how, decidedBy, decidedAt, ...row }: Row): StoredAdjustment => ({
  ...row,
  requested: { by: requestedBy, at: requestedAt },
  decided: how && { how, by: decidedBy, at: decidedAt },
});

const addStep = (
  trx: Trx,
  step: 'requested' | AdjustmentDecision,
  { id, walletId, amount, cause }: Pick<Adjustment, 'id' | 'walletId' | 'amount' | 'cause'>,
  admin: UserId,
) =>
  sql`
    insert into adjustment_steps (adjustment_id, step, wallet_id, amount, cause, admin)
    values (${id}, ${step}, ${walletId}, ${amount}, ${cause}, ${admin})`.execute(trx);

const recordStep = (
  trx: Trx,
  action: `adjustment-${'requested' | AdjustmentDecision}`,
  {
    id,
    userId,
    amount,
    cause,
    reason,
  }: Pick<Wanted, 'id' | 'userId' | 'amount' | 'cause'> & { readonly reason: string | null },
  { admin, requestId }: By,
) =>
  recordAction(trx, {
    actor: { userId: admin, role: 'admin' },
    action,
    subject: `user:${userId}`,
    reason,
    before: null,
    after: { adjustment: id, amount: dollars(amount), cause },
    requestId,
  });
