import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Match } from '@touchline/core/matches';
import { type RawBuilder, sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lockMatches, wakeReplicas } from '../matches/lock-matches.ts';
import { reviewsOfVoid } from '../matches/match-doubt.ts';
import { resolveAnswered } from '../matches/match-reviews.ts';
import { halves, isHalfTimeAwaited } from './half-time.ts';
import { ruleAtEnd } from './rulings.ts';

/** A match as it was when it seemed not to be played. */
type Unplayed = Pick<Match, 'id' | 'kickoffAt'>;
/** `outdated`: it has ended, has a score or has another kick-off by now; nothing changed. */
type Voided = 'voided' | 'outdated';

/** Voids an open match without a score, and with it every leg on it. Reviews that no bet depends on any more are resolved. */
export const voidMatch = (trx: Trx, match: Unplayed, at: Instant): Promise<Voided> => endAsVoid(trx, match, at);

/**
 * Voids an open match without a score whose kick-off moved too far for its bets, later or earlier. The provider keeps using its event id, so the match is
 * renamed: the next quote of the event creates a new match with the new kick-off.
 */
export const voidMovedMatch = (trx: Trx, match: Unplayed, at: Instant): Promise<Voided> =>
  endAsVoid(trx, match, at, {
    renamed: { provider_event_id: sql<string>`provider_event_id || ' postponed ' || id` },
    reason: 'the kick-off was moved by more than 48 hours',
  });

async function endAsVoid(
  trx: Trx,
  { id: matchId, kickoffAt }: Unplayed,
  at: Instant,
  {
    renamed,
    reason,
  }: { readonly renamed?: { readonly provider_event_id: RawBuilder<string> }; readonly reason?: string } = {},
): Promise<Voided> {
  await lockMatches(trx);
  const { numUpdatedRows } = await trx
    .updateTable('matches')
    .set({
      seq: sql<number>`nextval('match_seq')`,
      status: 'void',
      ended_at: timestamp(at),
      updated_at: timestamp(at),
      ...renamed,
    })
    .where('id', '=', matchId)
    .where('status', '=', 'open')
    .where(sql<boolean>`kickoff_at = ${timestamp(kickoffAt)}`)
    // What a score has decided stands: an admin decides about a match that began.
    .where('home_score', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return 'outdated';
  await ruleAtEnd(trx, matchId, undefined, reason);
  await resolveAnswered(trx, [matchId], reviewsOfVoid, at);
  await wakeReplicas(trx);
  return 'voided';
}

/**
 * Reopens the grading of matches that are marked as graded but have pending legs, from bets placed while the match ended. Returns
 * them. `endedAfter` limits the search to matches that ended after it.
 */
export async function reopenGrading(
  db: Db,
  { endedAfter }: { readonly endedAfter?: Instant } = {},
): Promise<readonly MatchId[]> {
  let graded = db
    .updateTable('matches')
    .set({ graded_at: null })
    .where('status', '<>', 'open')
    .where('graded_at', 'is not', null);
  if (endedAfter !== undefined) graded = graded.where(sql<boolean>`ended_at > ${timestamp(endedAfter)}`);
  const reopened = await graded
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bet_legs')
          .leftJoin('bets', 'bets.id', 'bet_legs.bet_id')
          .select('bet_legs.bet_id')
          .whereRef('bet_legs.match_id', '=', 'matches.id')
          .where('bet_legs.status', '=', 'pending')
          // These wait for the half-time score, which is a new decision.
          .where(sql<boolean>`not (bet_legs.market = any(${halves()}::text[]) and ${isHalfTimeAwaited(sql`matches`)})`)
          // A bet that awaits acceptance is not settled until it is accepted.
          .where(({ or, eb }) => or([eb('bets.acceptance', 'is', null), eb('bets.acceptance', '=', 'accepted')])),
      ),
    )
    .returning('id')
    .execute();
  return reopened.map((match) => match.id);
}

/** The same for open matches with void windows: a bet in a window was placed, or accepted, while the window was graded. */
export async function reopenWindows(db: Db): Promise<readonly MatchId[]> {
  const { rows } = await sql<{ id: MatchId }>`
    update matches m set graded_at = null
    from match_results r
    where m.status = 'open' and m.result_version > 0 and m.graded_at is not null
      and r.match_id = m.id and r.version = m.result_version
      and exists (
        select from bet_legs l
        join bets b on b.id = l.bet_id and (b.acceptance is null or b.acceptance = 'accepted')
        join jsonb_to_recordset(r.void_bets) as w (market text, builders boolean, "from" float8, until float8)
          on (w.market is null or w.market = l.market
            or (w.builders and l.market = 'builder' and strpos('+' || l.pick, '+' || w.market || ':') > 0))
          and (w."from" is null or coalesce(b.accepted_at, b.placed_at) >= to_timestamp(w."from" / 1000))
          and (w.until is null or coalesce(b.accepted_at, b.placed_at) < to_timestamp(w.until / 1000))
        where l.match_id = m.id and l.status = 'pending'
      )
    returning m.id`.execute(db);
  return rows.map(({ id }) => id);
}
