import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant } from '@touchline/core/instant';
import {
  type AnnouncedKickoff,
  isSameWindow,
  lateBets,
  type MatchDecision,
  type VoidWindow,
} from '@touchline/core/settlement';
import { sql } from 'kysely';
import type { Db, Trx } from '../connect.ts';
import { isNoticedLate } from '../matches/match-doubt.ts';

/** How a match ended. `voidBets`: all its windows, without those that an admin lifts; without it the earlier ones stay. */
export type AskedDecision = Pick<MatchDecision, 'result'> & { readonly voidBets?: MatchDecision['voidBets'] };

/**
 * Returns the complete decision: void windows survive a corrected result, and late bets are void by the kick-off that stands now, except
 * in windows that an admin lifted. A lifted window is known by its end, because its start moves with the kick-off. `earlier`: the windows
 * of every decision so far, oldest first.
 */
export function withLateBets(
  { result, voidBets }: AskedDecision,
  earlier: readonly (readonly VoidWindow[])[],
  kickoffs: NoticedKickoffs | null,
): MatchDecision {
  const decided = voidBets ?? earlier.at(-1) ?? [];
  const late = lateBetsBy(kickoffs).filter(
    (window) => hasEnd(decided, window) || !earlier.some((windows) => hasEnd(windows, window)),
  );
  const windows = [...late, ...decided.filter((window) => !window.late)];
  // Of two equal windows keep the later one: it may have a reason.
  return {
    result,
    voidBets: windows.filter((window, at) => !windows.slice(at + 1).some((later) => isSameWindow(window, later))),
  };
}

const hasEnd = (windows: readonly VoidWindow[], { until }: VoidWindow): boolean =>
  windows.some((window) => window.market === undefined && window.until === until);

/** The kick-offs of a match that kicked off earlier than announced. Times are text. */
export type NoticedKickoffs = {
  readonly kickoffAt: string;
  readonly firstKickoffAt: string;
  readonly changes: readonly { readonly from: string; readonly kickoffAt: string }[] | null;
  /** When an earlier kick-off was last noticed. Reviews from before this member existed lack it. */
  readonly seenAt: string | null;
};

/** The `NoticedKickoffs` of a row `m` of `matches`, in SQL; null for a match that never kicked off earlier. */
export const noticedKickoffsText = `(
  select json_build_object('kickoffAt', m.kickoff_at, 'firstKickoffAt', m.first_kickoff_at, 'seenAt', max(v.facts ->> 'seenAt'),
    'changes', (select json_agg(json_build_object('from', c.changed_at, 'kickoffAt', c.kickoff_at) order by c.id)
      from match_changes c where c.match_id = m.id))
  from match_reviews v where v.match_id = m.id and v.kind = 'kicked-off-earlier' having count(*) > 0)`;

export async function readNoticedKickoffs(db: Db | Trx, matchId: MatchId): Promise<NoticedKickoffs | null> {
  const { rows } = await sql<{ kickoffs: NoticedKickoffs | null }>`
    select ${sql.raw(noticedKickoffsText)} as kickoffs from matches m where m.id = ${matchId}`.execute(db);
  return rows[0]?.kickoffs ?? null;
}

/** Returns the windows of bets placed after a kick-off that was earlier than announced. */
function lateBetsBy(kickoffs: NoticedKickoffs | null): readonly VoidWindow[] {
  if (!kickoffs?.seenAt) return [];
  const [kickoffAt, seenAt] = [timeOf(kickoffs.kickoffAt), timeOf(kickoffs.seenAt)];
  if (!isNoticedLate(kickoffAt, seenAt)) return [];
  const changes = (kickoffs.changes ?? []).map((one) => ({ from: timeOf(one.from), kickoffAt: timeOf(one.kickoffAt) }));
  const announced: readonly AnnouncedKickoff[] = [{ kickoffAt: timeOf(kickoffs.firstKickoffAt) }, ...changes];
  const moved = announced.filter((kickoff, at) => kickoff.kickoffAt !== announced[at - 1]?.kickoffAt);
  return lateBets(moved, kickoffAt, seenAt);
}

const timeOf = (text: string): Instant => instant(Date.parse(text));
