import {
  type Exclusion,
  type ExclusionKind,
  type LimitChange,
  longerOf,
  type OwnExclusion,
  type UsedOf,
  usedAfter,
} from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Cents } from '@touchline/core/money';
import { playedBy as playedByEvent, type WalletEvent } from '@touchline/core/wallet';
import type { ClientBase } from 'pg';

/** A bettor's limits and exclusion, and how much of the limits their bets have used. */
export type Restrictions = {
  readonly limits: readonly LimitChange[];
  /** The one that ends later: the bettor's own or the operator's. */
  readonly exclusion: Exclusion | undefined;
  readonly ownExclusion: OwnExclusion | undefined;
  readonly staked: UsedOf;
  /** Net losses of settled bets, negative after net wins; without open stakes. */
  readonly lost: UsedOf;
};

// A bet loses its stake less its payout; a rollback undoes that.
const lostBy = `
  case e.type
    when 'StakeLost' then e.amount
    when 'WinningsPaid' then (e.payload ->> 'stake')::bigint - e.amount
    when 'CashedOut' then (e.payload ->> 'stake')::bigint - e.amount
    when 'SettlementRolledBack' then
      case e.payload ->> 'reverses'
        when 'StakeLost' then -(e.payload ->> 'stake')::bigint
        when 'WinningsPaid' then e.amount - (e.payload ->> 'stake')::bigint
        else 0
      end
    else 0
  end`;
/** Each period in hours: a day of an interval follows the clocks of the session's time zone, which may change within it. */
export const hoursOf = { day: '24 hours', week: '168 hours', month: '720 hours' } as const;
/** Stakes and losses before a period; those within it are the totals to date less these. */
const playedBefore = (period: keyof typeof hoursOf) => `
  cross join lateral play_until(w.wallet_id, clock.now - interval '${hoursOf[period]}') before_${period}`;
// A rejected bet has staked nothing.
const stake = `case e.type when 'StakeTaken' then e.amount when 'BetRejected' then -e.amount else 0 end`;

/** Of wallet `w`: the exclusion that its bettor set last, and what the operator decided last. */
const exclusionColumns = `
  exclusion.kind as exclusion_kind, exclusion.since as exclusion_since, exclusion.until as exclusion_until,
  operator.act as operator_act, operator.since as operator_since, operator.until as operator_until`;
const exclusionJoins = `
  left join lateral (
    select kind, since, until from exclusions x where x.wallet_id = w.wallet_id order by id desc limit 1
  ) exclusion on true
  left join lateral (
    select act, since, until from operator_exclusions o where o.wallet_id = w.wallet_id order by id desc limit 1
  ) operator on true`;

/** `$1`: a wallet. */
export const exclusionText = `select ${exclusionColumns} from (select $1::uuid as wallet_id) w ${exclusionJoins}`;

/** `$1`: wallets. One row each; limits and exclusions as text and numbers. */
export const restrictionsText = `
  select w.wallet_id, limits.list as limits, ${exclusionColumns},
    to_date.staked_to_date - before_day.staked as staked_day, to_date.staked_to_date - before_week.staked as staked_week,
    to_date.staked_to_date - before_month.staked as staked_month,
    to_date.lost_to_date - before_day.lost as lost_day, to_date.lost_to_date - before_week.lost as lost_week,
    to_date.lost_to_date - before_month.lost as lost_month
  from unnest($1::uuid[]) as w (wallet_id)
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'period', period, 'before', before_amount,
      'amount', amount, 'from', ceil(extract(epoch from from_at) * 1000)) order by id), '[]') as list
    from (
      select distinct on (kind, period) * from limit_changes l where l.wallet_id = w.wallet_id
      order by kind, period, id desc
    ) newest
  ) limits
  ${exclusionJoins}
  join wallets to_date on to_date.wallet_id = w.wallet_id
  cross join (select clock_timestamp() as now offset 0) clock
  ${playedBefore('day')} ${playedBefore('week')} ${playedBefore('month')}`;

export type ExclusionRow = {
  readonly exclusion_kind: ExclusionKind | null;
  readonly exclusion_since: Instant;
  readonly exclusion_until: Instant | null;
  readonly operator_act: 'begun' | 'lifted' | null;
  readonly operator_since: Instant;
  readonly operator_until: Instant | null;
};
export type RestrictionRow = ExclusionRow & {
  readonly wallet_id: WalletId;
  readonly limits: readonly LimitChange[];
} & Readonly<Record<`${'staked' | 'lost'}_${'day' | 'week' | 'month'}`, Cents>>;

/** Reads the restrictions of wallets that the caller has locked. Writers of restrictions lock the wallet first. */
export async function restrictionsOfLocked(
  client: ClientBase,
  wallets: readonly WalletId[],
): Promise<Map<WalletId, Restrictions>> {
  const { rows } = await client.query<RestrictionRow>({
    name: 'restrictions-of-wallets',
    text: restrictionsText,
    values: [wallets],
  });
  return new Map(rows.map((row) => [row.wallet_id, restrictionsFromRow(row)]));
}

/** Counts an event towards the limits that the next command of a group is held to. */
export function countPlay(restrictions: Map<WalletId, Restrictions>, walletId: WalletId, event: WalletEvent): void {
  const own = restrictions.get(walletId);
  if (!own) return;
  const { staked, lost } = playedByEvent(event);
  restrictions.set(walletId, { ...own, staked: usedAfter(own.staked, staked), lost: usedAfter(own.lost, lost) });
}

export const restrictionsFromRow = (row: RestrictionRow): Restrictions => ({
  limits: row.limits,
  ...exclusionsFromRow(row),
  staked: { day: row.staked_day, week: row.staked_week, month: row.staked_month },
  lost: { day: row.lost_day, week: row.lost_week, month: row.lost_month },
});

export function exclusionsFromRow(row: ExclusionRow): Pick<Restrictions, 'exclusion' | 'ownExclusion'> {
  const { exclusion_kind: kind, operator_act: act } = row;
  const ownExclusion = kind === null ? undefined : { kind, since: row.exclusion_since, until: row.exclusion_until };
  const operatorExclusion =
    act === 'begun' ? { kind: 'operator' as const, since: row.operator_since, until: row.operator_until } : undefined;
  return { exclusion: longerOf(ownExclusion, operatorExclusion), ownExclusion };
}

/** SQL for what a ledger event `e` staked and lost. */
export const playedBy = { staked: stake, lost: lostBy } as const;

// An operator's exclusion ends when the next decision about the wallet begins: a longer one, or lifting it.
const exclusionsText = `
  select wallet_id, kind, since, until from exclusions where wallet_id = any($1::uuid[])
  union all
  select wallet_id, 'operator', since, least(until, next_at) from (
    select *, lead(since) over (partition by wallet_id order by id) as next_at
    from operator_exclusions where wallet_id = any($1::uuid[])
  ) acts where act = 'begun'`;

/** Reads all past and present exclusions of wallets that the caller has locked. */
export async function exclusionsOfLocked(
  client: ClientBase,
  wallets: readonly WalletId[],
): Promise<ReadonlyMap<WalletId, readonly Exclusion[]>> {
  const { rows } = await client.query<Exclusion & { readonly wallet_id: WalletId }>({
    name: 'exclusions-of-wallets',
    text: exclusionsText,
    values: [wallets],
  });
  return Map.groupBy(rows, ({ wallet_id }) => wallet_id);
}
