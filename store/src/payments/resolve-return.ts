import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import { hours, type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents, dollars, noMoney } from '@touchline/core/money';
import {
  mayResolveReturn,
  needsTwoAdmins,
  type ReturnRefusal,
  type ReturnResolution,
  refundAlarm,
  resolvedReturn,
  type Transaction,
  type WithdrawalPolicy,
} from '@touchline/core/payments';
import { ok, type Result, refused } from '@touchline/core/result';
import { CompiledQuery, sql } from 'kysely';
import { isByAdmin, requireAdmin } from '../accounts/index.ts';
import { type Action, recordAction } from '../audit/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { type StoredEmail, storeEmail } from '../emails/index.ts';
import { acceptedBy, stateOf } from '../wallet/decide-withdrawal.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';
import { type ApprovedAlone, aloneFor, aloneText, lockApprovals } from './withdrawn.ts';

export type ReturnDecision = {
  readonly transactionId: TransactionId;
  readonly resolution: ReturnResolution;
  /** The refunds that the provider confirmed as failed. */
  readonly rounds: string;
  readonly admin: { readonly userId: UserId; readonly walletId: WalletId };
  readonly requestId: string;
  readonly policy: WithdrawalPolicy;
  /** The reference of a payment to the destination if the admins give none. */
  readonly ownReference: string;
  /** The verification whose findings the admin accepted. */
  readonly despite?: string | undefined;
  readonly at: Instant;
};

export type ResolvedReturn = {
  readonly transaction: Transaction;
  /** False if it was decided before. */
  readonly isChanged: boolean;
  readonly email?: StoredEmail;
};

/**
 * Decides about the parts of a withdrawal that could not be returned, once: the parts, the audit record and the email to the bettor in one
 * commit. Where two admins are needed, the first approval is recorded and changes nothing else.
 */
export const resolveReturn = (db: Db, decision: ReturnDecision): Promise<Result<ResolvedReturn, ReturnRefusal>> =>
  db.transaction().execute(async (trx) => {
    const { transactionId, resolution, rounds, admin, at } = decision;
    await requireAdmin(trx, admin.userId);
    const cash = await lockCash(trx, transactionId);
    const before = transactionFromRow(await lockRow(trx, transactionId));
    const isOwner = before.walletId === admin.walletId;
    const may = mayResolveReturn(before, resolution, { isOwner, cash, rounds });
    if (!may.ok) {
      const isRepeated = may.refusal.code === 'return-changed' && (await wasDecidedSo(trx, decision));
      return isRepeated ? ok({ transaction: before, isChanged: false }) : may;
    }
    const isRetry = resolution.how === 'retry';
    const proposed = isRetry ? undefined : await proposalOf(trx, decision);
    const isSecond = proposed !== undefined && proposed.admin !== admin.userId;
    if (!isRetry && !isSecond && (await needsSecond(trx, decision, before))) {
      return proposed ? refused({ code: 'second-admin-needed' }) : ok(await propose(trx, decision, before));
    }
    const ownReference = resolution.how === 'destination' ? decision.ownReference : null;
    const reference = resolution.reference ?? proposed?.reference ?? ownReference;
    const after = resolvedReturn(before, { ...resolution, reference }, at);
    await write(trx, after, at);
    const firstAdmin = isSecond ? proposed.admin : null;
    await note(trx, decision, { is_final: true, reference, first_admin: firstAdmin });
    const kind = isRetry ? 'withdrawal-return-retried' : 'withdrawal-return-paid';
    const facts = { reference, ...(firstAdmin !== null && { firstApprovedBy: firstAdmin }) };
    await recordAction(trx, actionOf(decision, kind, before, after, facts));
    return ok({ transaction: after, isChanged: true, email: await storeEmail(trx, { kind, transactionId }) });
  });

/** Locks the wallet first, as the wallet writer does. */
async function lockCash(trx: Trx, id: TransactionId): Promise<Cents> {
  const { rows } = await sql<{ cash: Cents }>`
    select cash from wallets where wallet_id = (select wallet_id from transactions where id = ${id}) for share`.execute(
    trx,
  );
  return rows[0]?.cash ?? noMoney;
}

/** Whether the same admin repeats the decision because the answer was lost. */
async function wasDecidedSo(trx: Trx, { transactionId, resolution, admin }: ReturnDecision): Promise<boolean> {
  const last = await trx
    .selectFrom('return_decisions')
    .select(['how', 'amount', 'admin'])
    .where('transaction_id', '=', transactionId)
    .where('is_final', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.how === resolution.how && last.amount === resolution.amount && last.admin === admin.userId;
}

/** The newest approval by one admin who has been one since, if it is of the same decision. */
async function proposalOf(trx: Trx, { transactionId, rounds, resolution }: ReturnDecision) {
  const newest = await trx
    .selectFrom('return_decisions as d')
    .innerJoin('users as u', 'u.id', 'd.admin')
    .select(['d.how', 'd.amount', 'd.reference', 'd.admin'])
    .where('d.transaction_id', '=', transactionId)
    .where('d.rounds', '=', rounds)
    .where('d.is_final', '=', false)
    .where(isByAdmin('d.decided_at'))
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.how === resolution.how && newest.amount === resolution.amount ? newest : undefined;
}

/** Applies the rules of approvals, and shares their daily total per admin. */
async function needsSecond(
  trx: Trx,
  { resolution, admin, policy, at }: ReturnDecision,
  withdrawal: Transaction,
): Promise<boolean> {
  const { walletId, payout, flags } = withdrawal;
  await lockApprovals(trx);
  const values = [[admin.userId], timestamp(instant(at - hours(24))), [walletId], payout ? [payout.fingerprint] : []];
  const approved = await trx.executeQuery<ApprovedAlone>(CompiledQuery.raw(aloneText, values));
  const alone = aloneFor(approved.rows, admin.userId, withdrawal);
  const asked = { amount: cents(resolution.amount), flags: flags.filter((flag) => flag !== refundAlarm) };
  return needsTwoAdmins(asked, { ...policy, alone });
}

async function propose(trx: Trx, decision: ReturnDecision, before: Transaction): Promise<ResolvedReturn> {
  const { resolution, at, transactionId } = decision;
  await note(trx, decision, { is_final: false, reference: resolution.reference, first_admin: null });
  const transaction = { ...before, version: before.version + 1, updatedAt: at };
  await trx
    .updateTable('transactions')
    .set({ version: transaction.version, updated_at: timestamp(at) })
    .where('id', '=', transactionId)
    .execute();
  const extra = { reference: resolution.reference };
  await recordAction(trx, actionOf(decision, 'withdrawal-return-approved-first', before, transaction, extra));
  return { transaction, isChanged: true };
}

async function note(
  trx: Trx,
  { transactionId, rounds, resolution, admin, at }: ReturnDecision,
  rest: { readonly is_final: boolean; readonly reference: string | null; readonly first_admin: UserId | null },
): Promise<void> {
  const { how, amount } = resolution;
  const row = { transaction_id: transactionId, rounds, how, amount, admin: admin.userId, decided_at: timestamp(at) };
  await trx
    .insertInto('return_decisions')
    .values({ ...row, ...rest })
    .execute();
}

/** Saves the withdrawal; retried refunds are due at once. */
async function write(trx: Trx, after: Transaction, at: Instant): Promise<void> {
  const route = after.payoutPlan?.route ?? [];
  await trx
    .updateTable('transactions')
    .set({
      version: after.version,
      route: JSON.stringify(route),
      ...(route.some(({ state }) => state === 'waiting') && { route_due_at: timestamp(at) }),
      flags: [...after.flags],
      metadata: JSON.stringify(after.metadata),
      updated_at: timestamp(at),
    })
    .where('id', '=', after.id)
    .execute();
}

const actionOf = (
  { resolution, admin, requestId, despite }: ReturnDecision,
  action: Action['action'],
  before: Transaction,
  after: Transaction,
  extra: { readonly reference: string | null; readonly firstApprovedBy?: UserId },
): Action => ({
  actor: { userId: admin.userId, role: 'admin' },
  action,
  subject: `withdrawal:${after.id}`,
  reason: null,
  before: stateOf(before),
  after: {
    ...stateOf(after),
    how: resolution.how,
    owed: dollars(resolution.amount),
    ...extra,
    ...acceptedBy({ despite }),
  },
  requestId,
});

export type ReturnProposal = {
  readonly transactionId: TransactionId;
  readonly rounds: string;
  readonly how: ReturnResolution['how'];
  readonly amount: Cents;
  readonly reference: string | null;
  /** The name of the admin. */
  readonly by: string;
  readonly at: Instant;
};

/** Returns the newest first approval by an admin of each of these withdrawals. */
export async function listReturnProposals(
  db: Db,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, ReturnProposal>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('return_decisions as d')
    .innerJoin('users as u', 'u.id', 'd.admin')
    .select(['d.transaction_id as transactionId', 'd.rounds', 'd.how', 'd.amount', 'd.reference', 'd.decided_at as at'])
    .select('u.name as by')
    .where('d.transaction_id', 'in', ids)
    .where('d.is_final', '=', false)
    .where(isByAdmin('d.decided_at'))
    .orderBy('d.id')
    .execute();
  return new Map(rows.map((row) => [row.transactionId, row]));
}
