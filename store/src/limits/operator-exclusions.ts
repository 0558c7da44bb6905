import {
  type ExcludingAdmin,
  excludeByOperator,
  isExcluded,
  liftExclusion,
  type OperatorExclusion,
  type OperatorExclusionRefusal,
  type OwnExclusion,
  runs,
  type WantedOperatorExclusion,
} from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { ok, type Result } from '@touchline/core/result';
import { recordAction } from '../audit/index.ts';
import { type Db, timestamp } from '../connect.ts';
import type { ExclusionEmailJob } from '../emails/email-job.ts';
import { type StoredEmail, storeEmail } from '../emails/index.ts';
import { readRestrictions } from './read-limits.ts';
import { restrict } from './set-limits.ts';

type About = { readonly userId: UserId; readonly walletId: WalletId };
type By = Pick<ExcludingAdmin, 'admin'> & { readonly requestId: string };
type Decided = Result<OperatorExclusion, OperatorExclusionRefusal>;
/** The email that notifies the bettor, to be queued. */
type Outcome = Result<StoredEmail, OperatorExclusionRefusal>;

/** Excludes a bettor from betting and depositing, with the audit record in the same transaction. */
export const excludePlayer = (db: Db, about: About, wanted: WantedOperatorExclusion, by: By): Promise<Outcome> =>
  decide(db, about, by, 'player-excluded', (last, admin, now) => excludeByOperator(last, wanted, admin, now));

/** Lifts the operator's exclusion; the bettor's own stays. */
export const liftPlayerExclusion = (db: Db, about: About, reason: string, by: By): Promise<Outcome> =>
  decide(db, about, by, 'player-exclusion-lifted', (last, admin, now) => liftExclusion(last, reason, admin, now));

/** One decision; only the newest is reported. `own`: the exclusion that the bettor chose and that still runs. */
type ExclusionNotice = Pick<OperatorExclusion, 'act' | 'until'> & {
  readonly userId: UserId;
  readonly isNewest: boolean;
  readonly own: OwnExclusion | undefined;
};

export async function readExclusionNotice(db: Db, id: number, now: Instant): Promise<ExclusionNotice | undefined> {
  const decided = await db
    .selectFrom('operator_exclusions')
    .innerJoin('users', 'users.wallet_id', 'operator_exclusions.wallet_id')
    .select(['act', 'until', 'users.id as userId', 'users.wallet_id as walletId', 'operator_exclusions.id as id'])
    .where('operator_exclusions.id', '=', id)
    .executeTakeFirst();
  if (!decided) return undefined;
  const { act, until, userId, walletId } = decided;
  const [last, { own }] = await Promise.all([newest(db, walletId), readPlayerExclusion(db, walletId, now)]);
  return { act, until, userId, isNewest: last?.id === id, own };
}

/** The exclusions that are running. */
export type PlayerExclusion = {
  readonly house: (OperatorExclusion & { readonly adminName: string }) | undefined;
  readonly own: OwnExclusion | undefined;
};

export async function readPlayerExclusion(db: Db, walletId: WalletId, now: Instant): Promise<PlayerExclusion> {
  const [last, { ownExclusion }] = await Promise.all([newest(db, walletId), readRestrictions(db, walletId)]);
  const house = runs(last, now) ? last : undefined;
  const name =
    house && (await db.selectFrom('users').select('name').where('id', '=', house.admin).executeTakeFirst())?.name;
  return {
    house: house && { ...house, adminName: house.cause === 'same-person' ? 'Touchline' : (name ?? house.admin) },
    own: ownExclusion && isExcluded(ownExclusion, now) ? ownExclusion : undefined,
  };
}

function decide(
  db: Db,
  { userId, walletId }: About,
  { admin, requestId }: By,
  action: ExclusionEmailJob['kind'],
  rule: (last: OperatorExclusion | undefined, admin: ExcludingAdmin, now: Instant) => Decided,
): Promise<Outcome> {
  return restrict(db, walletId, async (trx, at) => {
    const last = await newest(trx, walletId);
    const decided = rule(last, { admin, isOwn: admin === userId }, instant(Math.ceil(at)));
    if (!decided.ok) return decided;
    const { act, cause, reason, since, until } = decided.value;
    const times = { since: timestamp(since), until: until === null ? null : timestamp(until) };
    const { id } = await trx
      .insertInto('operator_exclusions')
      .values({ wallet_id: walletId, act, cause, reason, ...times, admin })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAction(trx, {
      actor: { userId: admin, role: 'admin' },
      action,
      subject: `user:${userId}`,
      reason,
      before: stateOf(runs(last, at) ? last : undefined),
      after: stateOf(act === 'begun' ? decided.value : undefined),
      requestId,
    });
    return ok(await storeEmail(trx, { kind: action, exclusionId: id }));
  });
}

type StoredExclusion = OperatorExclusion & { readonly id: number };

async function newest(db: Db, walletId: WalletId): Promise<StoredExclusion | undefined> {
  return db
    .selectFrom('operator_exclusions')
    .select(['id', 'act', 'cause', 'reason', 'since', 'until', 'admin'])
    .where('wallet_id', '=', walletId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const stateOf = (exclusion: OperatorExclusion | undefined) =>
  exclusion
    ? { excluded: true, cause: exclusion.cause, until: exclusion.until && new Date(exclusion.until).toISOString() }
    : { excluded: false };
