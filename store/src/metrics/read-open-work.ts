import type { CaseKind } from '@touchline/core/contract';
import type { UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { depositAlarms, refundAlarm } from '@touchline/core/payments';
import { sql } from 'kysely';
import { type WorstScore, worstScores } from '../bets/exposure-rows.ts';
import type { Db } from '../connect.ts';
import type { IncidentKind } from '../matches/feed-account.ts';

/** How many wait, and since when the oldest does. */
export type Waiting = { readonly count: number; readonly oldest: Instant | null };
type WaitingMoney = Waiting & { readonly amount: Cents };

/** What waits for an admin, and what the health of the feeds is judged by. */
export type OpenWork = {
  readonly withdrawals: WaitingMoney;
  readonly failedReturns: WaitingMoney;
  readonly deposits: WaitingMoney;
  /** Adjustments that another admin must decide. */
  readonly adjustments: Waiting;
  /** Approved adjustments that the operator must post. */
  readonly unposted: Waiting;
  readonly matches: Waiting;
  readonly cases: Readonly<Record<CaseKind, Waiting>>;
  /** Closed accounts whose balance is not 0, the longest closed first: no one can withdraw it or pay it. */
  readonly closedBalances: readonly { readonly userId: UserId; readonly cash: Cents; readonly closedAt: Instant }[];
  readonly liabilities: readonly (WorstScore & MatchNames)[];
  /** Ended matches with unsettled bets. */
  readonly unsettled: Waiting;
  readonly emails: Waiting;
  readonly incidents: readonly IncidentKind[];
  readonly owedChecksSince: Instant | null;
  /** When the newest event was recorded, and when the log was signed last. */
  readonly eventAt: Instant | null;
  readonly checkpointAt: Instant | null;
};
type MatchNames = {
  readonly leagueKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
};

/** A list of admins, by the part of the answer it is counted for. */
type Part =
  | 'withdrawals'
  | 'failedReturns'
  | 'deposits'
  | 'adjustments'
  | 'unposted'
  | 'matches'
  | 'unsettled'
  | 'emails'
  | CaseKind;
type Row = { readonly part: Part; readonly count: number; readonly amount: Cents; readonly oldest: Instant | null };

/** Reads what waits for an admin, with the largest `mostLiabilities` losses that a match may cause. */
export async function readOpenWork(db: Db, mostLiabilities: number): Promise<OpenWork> {
  // `flags <> '{}'` makes the partial index on flagged transactions usable.
  const parts = sql<Row>`
    select 'withdrawals' as part, count(*) as count, coalesce(sum(amount), 0)::bigint as amount, min(created_at) as oldest
    from transactions where status = 'pending' and type = 'withdrawal'
    union all
    select 'deposits', count(*), coalesce(sum(amount), 0)::bigint, min(created_at)
    from transactions where type = 'deposit' and flags && ${[...depositAlarms]}::text[] and flags <> '{}'
    union all
    select 'failedReturns', count(distinct t.id), coalesce(sum((part ->> 'amount')::bigint), 0)::bigint, min(t.created_at)
    from transactions t cross join lateral jsonb_array_elements(t.route) part
    where t.flags @> array[${refundAlarm}] and t.flags <> '{}' and t.type = 'withdrawal' and part ->> 'state' = 'failed'
    union all
    select 'adjustments', count(*), 0, min(r.at) from adjustment_steps r where r.step = 'requested' and not exists (
      select from adjustment_steps d where d.adjustment_id = r.adjustment_id and d.step <> 'requested')
    union all
    select 'unposted', count(*), 0, min(a.at) from adjustment_steps a where a.step = 'approved' and not exists (
      select from ledger_events e where e.wallet_id = a.wallet_id and e.key = 'adjustment:' || a.adjustment_id)
      -- As in mayAdjust: these are never posted.
      and not exists (
        select from closed_accounts c join wallets w on w.wallet_id = c.wallet_id where c.wallet_id = a.wallet_id
          and (abs(w.cash + a.amount) >= abs(w.cash) or sign(w.cash + a.amount) * sign(w.cash) < 0))
    union all
    select 'matches', count(distinct match_id), 0, min(at) from (
      select match_id, created_at as at from match_reviews where resolved_at is null
      union all select match_id, proposed_at from result_proposals where status = 'open') as open
    union all
    select kind, count(*), 0, min(opened_at) from cases where state = 'open' group by kind
    union all
    select 'unsettled', count(*), 0, min(ended_at) from matches where status <> 'open' and graded_at is null
    union all
    select 'emails', count(*), 0, min(asked_at) from letters where ended_at is null`.execute(db);
  const facts = sql<Pick<OpenWork, 'owedChecksSince' | 'eventAt' | 'checkpointAt'> & { incidents: IncidentKind[] }>`
    select (select min(owed_since) from payment_checks where owed_since is not null) as "owedChecksSince",
      (select recorded_at from ledger_events order by seq desc limit 1) as "eventAt",
      (select signed_at from log_checkpoints order by size desc limit 1) as "checkpointAt",
      array(select kind from feed_incidents where closed_at is null order by opened_at) as incidents`.execute(db);
  const [{ rows }, { rows: known }, { rows: closedBalances }, liabilities] = await Promise.all([
    parts,
    facts,
    sql<OpenWork['closedBalances'][number]>`
      select c.user_id as "userId", w.cash, c.closed_at as "closedAt"
      from closed_accounts c join wallets w on w.wallet_id = c.wallet_id
      where w.cash <> 0 order by c.closed_at limit ${mostClosed}`.execute(db),
    liabilitiesOf(db, mostLiabilities),
  ]);
  const [found] = known;
  if (!found) throw new Error('the database returned no facts');
  const of = (part: Part) => rows.find((row) => row.part === part) ?? none;
  return {
    ...found,
    withdrawals: of('withdrawals'),
    failedReturns: of('failedReturns'),
    deposits: of('deposits'),
    adjustments: of('adjustments'),
    unposted: of('unposted'),
    matches: of('matches'),
    cases: {
      verification: of('verification'),
      reconciliation: of('reconciliation'),
      investigation: of('investigation'),
    },
    closedBalances,
    liabilities,
    unsettled: of('unsettled'),
    emails: of('emails'),
  };
}

/** More appear once these are 0. */
const mostClosed = 50;

const none = { count: 0, amount: noMoney, oldest: null };

async function liabilitiesOf(db: Db, limit: number): Promise<OpenWork['liabilities']> {
  const worst = await worstScores(db, limit);
  if (worst.length === 0) return [];
  const matches = await db
    .selectFrom('matches')
    .select([
      'id',
      'league_key as leagueKey',
      'home_team as homeTeam',
      'away_team as awayTeam',
      'kickoff_at as kickoffAt',
    ])
    .where(
      'id',
      'in',
      worst.map(({ matchId }) => matchId),
    )
    .execute();
  return worst.flatMap((one) => {
    const match = matches.find(({ id }) => id === one.matchId);
    if (!match) return [];
    const { id: _, ...names } = match;
    return { ...one, ...names };
  });
}
