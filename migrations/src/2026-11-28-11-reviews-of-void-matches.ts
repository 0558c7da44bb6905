import { type Kysely, sql } from 'kysely';

/** Reviews of matches that are void already, where nothing is left to decide, as a void resolves them from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update match_reviews r set resolved_at = now(), resolved_by = 'system:results', resolution = 'noted'
    from matches m
    where m.id = r.match_id and m.status = 'void' and r.resolved_at is null
      and r.kind in ('teams-swapped', 'kicked-off-earlier', 'result-missing', 'result-awarded', 'called-off')
      -- An abandoned match has this status too, and some bets on it stand.
      and not exists (
        select from match_results d where d.match_id = m.id and d.version = m.result_version and d.kind <> 'void')`.execute(
    db,
  );
}
