import type { TransactionId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, dollars } from '@touchline/core/money';
import { approveFirst, type Transaction } from '@touchline/core/payments';
import { needsSecondAdmin } from '@touchline/core/settlement';
import { isByAdmin, requireAdmin } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { addSoloDecision, decidedAlone, lockSoloDecisions } from '../settlement/solo-decisions.ts';
import { acceptedBy, stateOf } from '../wallet/decide-withdrawal.ts';
import { lockRow, transactionFromRow } from './transaction-rows.ts';

/** An admin's decision about a deposit. */
export type DepositDecision = {
  readonly transactionId: TransactionId;
  readonly action: 'deposit-credited' | 'deposit-returned' | 'deposit-refund-paid';
  readonly amount: Cents;
  /** Of a refund that was paid in another way. */
  readonly reference?: string;
  /** The round of that refund; a proposal ends with its round. */
  readonly round?: number;
  readonly reason: string;
  readonly admin: UserId;
  readonly requestId: string;
  readonly at: Instant;
  /** The most that one admin may decide alone in a day. */
  readonly limit: Cents;
};

/**
 * Returns whether a decision about a deposit may be carried out. `allowed`: it counts as decided alone, or another admin proposed
 * the same. `proposed`: it exceeds what this admin may decide alone and was recorded for another admin to confirm. Call it before
 * the money moves: a decision that then fails has used part of the limit, never the reverse.
 */
export const authorizeDecision = (db: Db, decision: DepositDecision): Promise<'allowed' | 'proposed'> =>
  db.transaction().execute(async (trx) => {
    const { admin, at, action, amount, limit, transactionId, reference = null, round = null } = decision;
    await requireAdmin(trx, admin);
    await lockSoloDecisions(trx, admin);
    const proposal = await lastProposal(trx, transactionId);
    const isSame =
      proposal?.action === action &&
      proposal.amount === amount &&
      proposal.reference === reference &&
      proposal.round === round;
    if (isSame && proposal.proposed_by !== admin) return 'allowed';
    const subject = `deposit:${transactionId}` as const;
    if (await isCounted(trx, decision, subject)) return 'allowed';
    const alone = await decidedAlone(trx, { admin, now: at });
    if (!needsSecondAdmin({ decides: amount, alone, limit })) {
      await addSoloDecision(trx, { admin, decidedAt: at, action, subject, amount });
      return 'allowed';
    }
    if (isSame) return 'proposed';
    await trx
      .insertInto('deposit_proposals')
      .values({
        transaction_id: transactionId,
        action,
        amount,
        reference,
        round,
        proposed_by: admin,
        proposed_at: timestamp(at),
      })
      .execute();
    await recordAction(trx, {
      actor: { userId: admin, role: 'admin' },
      action: 'deposit-proposed',
      subject,
      reason: decision.reason,
      before: null,
      after: {
        decision: action,
        amount: dollars(amount),
        ...(reference !== null && { reference }),
        alone: dollars(alone),
        limit: dollars(limit),
      },
      requestId: decision.requestId,
    });
    return 'proposed';
  });

export type DepositProposal = Pick<DepositDecision, 'transactionId' | 'action' | 'amount' | 'at'> & {
  readonly reference: string | null;
  /** The name of the admin. */
  readonly by: string;
};

/** Returns the last proposal by an admin for each of these deposits that has one: about a refund, only of its current round. */
export async function listDepositProposals(
  db: Db,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, DepositProposal>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('deposit_proposals as p')
    .innerJoin('users as u', 'u.id', 'p.proposed_by')
    .leftJoin('deposit_refunds as r', 'r.transaction_id', 'p.transaction_id')
    .select([
      'p.transaction_id as transactionId',
      'p.action',
      'p.amount',
      'p.reference',
      'p.proposed_at as at',
      'u.name as by',
    ])
    .where('p.transaction_id', 'in', ids)
    .where(isByAdmin('p.proposed_at'))
    .where(({ eb, ref, or }) => or([eb('p.reference', 'is', null), eb('p.round', '=', ref('r.round'))]))
    .orderBy('p.id')
    .execute();
  // The last of several proposals stays in the map.
  return new Map(rows.map((row) => [row.transactionId, row]));
}

/** The last proposal by an admin: what one proposed before their role changed no longer counts. */
const lastProposal = (trx: Trx, id: TransactionId) =>
  trx
    .selectFrom('deposit_proposals as p')
    .innerJoin('users as u', 'u.id', 'p.proposed_by')
    .select(['p.action', 'p.amount', 'p.reference', 'p.round', 'p.proposed_by'])
    .where('p.transaction_id', '=', id)
    .where(isByAdmin('p.proposed_at'))
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** A repeated decision, for example after the provider was unreachable, counts once. */
async function isCounted(trx: Trx, { admin, action, amount }: DepositDecision, subject: string): Promise<boolean> {
  const counted = trx.selectFrom('solo_decisions').select('id').where('admin', '=', admin);
  const same = counted.where('subject', '=', subject).where('action', '=', action).where('amount', '=', amount);
  return (await same.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Records the first of two approvals, which moves no money, with its audit record. `undefined` if there is one already or the
 * withdrawal is not pending.
 */
export async function recordFirstApproval(
  db: Db,
  id: TransactionId,
  by: {
    readonly userId: UserId;
    readonly walletId: WalletId;
    readonly at: Instant;
    readonly requestId: string;
    /** The verification whose findings the admin accepted. */
    readonly despite?: string | undefined;
  },
): Promise<Transaction | undefined> {
  return db.transaction().execute(async (trx) => {
    const { userId, at, requestId } = by;
    await requireAdmin(trx, userId);
    const before = transactionFromRow(await lockRow(trx, id));
    const approved = approveFirst(before, { userId, isOwner: by.walletId === before.walletId, at });
    if (!approved) return undefined;
    await trx
      .updateTable('transactions')
      .set({
        version: approved.version,
        first_approved_by: userId,
        first_approved_at: timestamp(at),
        updated_at: timestamp(at),
      })
      .where('id', '=', id)
      .execute();
    await recordAction(trx, {
      actor: { userId, role: 'admin' },
      action: 'withdrawal-approved-first',
      subject: `withdrawal:${id}`,
      reason: null,
      before: stateOf(before),
      after: { ...stateOf(approved), ...acceptedBy(by) },
      requestId,
    });
    return approved;
  });
}
