import type { Bet } from '@touchline/core/betting';
import type { BetId, MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { windowAround } from '@touchline/core/settlement';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import { type BetRow, betsFromRows, outcomeFromRow } from './bet-rows.ts';

/** Returns the bets of `ids` that exist, in no particular order. */
export async function readBets(db: Db, ids: readonly BetId[]): Promise<readonly Bet[]> {
  if (ids.length === 0) return [];
  return withLegs(db, await db.selectFrom('bets').selectAll().where('id', 'in', ids).execute());
}

export const readBet = async (db: Db, id: BetId): Promise<Bet | undefined> => (await readBets(db, [id]))[0];

export type HistoryPage = {
  /** Only bets placed before this one: for the next page. */
  readonly before?: BetId | undefined;
  /** Only open or only settled bets; all by default. */
  readonly show?: 'open' | 'settled' | undefined;
  readonly limit: number;
};

/** Returns a user's bets, newest first. */
export async function betHistory(db: Db, userId: UserId, page: HistoryPage): Promise<readonly Bet[]> {
  let query = db.selectFrom('bets').selectAll().where('user_id', '=', userId);
  const { before, show } = page;
  if (show) query = query.where('status', show === 'open' ? '=' : '!=', 'pending');
  if (before) {
    query = query.where(sql<boolean>`(placed_at, id) < (select placed_at, id from bets where id = ${before})`);
  }
  return withLegs(db, await query.orderBy('placed_at', 'desc').orderBy('id', 'desc').limit(page.limit).execute());
}

/** Returns the bets with a selection on a match, newest first; `before`: only bets placed before this one. */
export async function betsOnMatch(
  db: Db,
  matchId: MatchId,
  { before, limit }: Pick<HistoryPage, 'before' | 'limit'>,
): Promise<readonly Bet[]> {
  const { rows } = await sql<BetRow>`
    select b.* from bets b join bet_legs l on l.bet_id = b.id
    where l.match_id = ${matchId} and
      ${before ? sql`(b.placed_at, b.id) < (select placed_at, id from bets where id = ${before})` : sql`true`}
    order by b.placed_at desc, b.id desc limit ${limit}`.execute(db);
  return withLegs(db, rows);
}

/** When the match of a leg ended, and when the leg was graded. */
export type LegTimes = {
  readonly endedAt: Instant | null;
  readonly gradedAt: Instant | null;
  /** Why it is void, if its bet was placed in a void window. */
  readonly voidReason: string | undefined;
};

/** Returns the times of a bet's legs, by match. */
export async function readLegTimes(db: Db, id: BetId): Promise<ReadonlyMap<MatchId, LegTimes>> {
  const rows = await db
    .selectFrom('bet_legs')
    .innerJoin('matches', 'matches.id', 'bet_legs.match_id')
    .innerJoin('bets', 'bets.id', 'bet_legs.bet_id')
    .leftJoin('match_results as decided', (join) =>
      join.onRef('decided.match_id', '=', 'matches.id').onRef('decided.version', '=', 'matches.result_version'),
    )
    .select([
      'bet_legs.match_id',
      'bet_legs.graded_at',
      'matches.ended_at',
      'decided.void_bets',
      'bets.placed_at',
      'bets.accepted_at',
    ])
    .select(['bet_legs.market', 'bet_legs.pick', 'bet_legs.point', 'bet_legs.status'])
    .where('bet_legs.bet_id', '=', id)
    .execute();
  return new Map(
    rows.map((row) => {
      const leg = { outcome: outcomeFromRow(row), takenAt: row.accepted_at ?? row.placed_at };
      const window = row.status === 'void' ? windowAround(leg, row.void_bets ?? []) : undefined;
      return [row.match_id, { endedAt: row.ended_at, gradedAt: row.graded_at, voidReason: window?.reason }];
    }),
  );
}

async function withLegs(db: Db, rows: readonly BetRow[]): Promise<readonly Bet[]> {
  if (rows.length === 0) return [];
  const legs = await db
    .selectFrom('bet_legs')
    .innerJoin('matches', 'matches.id', 'bet_legs.match_id')
    .selectAll('bet_legs')
    .select([
      'matches.home_team',
      'matches.away_team',
      'matches.kickoff_at',
      'matches.status as match_status',
      'matches.home_score as match_home_score',
      'matches.away_score as match_away_score',
    ])
    .where(
      'bet_id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();
  return betsFromRows(rows, legs);
}
