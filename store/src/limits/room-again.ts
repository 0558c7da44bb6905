import { type LimitReached, type PassedLimit, periodMs, roomAgainAt, type Use } from '@touchline/core/account';
import type { WalletId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import { type Cents, cents } from '@touchline/core/money';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { listDeposits } from './deposited.ts';
import { playedBy } from './restriction-rows.ts';

/** Adds to each limit of a refusal when `amount` fits within it again, if time alone achieves that. */
export async function withRoomAgain(
  db: Db,
  walletId: WalletId,
  { code, passed }: LimitReached,
  amount: Cents,
  now: Instant,
): Promise<LimitReached> {
  const withTimes = passed.map(async (exceeded): Promise<PassedLimit> => {
    const { kind, period, limit } = exceeded;
    const since = instant(now - periodMs[period]);
    const left = cents(limit - amount);
    const again =
      kind === 'deposit'
        ? await afterDeposits(db, walletId, { period, since, left })
        : await afterPlays(db, walletId, { kind, period, since, left });
    return { ...exceeded, again };
  });
  return { code, passed: await Promise.all(withTimes) };
}

/** `left`: how much may be used in the period so that the amount fits. */
type Sought = { readonly period: PassedLimit['period']; readonly since: Instant; readonly left: Cents };
type SoughtPlay = Sought & { readonly kind: 'stake' | 'loss' };

async function afterDeposits(db: Db, walletId: WalletId, { period, since, left }: Sought) {
  const rows = await listDeposits(db, walletId, since);
  const unpaid = rows.reduce((total, { amount, open }) => (open ? total + amount : total), 0);
  return roomAgainAt(
    rows.filter((row) => !row.open),
    period,
    cents(left - unpaid),
  );
}

/** With more events than this in the period, the time is found by bisection of the sums to date. */
const mostRead = 1_000;

async function afterPlays(db: Db, walletId: WalletId, sought: SoughtPlay): Promise<Instant | undefined> {
  const { kind, period, since, left } = sought;
  const { rows } = await sql<Span>`
    select first_version_after(wallet_id, ${new Date(since)}::timestamptz) as first, version as last, staked,
      staked_to_date as "stakedToDate", lost_to_date as "lostToDate"
    from wallets where wallet_id = ${walletId}`.execute(db);
  const [span] = rows;
  if (!span) throw new Error(`there is no wallet ${walletId}`);
  const room = cents(kind === 'stake' ? left : left - span.staked);
  if (span.last - span.first < mostRead) return roomAgainAt(await usesOf(db, walletId, kind, span.first), period, room);
  if (room < 0) return undefined;
  const at = await searchUse(db, walletId, kind, span, room);
  return at === undefined ? undefined : instant(at + periodMs[period]);
}

type Span = {
  readonly first: number;
  readonly last: number;
  readonly staked: Cents;
  readonly stakedToDate: Cents;
  readonly lostToDate: Cents;
};

/**
 * Returns the time of a use after which at most `room` was used, by bisection: some 20 rows, however many bets. Sums fall with a win, so
 * an earlier use may do as well; there is room from this one on all the same.
 */
async function searchUse(
  db: Db,
  walletId: WalletId,
  kind: 'stake' | 'loss',
  span: Span,
  room: Cents,
): Promise<Instant | undefined> {
  const column = sql.raw(kind === 'stake' ? 'e.staked_to_date + changed.staked' : 'e.lost_to_date + changed.lost');
  const least = (kind === 'stake' ? span.stakedToDate : span.lostToDate) - room;
  let [low, high] = [span.first, span.last];
  let found: Instant | undefined;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    // With `version = `, the planner could choose an index that starts with the wallet alone, and read all its events.
    const { rows } = await sql<{ at: Instant; used: Cents }>`
      select e.recorded_at as at, ${column} as used from (
        select * from ledger_events where wallet_id = ${walletId} and version >= ${middle} order by version limit 1
      ) e cross join lateral play_changed_after(e.wallet_id, e.recorded_at) changed`.execute(db);
    const [row] = rows;
    if (row && row.used >= least) {
      found = row.at;
      high = middle - 1;
    } else low = middle + 1;
  }
  return found;
}

/** What was undone since is no use, and neither is what undid it. */
async function usesOf(db: Db, walletId: WalletId, kind: 'stake' | 'loss', first: number): Promise<readonly Use[]> {
  const amount = sql.raw<Cents>(kind === 'stake' ? playedBy.staked : playedBy.lost);
  const { rows } = await sql<Use>`
    select * from (
      select e.recorded_at as at, (${amount})::bigint as amount, e.version
      from ledger_events e
      where e.wallet_id = ${walletId} and e.version >= ${first} and e.type not in ('BetRejected', 'SettlementRolledBack')
        and not exists (
          select from ledger_events undone
          where undone.wallet_id = e.wallet_id and undone.type in ('BetRejected', 'SettlementRolledBack')
            and undone.key = replace(replace(e.key, 'stake:', 'judge:'), 'settle:', 'rollback:'))
    ) used where amount <> 0 order by version`.execute(db);
  return rows;
}
