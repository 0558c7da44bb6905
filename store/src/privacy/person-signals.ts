import { createHash, createHmac, type KeyObject } from 'node:crypto';
import { bonusSignals, type PersonSignal, type SignalKind } from '@touchline/core/account';
import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { operatorActor, recordAction } from '../audit/record-action.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { type StoredEmail, storeEmail } from '../emails/index.ts';
import { lockWallet } from '../limits/set-limits.ts';
import { type DataKey, seal } from '../sealed.ts';
import { operatorOf, ownOf } from './carry-restrictions.ts';

/** What is sealed beside the digest: enough to make a new one with a new data key, but not the value. */
const unkeyed = ({ kind, value }: PersonSignal): string =>
  createHash('sha256').update(`${kind}:${value}`).digest('base64url');

const digestUnder = (key: KeyObject, kind: string, hash: string): string =>
  createHmac('sha256', key).update(`person-signal:${kind}:${hash}`).digest('hex');

export const signalContext = (id: string): string => `signal:${id}`;
export const signalDigest = (key: DataKey, kind: string, hash: string): string =>
  digestUnder(key.current.key, kind, hash);

/** The most signals of one kind stored per account. */
const mostOfKind = 50;

type Recognition = {
  readonly userId: UserId;
  readonly walletId: WalletId;
  readonly signals: readonly PersonSignal[];
  readonly requestId: string;
  /** From when a hold counts: a payment that causes one is not credited. Now, when not given. */
  readonly since?: Instant;
};

/**
 * Records what may show that another account is the same person's, and puts the account of an excluded person on hold. Returns the
 * email about a hold, for the queue.
 */
export async function recognizePerson(
  trx: Trx,
  key: DataKey,
  recognition: Recognition,
): Promise<StoredEmail | undefined> {
  await recordSignals(trx, key, recognition);
  return holdSamePerson(trx, recognition);
}

async function recordSignals(trx: Trx, key: DataKey, { userId, signals }: Recognition): Promise<void> {
  const wanted = signals.map((signal) => {
    const hash = unkeyed(signal);
    return { kind: signal.kind, hash, digest: signalDigest(key, signal.kind, hash) };
  });
  const known = await sql<{ digest: string }>`
    select digest from person_signals
    where user_id = ${userId} and digest = any(${wanted.map(({ digest }) => digest)}::text[])`.execute(trx);
  const digests = new Set(known.rows.map(({ digest }) => digest));
  for (const { kind, hash, digest } of wanted.filter((signal) => !digests.has(signal.digest))) {
    const older = [...key.all.values()].map((one) => digestUnder(one.key, kind, hash)).filter((one) => one !== digest);
    if (older.length > 0) {
      // Until everything is sealed again, others may have the same signal under an older key.
      await sql`
        update person_signals set digest = ${digest} where kind = ${kind} and digest = any(${older}::text[])`.execute(
        trx,
      );
    }
    const id = uuidv7();
    await sql`
      insert into person_signals (id, user_id, kind, digest, sealed)
      select ${id}, ${userId}, ${kind}, ${digest}, ${seal(key, hash, signalContext(id))}
      where (select count(*) from person_signals where user_id = ${userId} and kind = ${kind}) < ${mostOfKind}`.execute(
      trx,
    );
  }
}

/** Returns of which kinds an account has signals, and since when. The signals themselves are hashes. */
export async function listSignals(
  db: Db,
  userId: UserId,
): Promise<readonly { readonly kind: SignalKind; readonly notedAt: Instant }[]> {
  const { rows } = await sql<{ kind: SignalKind; notedAt: Instant }>`
    select kind, noted_at as "notedAt" from person_signals where user_id = ${userId} order by noted_at, id`.execute(db);
  return rows;
}

/**
 * Excludes a bettor whose account shares a signal with one that is excluded, until that exclusion ends or an admin lifts it; if that
 * one is made longer, so is this one. A shared device counts only for accounts that were opened after the exclusion began. What an
 * admin lifted does not begin again for the same signals and the same exclusion.
 */
async function holdSamePerson(
  trx: Trx,
  { userId, walletId, requestId, since: wantedSince }: Recognition,
): Promise<StoredEmail | undefined> {
  if ((await excludedSharers(trx, userId)).length === 0) return undefined;
  const now = await lockWallet(trx, walletId);
  const [longest] = await excludedSharers(trx, userId);
  if (!longest) return undefined;
  const { operators, isCovered } = await readRunning(trx, walletId, longest.until);
  if (isCovered) return undefined;
  const since = timestamp(Math.min(now, wantedSince ?? now) as Instant);
  const until = longest.until === null ? null : timestamp(longest.until);
  const reason = `Shares with an excluded account: ${longest.kinds.map((kind) => signalNames[kind]).join(', ')}.`;
  await sql`
    insert into restricted_wallets (wallet_id, since) values (${walletId}, ${since}) on conflict do nothing`.execute(
    trx,
  );
  const { id } = await trx
    .insertInto('operator_exclusions')
    .values({
      ...{ wallet_id: walletId, act: 'begun', cause: 'same-person', reason, since, until },
      admin: operatorActor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAction(trx, {
    actor: { ...operatorActor, role: 'system' },
    action: 'player-excluded',
    subject: `user:${userId}`,
    reason,
    before: operators ? { excluded: true, ...operators } : { excluded: false },
    after: { excluded: true, cause: 'same-person', until: until === null ? null : until.toISOString() },
    requestId,
  });
  // An address that is not verified may be a stranger's.
  const { email_verified_at: verifiedAt } = await trx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return verifiedAt === null ? undefined : storeEmail(trx, { kind: 'player-excluded', exclusionId: id });
}

type Running = {
  readonly operators: { readonly cause: string; readonly until: string | null } | null;
  readonly isCovered: boolean;
};

/**
 * The operator's running exclusion of a bettor, and whether a hold until `until` would add nothing: an admin has excluded the bettor
 * already, or an earlier hold or the bettor's own exclusion ends as late.
 */
async function readRunning(trx: Trx, walletId: WalletId, until: Instant | null): Promise<Running> {
  const wallet = sql`${walletId}::uuid`;
  const end = until === null ? sql`'infinity'` : sql`${timestamp(until)}`;
  const { rows } = await sql<{ cause: string | null; until: Instant | null; isCovered: boolean | null }>`
    select operators.cause, operators.until, operators.cause <> 'same-person'
      or greatest(operators.ends, own.ends) >= ${end}::timestamptz as "isCovered"
    from (select) one
    left join (select cause, until, coalesce(until, 'infinity') as ends from (${operatorOf(wallet)}) o) operators on true
    left join (select coalesce(until, 'infinity') as ends from (${ownOf(wallet)}) o) own on true`.execute(trx);
  const [row] = rows;
  const operators = row?.cause
    ? { cause: row.cause, until: row.until === null ? null : timestamp(row.until).toISOString() }
    : null;
  return { operators, isCovered: row?.isCovered === true };
}

const signalNames: Readonly<Record<SignalKind, string>> = {
  email: 'email address',
  device: 'device',
  payment: 'card or payment account',
};

type ExcludedSharer = { readonly kinds: readonly SignalKind[]; readonly until: Instant | null };

/** The exclusions of a wallet that run and put other accounts on hold. A hold causes no others. */
const causesOf = (wallet: ReturnType<typeof sql>) => sql`
  select until from (${ownOf(wallet)}) own
  union all
  select until from (${operatorOf(wallet)}) operators where cause <> 'same-person'`;

/**
 * When the time began in which a wallet has been excluded without a break. One that is made longer, or followed by another before it
 * ends, is one exclusion.
 */
const beganOf = (wallet: ReturnType<typeof sql>) => sql`
  with periods as materialized (
    select since, coalesce(until, 'infinity') as ends from exclusions where wallet_id = ${wallet}
    union all
    select x.since, least(coalesce(x.until, 'infinity'), (
      select min(l.since) from operator_exclusions l where l.wallet_id = x.wallet_id and l.act = 'lifted' and l.id > x.id))
    from operator_exclusions x where x.wallet_id = ${wallet} and x.act = 'begun' and x.cause <> 'same-person'
  )
  select max(since) as began from periods p
  where not exists (select from periods q where q.since < p.since and q.ends >= p.since)`;

/** Excluded accounts that share a signal with this one; the exclusion that ends last comes first. */
async function excludedSharers(trx: Trx, userId: UserId): Promise<readonly ExcludedSharer[]> {
  const { rows } = await sql<ExcludedSharer>`
    select array_agg(distinct mine.kind) as kinds, e.until
    from users me
    join person_signals mine on mine.user_id = me.id
    join person_signals theirs on theirs.kind = mine.kind and theirs.digest = mine.digest and theirs.user_id <> me.id
    join users other on other.id = theirs.user_id
    cross join lateral (${causesOf(sql`other.wallet_id`)}) e
    cross join lateral (${beganOf(sql`other.wallet_id`)}) exclusion
    where me.id = ${userId} and me.role = 'bettor' and (mine.kind <> 'device' or me.created_at > exclusion.began)
      and greatest(mine.noted_at, theirs.noted_at, exclusion.began) > coalesce((
        select max(since) from operator_exclusions
        where wallet_id = me.wallet_id and act = 'lifted' and cause = 'same-person'), '-infinity')
    group by other.id, e.until order by e.until desc nulls first`.execute(trx);
  return rows;
}

export type SharedSignals = {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly signals: readonly SignalKind[];
  readonly isExcluded: boolean;
};

/** Other accounts that share signals with this one, for admins. */
export async function readSharedSignals(db: Db, userId: UserId, most = 20): Promise<readonly SharedSignals[]> {
  const { rows } = await sql<SharedSignals>`
    select other.id, other.name, other.email, array_agg(distinct mine.kind order by mine.kind) as signals,
      exists (${ownOf(sql`other.wallet_id`)}) or exists (${operatorOf(sql`other.wallet_id`)}) as "isExcluded"
    from person_signals mine
    join person_signals theirs on theirs.kind = mine.kind and theirs.digest = mine.digest and theirs.user_id <> mine.user_id
    join users other on other.id = theirs.user_id
    where mine.user_id = ${userId}
    group by other.id order by "isExcluded" desc, count(distinct mine.kind) desc, other.id limit ${most}`.execute(db);
  return rows;
}

/** Whether another account of the same person had a bonus. */
export async function hadBonusElsewhere(db: Db, walletId: WalletId): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (
      select from users me
      join person_signals mine on mine.user_id = me.id
      join person_signals theirs on theirs.kind = mine.kind and theirs.digest = mine.digest and theirs.user_id <> me.id
      join users other on other.id = theirs.user_id
      join bonuses b on b.wallet_id = other.wallet_id
      where me.wallet_id = ${walletId} and mine.kind = any(${[...bonusSignals]}::text[])) as had`.execute(db);
  return rows[0]?.had === true;
}

/**
 * Deletes the signals of closed accounts that nothing needs any more: those of an excluded person stay while the exclusion runs, and
 * those that show that there was a bonus as long as the identity.
 */
export async function forgetSignals(trx: Trx, userId?: UserId): Promise<void> {
  await sql`
    delete from person_signals s using closed_accounts c
    where c.user_id = s.user_id and (${userId ?? null}::uuid is null or s.user_id = ${userId ?? null})
      and not (c.erased_at is null and s.kind = any(${[...bonusSignals]}::text[])
        and exists (select from bonuses b where b.wallet_id = c.wallet_id))
      and not exists (${causesOf(sql`c.wallet_id`)})`.execute(trx);
}
