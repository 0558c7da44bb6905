import type { CashOutFacts } from '@touchline/core/betting';
import type { MatchId } from '@touchline/core/ids';
import { scoreOf } from '@touchline/core/markets';
import { isStatusCertain, type KnownResult, type MatchDecision, type VoidWindow } from '@touchline/core/settlement';
import { reviewsOfHalfTime, reviewsOfResult } from '../matches/match-doubt.ts';
import { type NoticedKickoffs, noticedKickoffsText, withLateBets } from './late-bets.ts';
import { type DecisionRow, decisionFromRow, isOnResult } from './rulings.ts';

const text = `
  select m.id, r.kind, r.home_score, r.away_score, r.half_home_score, r.half_away_score, r.void_bets,
    (select json_agg(d.void_bets order by d.version) from match_results d where d.match_id = m.id) as windows,
    ${noticedKickoffsText} as kickoffs,
    case when m.status = 'open' then m.home_score end as live_home, case when m.status = 'open' then m.away_score end as live_away,
    exists (select from match_reviews v where v.match_id = m.id and v.resolved_at is null and v.kind = any($2::text[])) as result,
    exists (select from match_reviews v where v.match_id = m.id and v.resolved_at is null and v.kind = any($3::text[])) as half_time
  from matches m left join match_results r on r.match_id = m.id and r.version = m.result_version
  where m.id = any($1::uuid[])`;

/**
 * Reads what is known about the results of these matches, and returns whether a leg on one of them is settled as it says. Bets are read
 * before: then a decision in the meantime is seen here.
 */
export async function knownResults(
  query: (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>,
  matchIds: readonly MatchId[],
): Promise<CashOutFacts['isStatusCertain']> {
  const { rows } =
    matchIds.length === 0 ? { rows: [] } : await query(text, [matchIds, reviewsOfResult, reviewsOfHalfTime]);
  const known = new Map((rows as readonly KnownRow[]).map((row) => [row.id, knownFromRow(row)]));
  return ({ matchId, outcome, status }, takenAt) => {
    const result = known.get(matchId);
    return result !== undefined && isStatusCertain({ outcome, status, takenAt }, result);
  };
}

type KnownRow = { readonly id: MatchId } & (DecisionRow | { readonly kind: null }) & {
    /** The void windows of every decision, oldest first. */
    readonly windows: readonly (readonly VoidWindow[])[] | null;
    readonly kickoffs: NoticedKickoffs | null;
    readonly live_home: number | null;
    readonly live_away: number | null;
    readonly result: boolean;
    readonly half_time: boolean;
  };

const knownFromRow = (row: KnownRow): KnownResult => ({
  decision: currentDecision(row),
  liveScore: scoreOf(row.live_home, row.live_away),
  inDoubt: [...(row.result ? (['result'] as const) : []), ...(row.half_time ? (['half-time'] as const) : [])],
});

/** Returns the decision on the result, or while the match goes on the one that would be made now: late bets are known before a ruling. */
function currentDecision(row: KnownRow): MatchDecision {
  const decision: MatchDecision = row.kind === null ? { result: { kind: 'open' }, voidBets: [] } : decisionFromRow(row);
  return isOnResult({ decision })
    ? decision
    : withLateBets({ result: decision.result }, row.windows ?? [], row.kickoffs);
}
