import type { Acceptance, Bet, BetLeg, RejectionCode } from '@touchline/core/betting';
import type { BetId } from '@touchline/core/ids';
import { type Outcome, outcomeOf, scoreOf } from '@touchline/core/markets';
import type { MatchStatus } from '@touchline/core/matches';
import type { Decimal } from '@touchline/core/money';
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { BetLegTable, BetTable, MatchTable } from '../database.ts';

export type BetRow = Selectable<BetTable>;
/** A leg's row with the current state of its match. */
export type LegRow = Selectable<BetLegTable> &
  Pick<Selectable<MatchTable>, 'home_team' | 'away_team' | 'kickoff_at'> & {
    readonly match_status: MatchStatus;
    readonly match_home_score: number | null;
    readonly match_away_score: number | null;
  };

/** Reads bets with their legs, with the caller's client; for the wallet writer. */
export async function betsByIds(client: ClientBase, ids: readonly BetId[]): Promise<Map<BetId, Bet>> {
  const [bets, legs] = await Promise.all([
    client.query<BetRow>({
      name: 'bets-by-ids',
      text: 'select * from bets where id = any($1::uuid[])',
      values: [ids],
    }),
    client.query<LegRow>({
      name: 'legs-by-bets',
      text: `
        select l.*, m.home_team, m.away_team, m.kickoff_at, m.status as match_status,
          m.home_score as match_home_score, m.away_score as match_away_score
        from bet_legs l join matches m on m.id = l.match_id where l.bet_id = any($1::uuid[])`,
      values: [ids],
    }),
  ]);
  return new Map(betsFromRows(bets.rows, legs.rows).map((bet) => [bet.id, bet]));
}

/** Joins bets and legs, in the order of `bets`. */
export function betsFromRows(bets: readonly BetRow[], legs: readonly LegRow[]): readonly Bet[] {
  const legsOf = Map.groupBy(legs, (leg) => leg.bet_id);
  return bets.map((row) => {
    const ordered = (legsOf.get(row.id) ?? []).toSorted((a, b) => a.leg - b.leg).map(legFromRow);
    return {
      id: row.id,
      walletId: row.wallet_id,
      userId: row.user_id,
      // Grading a leg changes what the bettor sees without changing the bet's row.
      version: row.version + ordered.filter((leg) => leg.status !== 'pending').length,
      status: row.status,
      stake: row.stake,
      bonusStake: row.bonus_stake,
      system: row.system ?? undefined,
      totalOdds: row.total_odds,
      potentialPayout: row.potential_payout,
      oddsPolicy: row.odds_policy,
      payout: row.payout,
      cashedOut: { stake: row.cashed_stake, paid: row.cashed_paid },
      settlement: row.settlement,
      placedAt: row.placed_at,
      settledAt: row.settled_at,
      ...acceptanceFromRow(row),
      legs: ordered,
    };
  });
}

function acceptanceFromRow(row: BetRow): { readonly acceptance?: Acceptance } {
  const { acceptance: state, accept_at: until, accepted_at: at, rejection, rejected_match: matchId } = row;
  if (state === null || until === null) return {};
  if (state === 'pending') return { acceptance: { state, until } };
  if (state === 'accepted') return { acceptance: { state, at: at ?? row.placed_at } };
  // The table stores codes as text; only `judgeBet` writes them.
  return { acceptance: { state, code: rejection as RejectionCode, matchId } };
}

const legFromRow = (row: LegRow): BetLeg => ({
  matchId: row.match_id,
  outcome: outcomeFromRow(row),
  label: row.label,
  odds: row.odds,
  oddsSeen: row.odds_seen,
  marketVersion: row.market_version,
  bookmaker: row.bookmaker,
  quotedAt: row.quoted_at,
  score: scoreOf(row.home_score, row.away_score),
  ...(row.priced_from && { pricedFrom: row.priced_from }),
  status: row.status,
  homeTeam: row.home_team,
  awayTeam: row.away_team,
  kickoffAt: row.kickoff_at,
  matchStatus: row.match_status,
  matchScore: scoreOf(row.match_home_score, row.match_away_score),
});

/** Returns the selection of a row. Throws if no market has it. */
export const outcomeFromRow = ({
  market,
  pick,
  point,
}: Pick<LegRow, 'market' | 'pick'> & { readonly point: Decimal | null }): Outcome =>
  outcomeOf(market, pick, point?.toNumber() ?? null);
