import type { MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import { isMovedTooFar } from '@touchline/core/matches';
import { isHalfTimePossible, type MatchDecision } from '@touchline/core/settlement';
import { type Selectable, sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { MatchResultTable, StoredDecision } from '../database.ts';
import { lockMatches, wakeReplicas } from '../matches/lock-matches.ts';
import { type AskedDecision, readNoticedKickoffs, withLateBets } from './late-bets.ts';
import { reportedHalfTime } from './match-reports.ts';

/** A decision about a match. The latest version counts; earlier ones are never changed. */
export type Ruling = {
  readonly matchId: MatchId;
  readonly version: number;
  readonly decision: MatchDecision;
  readonly reason: string;
  /** `system:results` or `admin:<id>`; `confirmedBy`: the second admin. */
  readonly actor: string;
  readonly confirmedBy: string | null;
  readonly decidedAt: Instant;
};

export const adminActor = (userId: UserId): string => `admin:${userId}`;

/** Returns all rulings on a match, oldest first. */
export async function listRulings(db: Db | Trx, matchId: MatchId): Promise<readonly Ruling[]> {
  const rulings = db.selectFrom('match_results').selectAll().where('match_id', '=', matchId);
  return (await rulings.orderBy('version').execute()).map(fromRow);
}

/** Returns the current ruling on a match that ended, or whose bets are partly void. Throws for an open match without rulings. */
export async function rulingOf(db: Db, matchId: MatchId): Promise<Ruling> {
  const last = await lastRuling(db, matchId);
  return last && isOnResult(last) ? last : db.transaction().execute((trx) => ruleAtEnd(trx, matchId));
}

/** Returns the latest decision about a match; without one it is open. */
export const decisionOn = async (db: Db | Trx, matchId: MatchId): Promise<MatchDecision> =>
  (await lastRuling(db, matchId))?.decision ?? { result: { kind: 'open' }, voidBets: [] };

/**
 * Writes the first ruling on how a match ended, in the transaction that ends it; returns the existing one if there is one. Bets placed
 * between the true kick-off and its detection are void, and so are those that an admin voided while the match was open.
 */
export async function ruleAtEnd(
  trx: Trx,
  matchId: MatchId,
  reportedBy: keyof typeof reportedTexts = 'first',
  voidReason = 'the match was not played',
): Promise<Ruling> {
  const match = await lockMatch(trx, matchId);
  const known = await lastRuling(trx, matchId);
  if (known && (isOnResult(known) || match?.status === 'open')) return known;
  if (!match || match.status === 'open' || match.ended_at === null) throw new Error(`match ${matchId} has not ended`);
  const { home_score: home, away_score: away } = match;
  const isPlayed = match.status === 'finished' && home !== null && away !== null;
  const result = isPlayed
    ? await playedResult(trx, matchId, { home, away }, known?.decision)
    : ({ kind: 'void' } as const);
  return write(trx, {
    matchId,
    version: (known?.version ?? 0) + 1,
    decision: await wholeDecision(trx, matchId, { result }),
    reason: isPlayed ? reportedTexts[reportedBy] : voidReason,
    actor: 'system:results',
    confirmedBy: null,
    decidedAt: match.ended_at,
  });
}

/** A result with the half-time score recorded before, or else with the one last reported, if it fits. */
async function playedResult(
  trx: Trx,
  matchId: MatchId,
  score: Score,
  known: MatchDecision | undefined,
): Promise<MatchDecision['result']> {
  const recorded = known && 'halfTime' in known.result ? known.result.halfTime : undefined;
  const halfTime = recorded ?? (await reportedHalfTime(trx, matchId));
  return { kind: 'score', score, ...(halfTime && isHalfTimePossible(score, halfTime) && { halfTime }) };
}

type SystemRuling = Pick<AskedDecision, 'result'> & { readonly reason: string; readonly at: Instant };

/**
 * Writes a ruling by providers that replaces the last one. Returns whether it did: not for an ended match without a result, nor for an
 * open one that was moved too far for bets to stand.
 */
export async function recordSystemRuling(
  trx: Trx,
  matchId: MatchId,
  { result, reason, at }: SystemRuling,
): Promise<boolean> {
  const match = await lockMatch(trx, matchId);
  const last = await lastRuling(trx, matchId);
  const isPossible =
    match?.status === 'open'
      ? !isMovedTooFar({ kickoffAt: match.kickoff_at, firstKickoffAt: match.first_kickoff_at })
      : match && last && isOnResult(last);
  if (!isPossible) return false;
  await write(trx, {
    matchId,
    version: (last?.version ?? 0) + 1,
    decision: await wholeDecision(trx, matchId, { result }),
    reason,
    actor: 'system:results',
    confirmedBy: null,
    decidedAt: at,
  });
  return true;
}

const reportedTexts = {
  first: 'the final score of the provider',
  both: 'the final score of both results providers',
  second: 'the final score of the second results provider',
} as const;

type NewRuling = Omit<Ruling, 'version'> & {
  /** The version that it replaces; 0 for a match without rulings. */
  readonly basedOn: number;
};

/**
 * Writes an admin's ruling: a result, a corrected result, or only which bets are void while the match continues. The worker settles by
 * it. Late bets stay void whatever the result. `outdated`: another ruling was made in the meantime; nothing changed.
 */
export async function rule(
  trx: Trx,
  { basedOn, ...ruling }: NewRuling,
): Promise<Ruling | 'outdated' | 'match-unknown'> {
  await lockMatches(trx);
  const match = await lockMatch(trx, ruling.matchId);
  if (!match) return 'match-unknown';
  const last = await lastRuling(trx, ruling.matchId);
  // The provider's result is a version too, even before any bet is settled by it.
  if (match.status !== 'open' && !(last && isOnResult(last))) return 'outdated';
  if (match.result_version !== basedOn) return 'outdated';
  if (match.status !== 'open' && !isOnResult(ruling)) return 'outdated';
  const { result } = ruling.decision;
  const decision = await wholeDecision(trx, ruling.matchId, ruling.decision);
  const written = await write(trx, { ...ruling, decision, version: basedOn + 1 });
  if (result.kind === 'open') return written;
  const at = timestamp(ruling.decidedAt);
  await trx
    .updateTable('matches')
    .set({
      seq: sql<number>`nextval('match_seq')`,
      status: result.kind === 'score' ? 'finished' : 'void',
      ...('score' in result && { home_score: result.score.home, away_score: result.score.away }),
      ended_at: match.ended_at === null ? at : timestamp(match.ended_at),
      updated_at: at,
    })
    .where('id', '=', ruling.matchId)
    .execute();
  await wakeReplicas(trx);
  return written;
}

/** Returns the decision with all void windows, by the rulings so far and the kick-off that stands now. */
export async function wholeDecision(db: Db | Trx, matchId: MatchId, asked: AskedDecision): Promise<MatchDecision> {
  const earlier = (await listRulings(db, matchId)).map(({ decision }) => decision.voidBets);
  return withLateBets(asked, earlier, await readNoticedKickoffs(db, matchId));
}

/** Whether a ruling decides how the match ended, not only which bets are void while it continues. */
export const isOnResult = ({ decision }: Pick<Ruling, 'decision'>): boolean => decision.result.kind !== 'open';

const lockMatch = (trx: Trx, id: MatchId) =>
  trx
    .selectFrom('matches')
    .select(['status', 'kickoff_at', 'first_kickoff_at', 'home_score', 'away_score', 'ended_at', 'result_version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

async function lastRuling(db: Db | Trx, matchId: MatchId): Promise<Ruling | undefined> {
  const rulings = db.selectFrom('match_results').selectAll().where('match_id', '=', matchId);
  const row = await rulings.orderBy('version', 'desc').limit(1).executeTakeFirst();
  return row && fromRow(row);
}

async function write(trx: Trx, ruling: Ruling): Promise<Ruling> {
  const { matchId, version, decision, reason, actor, confirmedBy, decidedAt } = ruling;
  const { kind, home, away, halfTime, voidBets } = storedDecision(decision);
  await trx
    .insertInto('match_results')
    .values({
      match_id: matchId,
      version,
      kind,
      home_score: home ?? null,
      away_score: away ?? null,
      half_home_score: halfTime?.home ?? null,
      half_away_score: halfTime?.away ?? null,
      void_bets: JSON.stringify(voidBets),
      reason,
      actor,
      confirmed_by: confirmedBy,
      decided_at: timestamp(decidedAt),
    })
    .execute();
  // Its bets are to be settled by this version, whatever they were settled by before.
  await trx
    .updateTable('matches')
    .set({ result_version: version, graded_at: null })
    .where('id', '=', matchId)
    .execute();
  return ruling;
}

const fromRow = (row: Selectable<MatchResultTable>): Ruling => ({
  matchId: row.match_id,
  version: row.version,
  decision: decisionFromRow(row),
  reason: row.reason,
  actor: row.actor,
  confirmedBy: row.confirmed_by,
  decidedAt: row.decided_at,
});

export type DecisionRow = Pick<
  Selectable<MatchResultTable>,
  'kind' | 'home_score' | 'away_score' | 'half_home_score' | 'half_away_score' | 'void_bets'
>;

export const decisionFromRow = (row: DecisionRow): MatchDecision =>
  decisionFromStored({
    kind: row.kind,
    ...(row.home_score !== null && { home: row.home_score }),
    ...(row.away_score !== null && { away: row.away_score }),
    ...(row.half_home_score !== null &&
      row.half_away_score !== null && { halfTime: { home: row.half_home_score, away: row.half_away_score } }),
    voidBets: row.void_bets,
  });

/** A decision as JSON. */
export const storedDecision = ({ result, voidBets }: MatchDecision): StoredDecision => ({
  kind: result.kind,
  ...('score' in result && result.score),
  ...('halfTime' in result && result.halfTime && { halfTime: result.halfTime }),
  voidBets,
});

/** Throws for a score without goals, which the tables' checks rule out. */
export function decisionFromStored({ kind, home, away, halfTime, voidBets }: StoredDecision): MatchDecision {
  const half = halfTime && { halfTime };
  if (kind === 'void') return { result: { kind }, voidBets };
  const score = home !== undefined && away !== undefined && { home, away };
  if (kind === 'open') return { result: { kind, ...(score && { score }), ...half }, voidBets };
  if (!score) throw new RangeError('a stored score without goals');
  return { result: { kind, score, ...half }, voidBets };
}
