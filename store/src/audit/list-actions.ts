import type { UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type RawBuilder, sql } from 'kysely';
import { type Db, timestamp } from '../connect.ts';
import type { RecordedAction } from './record-action.ts';

/** A filter of actions; absent fields do not restrict it. */
export type AuditFilter = {
  /** Exclusive: the `next` of the previous page. */
  readonly before?: number | undefined;
  readonly actor?: UserId | undefined;
  readonly action?: string | undefined;
  /** A subject (`withdrawal:<id>`) or a kind with its colon (`withdrawal:`). */
  readonly subject?: string | undefined;
  /** One player: the account, its deposits and its withdrawals. */
  readonly player?: { readonly userId: UserId; readonly walletId: WalletId } | undefined;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly to?: Instant | undefined;
  readonly limit: number;
};

/** Returns a page of actions, newest first; `next`: where the next page starts. */
export async function listActions(
  db: Db,
  place: AuditFilter,
): Promise<{ readonly actions: readonly RecordedAction[]; readonly next: number | null }> {
  const { rows } = await sql<RecordedAction>`
    select a.id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      json_build_object('userId', a.actor, 'role', a.role, 'name', coalesce(u.name, case a.role when 'operator' then 'operator:cli' when 'system' then 'system' else '' end), 'email', coalesce(u.email, ''))
        as actor,
      a.action, a.subject, a.reason, a.before, a.after, a.request_id as "requestId",
      case when m.id is not null then json_build_object('homeTeam', m.home_team, 'awayTeam', m.away_team,
        'commenceTime', to_char(m.kickoff_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end as match
    from audit_log a left join users u on u.id = a.actor
      left join matches m on m.id = case when a.subject ~ '^match:[0-9a-f-]{36}$' then substr(a.subject, 7)::uuid end
    where ${sql.join(conditionsOf(place), sql` and `)}
    order by a.id desc limit ${place.limit + 1}`.execute(db);
  const actions = rows.slice(0, place.limit);
  return { actions, next: rows.length > place.limit ? (actions.at(-1)?.id ?? null) : null };
}

function conditionsOf({ before, actor, action, subject, player, from, to }: AuditFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(before === undefined ? [] : [sql`a.id < ${before}`]),
    ...(actor === undefined ? [] : [sql`a.actor = ${actor}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(subject === undefined ? [] : [subject.endsWith(':') ? kindIs(subject) : sql`a.subject = ${subject}`]),
    ...(player === undefined ? [] : [sql`a.subject = any(${subjectsOf(player)})`]),
    ...(from === undefined ? [] : [sql`a.at >= ${timestamp(from)}`]),
    ...(to === undefined ? [] : [sql`a.at < ${timestamp(to)}`]),
  ];
}

const kindIs = (kind: string): RawBuilder<unknown> => sql`starts_with(a.subject, ${kind})`;

// An array, computed once, uses the index on subjects.
const subjectsOf = ({ userId, walletId }: NonNullable<AuditFilter['player']>): RawBuilder<unknown> => sql`array(
  select ${`user:${userId}`} union all
  select kind || ':' || t.id from transactions t, unnest(array['deposit', 'withdrawal']) kind
  where t.wallet_id = ${walletId} and kind = t.type)`;
