import { type AcceptanceDelays, defaultLimits, type OddsPolicy } from '@touchline/core/betting';
import type { BetId } from '@touchline/core/ids';
import { sql } from 'kysely';
import type { Db } from '../connect.ts';
import type { JudgeBet, PlaceBet } from '../wallet/index.ts';
import { confirmPrices, createMatch, homeWins, type Player, type TestMatch } from './betting-fixture.ts';
import type { TestDatabase } from './test-database.ts';

export const eightSeconds: AcceptanceDelays = { usual: 8, ofLeague: {} };

/** As `createMatch`, ten minutes after kick-off. */
export async function createMatchInPlay(db: Db, homeTeam: string, awayTeam: string): Promise<TestMatch> {
  const match = await createMatch(db, homeTeam, awayTeam);
  const kickoff = new Date(Date.now() - 600_000);
  await db.updateTable('matches').set({ kickoff_at: kickoff }).where('id', '=', match.id).execute();
  return match;
}

/** Returns `homeWins` as in-play bets with an acceptance delay of eight seconds. */
export function inPlayHomeWins(
  player: Player,
  matches: readonly TestMatch[],
  stake: number,
  oddsPolicy: OddsPolicy = 'none',
): PlaceBet {
  const bet = homeWins(player, matches, stake);
  const rules = { limits: defaultLimits, inPlay: 'open', delays: eightSeconds } as const;
  return { ...bet, request: { ...bet.request, oddsPolicy }, rules };
}

/** What the worker asks when the delay of a bet is over. */
export const judging = ({ betId, walletId, request }: PlaceBet): JudgeBet => ({
  type: 'judge-bet',
  betId,
  walletId,
  matchIds: request.picks.map((pick) => pick.matchId),
  limits: defaultLimits,
  actor: 'system:acceptance',
  cause: `bet:${betId}`,
});

/** Nine seconds pass for these bets, and the provider confirms its prices. */
export async function letDelayPass({ db, byOwner }: TestDatabase, ids: readonly BetId[]): Promise<void> {
  await byOwner((owner) =>
    sql`
      update bets set placed_at = placed_at - interval '9 seconds', accept_at = accept_at - interval '9 seconds'
      where id = any(${ids}::uuid[])`.execute(owner),
  );
  await confirmPrices(db);
}

/** Changes the match winner market, raises its version and records it in the price history. */
export async function changeWinner(
  db: Db,
  match: TestMatch,
  to: { readonly state?: 'open' | 'suspended'; readonly home?: string },
): Promise<void> {
  const { state = 'open', home = '2' } = to;
  await sql`
    update matches set seq = nextval('match_seq'), markets = jsonb_set(markets, '{h2h}', (markets -> 'h2h') || jsonb_build_object(
      'state', ${state}::text, 'home', ${home}::text, 'version', (markets -> 'h2h' ->> 'version')::int + 1))
    where id = ${match.id}`.execute(db);
  await sql`
    insert into price_changes (match_id, market, version, state, point, prices, bookmaker, quoted_at)
    select id, 'h2h', (markets -> 'h2h' ->> 'version')::int, ${state}, null,
      jsonb_build_object('home', ${home}::text, 'draw', '3.5', 'away', '4'), 'bet365', now()
    from matches where id = ${match.id}`.execute(db);
}

/** Sets the score. */
export const setScore = (db: Db, match: TestMatch, home: number, away: number): Promise<unknown> =>
  db.updateTable('matches').set({ home_score: home, away_score: away }).where('id', '=', match.id).execute();
