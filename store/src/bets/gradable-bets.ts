import type { LegStatus } from '@touchline/core/betting';
import type { BetId, MatchId, UserId, WalletId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Cents, Decimal } from '@touchline/core/money';
import type { GradableBet } from '@touchline/core/settlement';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import { bigints, integers, texts, uuids } from '../array-parameter.ts';
import type { BetLegTable, BetTable } from '../database.ts';
import { outcomeFromRow } from './bet-rows.ts';

/** The parts of a bet that settlement needs. `version`: of its row. */
export type StoredBet = GradableBet & {
  readonly id: BetId;
  readonly walletId: WalletId;
  readonly userId: UserId;
  readonly version: number;
  readonly bonusStake: Cents;
  readonly totalOdds: Decimal;
  readonly settlement: number;
};

const betsText = `
  select id, wallet_id, user_id, version, stake - cashed_stake as stake, bonus_stake, system, total_odds, status, payout, settlement,
    coalesce(accepted_at, placed_at) as taken_at
  from bets where id = any($1::uuid[]) and (acceptance is null or acceptance = 'accepted')`;
const legsText = `
  select bet_id, match_id, market, pick, point, odds, status
  from bet_legs where bet_id = any($1::uuid[]) order by bet_id, leg`;

/** Reads bets for settlement, with the caller's client, without those that were rejected or await acceptance. */
export async function gradableBets(client: ClientBase, ids: readonly BetId[]): Promise<readonly StoredBet[]> {
  const wanted = [uuids(ids)];
  const [bets, legs] = await Promise.all([
    client.query<BetRow>({ name: 'gradable-bets', text: betsText, values: wanted }),
    client.query<LegRow>({ name: 'gradable-legs', text: legsText, values: wanted }),
  ]);
  const legsOf = Map.groupBy(legs.rows, (leg) => leg.bet_id);
  return bets.rows.map((row) => ({
    id: row.id,
    walletId: row.wallet_id,
    userId: row.user_id,
    version: row.version,
    stake: row.stake,
    bonusStake: row.bonus_stake,
    system: row.system ?? undefined,
    totalOdds: row.total_odds,
    status: row.status,
    payout: row.payout,
    settlement: row.settlement,
    takenAt: row.taken_at,
    legs: (legsOf.get(row.id) ?? []).map((leg) => ({
      matchId: leg.match_id,
      outcome: outcomeFromRow(leg),
      odds: leg.odds,
      status: leg.status,
    })),
  }));
}
type BetRow = Pick<
  Selectable<BetTable>,
  | 'id'
  | 'wallet_id'
  | 'user_id'
  | 'version'
  | 'stake'
  | 'bonus_stake'
  | 'system'
  | 'total_odds'
  | 'status'
  | 'payout'
  | 'settlement'
> & { readonly taken_at: Instant };
type LegRow = Pick<Selectable<BetLegTable>, 'bet_id' | 'match_id' | 'market' | 'pick' | 'point' | 'odds' | 'status'>;

const betText = `
  update bets b
  set status = s.status, payout = s.payout, settlement = s.settlement, version = s.version,
    settled_at = case when s.status = 'pending' then null else to_timestamp($7::float8 / 1000) end
  from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::bigint[], $6::int[])
    as s (id, was, version, status, payout, settlement)
  where b.id = s.id and b.version = s.was`;
const legText = `
  update bet_legs l set status = s.status,
    graded_at = case when s.status = 'pending' then null else to_timestamp($4::float8 / 1000) end
  from unnest($1::uuid[], $2::text[]) as s (bet_id, status)
  where l.bet_id = s.bet_id and l.match_id = $3`;

/** A bet after its leg on the match was graded. */
export type GradedRow = {
  readonly before: StoredBet;
  readonly bet: Pick<StoredBet, 'version' | 'status' | 'payout' | 'settlement'>;
  readonly leg: LegStatus;
};

/** Writes graded bets. Throws if one changed in the meantime, which its wallet's lock should prevent. */
export async function saveGraded(
  client: ClientBase,
  matchId: MatchId,
  rows: readonly GradedRow[],
  at: Instant,
): Promise<void> {
  const changed = rows.filter(({ before, bet }) => bet.version !== before.version);
  const [{ rowCount: legs }, bets] = await Promise.all([
    client.query({
      name: 'save-graded-legs',
      text: legText,
      values: [uuids(rows.map(({ before }) => before.id)), texts(rows.map(({ leg }) => leg)), matchId, at],
    }),
    changed.length > 0 &&
      client.query({
        name: 'save-graded-bets',
        text: betText,
        values: [
          uuids(changed.map(({ before }) => before.id)),
          integers(changed.map(({ before }) => before.version)),
          integers(changed.map(({ bet }) => bet.version)),
          texts(changed.map(({ bet }) => bet.status)),
          bigints(changed.map(({ bet }) => bet.payout)),
          integers(changed.map(({ bet }) => bet.settlement)),
          at,
        ],
      }),
  ]);
  const saved = bets ? bets.rowCount : 0;
  if (legs !== rows.length || saved !== changed.length) {
    throw new Error(
      `${rows.length} legs and ${changed.length} bets to grade, ${legs} and ${saved} were unchanged since they were read`,
    );
  }
}
