import { isDeepStrictEqual } from 'node:util';
import type { Role } from '@touchline/core/account';
import type { MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { type DryRun, type MatchDecision, needsSecondAdmin, type WeighedRun } from '@touchline/core/settlement';
import type { Json } from '@touchline/core/wallet';
import { type Selectable, sql } from 'kysely';
import { requireAdmin } from '../accounts/index.ts';
import { recordAction } from '../audit/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { ResultProposalTable, StoredDecision } from '../database.ts';
import { lockMatches } from '../matches/lock-matches.ts';
import { reviewsOfHalfTime, reviewsOfResult, reviewsOfVoid } from '../matches/match-doubt.ts';
import { suspendUnderReview } from '../matches/match-reviews.ts';
import { type Book, hasBetOn, holdBook } from './book.ts';
import { halfTimeIn } from './half-time.ts';
import {
  adminActor,
  decisionFromStored,
  decisionOn,
  isOnResult,
  type Ruling,
  rule,
  storedDecision,
} from './rulings.ts';
import { addSoloDecision, decidedAlone, lockSoloDecisions } from './solo-decisions.ts';

/** The admin who decides, for the audit log. */
export type Admin = { readonly userId: UserId; readonly role: Role; readonly requestId: string };

/** The proposer's dry run. Earlier releases did not store what they had decided alone. */
export type ProposedRun = DryRun & Partial<WeighedRun>;

export type Proposal = {
  readonly id: string;
  readonly matchId: MatchId;
  readonly basedOn: number;
  readonly decision: MatchDecision;
  readonly reason: string;
  readonly dryRun: ProposedRun;
  readonly proposedBy: { readonly userId: UserId; readonly name: string };
  readonly proposedAt: Instant;
};

type WeighedDecision = {
  readonly matchId: MatchId;
  readonly basedOn: number;
  readonly decision: MatchDecision;
  readonly reason: string;
  readonly dryRun: WeighedRun;
  readonly at: Instant;
};

/** A decision with its dry run, and the book from which that was computed. */
type TriedDecision = Omit<WeighedDecision, 'dryRun'> & {
  readonly dryRun: DryRun;
  readonly book: Book;
  /** The most that one admin may decide alone in a day. */
  readonly limit: Cents;
};
export type Decided = { readonly outcome: 'done' | 'proposed'; readonly dryRun: WeighedRun };
type DecideRefusal = {
  readonly code: 'own-bet' | 'result-outdated' | 'match-unknown' | 'proposal-open' | 'book-changed';
};

/**
 * Rules on a match if the admin may decide it alone; otherwise proposes the decision to a second admin. Audit log and the admin's daily
 * total are written in the same transaction, and one admin's decisions are serialized, so that several at once cannot exceed the limit.
 * `own-bet`: the admin has a bet on the match. `book-changed`: bets were placed since the dry run, which must be repeated.
 */
export async function decideOrPropose(
  trx: Trx,
  admin: Admin,
  { limit, book, ...tried }: TriedDecision,
): Promise<Result<Decided, DecideRefusal>> {
  const { matchId, at, decision } = tried;
  if (await hasBetOn(trx, admin.userId, matchId)) return refused({ code: 'own-bet' });
  await lockSoloDecisions(trx, admin.userId);
  const alone = await decidedAlone(trx, { admin: admin.userId, now: at });
  const dryRun = { ...tried.dryRun, alone, limit };
  const asked = { ...tried, dryRun };
  // Also before a proposal: a second admin confirms it for the bets that it shows. New bets cannot fall into a window in the past.
  const isHeld = !isOnResult({ decision }) || (await holdBook(trx, matchId, book));
  if (!isHeld && dryRun.decides !== null) return refused({ code: 'book-changed' });
  if (needsSecondAdmin(dryRun)) {
    const proposed = await propose(trx, admin, asked);
    return proposed.ok ? ok({ outcome: 'proposed', dryRun }) : proposed;
  }
  const ruling = await ruleAlone(trx, admin, asked);
  if (typeof ruling !== 'string') return ok({ outcome: 'done', dryRun });
  return refused({ code: ruling === 'outdated' ? 'result-outdated' : ruling });
}

async function ruleAlone(
  trx: Trx,
  admin: Admin,
  asked: WeighedDecision,
): Promise<Ruling | 'outdated' | 'match-unknown'> {
  const { matchId, basedOn, decision, reason, dryRun, at } = asked;
  const before = await readMatchState(trx, matchId);
  const ruling = await rule(trx, {
    matchId,
    basedOn,
    decision,
    reason,
    actor: adminActor(admin.userId),
    confirmedBy: null,
    decidedAt: at,
  });
  if (typeof ruling === 'string') return ruling;
  const action = actionOf('decided', before.decision, decision);
  const subject = `match:${matchId}`;
  if (dryRun.decides === null) throw new Error('a decision about an unknown amount needs two admins');
  await addSoloDecision(trx, { admin: admin.userId, decidedAt: at, action, subject, amount: dryRun.decides });
  await note(trx, admin, 'decided', { ...asked, before });
  await closeReviews(trx, matchId, ruling.decision, admin, at);
  return ruling;
}

/** Proposes a decision to a second admin; until a result is decided the match takes no bets. `proposal-open`: it already has a proposal. */
async function propose(
  trx: Trx,
  admin: Admin,
  asked: WeighedDecision,
): Promise<Result<string, { readonly code: 'proposal-open' }>> {
  const { matchId, basedOn, decision, reason, dryRun, at } = asked;
  await requireAdmin(trx, admin.userId);
  const row = await trx
    .insertInto('result_proposals')
    .values({
      match_id: matchId,
      based_on: basedOn,
      decision: JSON.stringify(storedDecision(decision)),
      reason,
      dry_run: JSON.stringify(dryRun),
      proposed_by: admin.userId,
      proposed_at: timestamp(at),
    })
    .onConflict((known) => known.column('match_id').where('status', '=', 'open').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) return refused({ code: 'proposal-open' });
  if (isOnResult({ decision })) await suspendUnderReview(trx, [matchId], at);
  await note(trx, admin, 'proposed', { ...asked, before: await readMatchState(trx, matchId) });
  return ok(row.id);
}

export type ProposalRefusal = {
  readonly code: 'proposal-unknown' | 'own-proposal' | 'own-bet' | 'proposal-decided' | 'proposal-outdated';
};

/**
 * Rules on a match as proposed. Admins confirm neither their own proposals nor any about a match on which they have a bet; of two at once
 * only the first one counts.
 */
export async function confirmProposal(
  trx: Trx,
  admin: Admin,
  { id, at }: { readonly id: string; readonly at: Instant },
): Promise<Result<MatchId, ProposalRefusal>> {
  await lockMatches(trx);
  const found = await lockProposal(trx, id);
  if (!found.ok) return found;
  const { match_id: matchId, based_on: basedOn, proposed_by: proposer, reason } = found.value;
  const dryRun = wholeRun(found.value.dry_run);
  if (proposer === admin.userId) return refused({ code: 'own-proposal' });
  if (await hasBetOn(trx, admin.userId, matchId)) return refused({ code: 'own-bet' });
  const decision = decisionFromStored(found.value.decision);
  const before = await readMatchState(trx, matchId);
  const ruling = await rule(trx, {
    matchId,
    basedOn,
    decision,
    reason,
    actor: adminActor(proposer),
    confirmedBy: adminActor(admin.userId),
    decidedAt: at,
  });
  const isOutdated = typeof ruling === 'string';
  await endProposal(trx, { id, status: isOutdated ? 'outdated' : 'confirmed', by: admin.userId, at });
  if (isOutdated) return refused({ code: 'proposal-outdated' });
  await note(trx, admin, 'confirmed', { matchId, decision, reason, dryRun, before });
  await closeReviews(trx, matchId, decision, admin, at);
  return ok(matchId);
}

/** Rejects a proposal, by any admin, including its proposer. The bets do not change. */
export async function rejectProposal(
  trx: Trx,
  admin: Admin,
  { id, reason, at }: { readonly id: string; readonly reason: string; readonly at: Instant },
): Promise<Result<MatchId, ProposalRefusal>> {
  const found = await lockProposal(trx, id);
  if (!found.ok) return found;
  const { match_id: matchId, decision } = found.value;
  const dryRun = wholeRun(found.value.dry_run);
  await endProposal(trx, { id, status: 'rejected', by: admin.userId, at });
  const before = await readMatchState(trx, matchId);
  await note(trx, admin, 'rejected', {
    matchId,
    decision: decisionFromStored(decision),
    reason,
    dryRun,
    before,
  });
  return ok(matchId);
}

/** Returns the open proposals, of all matches or of `matches`, oldest first. */
export async function listProposals(db: Db, matches?: readonly MatchId[]): Promise<readonly Proposal[]> {
  let open = db
    .selectFrom('result_proposals as p')
    .leftJoin('users as u', 'u.id', 'p.proposed_by')
    .select([
      'p.id',
      'p.match_id',
      'p.based_on',
      'p.decision',
      'p.reason',
      'p.dry_run',
      'p.proposed_by',
      'p.proposed_at',
    ])
    .select('u.name')
    .where('p.status', '=', 'open');
  if (matches) open = open.where(sql<boolean>`p.match_id = any(${matches}::uuid[])`);
  const rows = await open.orderBy('p.proposed_at').execute();
  return rows.map((row) => ({
    id: row.id,
    matchId: row.match_id,
    basedOn: row.based_on,
    decision: decisionFromStored(row.decision),
    reason: row.reason,
    dryRun: wholeRun(row.dry_run),
    proposedBy: { userId: row.proposed_by, name: row.name ?? '' },
    proposedAt: row.proposed_at,
  }));
}

/** A proposal that is over, and the admin who ended it. `withdrawn`: its proposer did. */
type EndedProposal = {
  readonly id: string;
  readonly outcome: 'confirmed' | 'rejected' | 'withdrawn' | 'outdated';
  readonly by: { readonly userId: UserId; readonly name: string };
};

/** Returns the proposal about a match that was decided last. */
export async function readLastProposal(db: Db, matchId: MatchId): Promise<EndedProposal | undefined> {
  const row = await db
    .selectFrom('result_proposals as p')
    .leftJoin('users as u', 'u.id', 'p.decided_by')
    .select(['p.id', 'p.status', 'p.proposed_by', 'p.decided_by', 'u.name'])
    .where('p.match_id', '=', matchId)
    .orderBy('p.decided_at', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  if (!row || row.status === 'open' || row.decided_by === null) return undefined;
  const { id, status, decided_by: userId, name } = row;
  const outcome = status === 'rejected' && userId === row.proposed_by ? 'withdrawn' : status;
  return { id, outcome, by: { userId, name: name ?? '' } };
}

const wholeRun = (run: Selectable<ResultProposalTable>['dry_run']): ProposedRun => ({
  waiting: 0,
  promised: noMoney,
  decides: null,
  ...run,
});

async function lockProposal(trx: Trx, id: string) {
  const row = await trx.selectFrom('result_proposals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) return refused({ code: 'proposal-unknown' });
  return row.status === 'open' ? ok(row) : refused({ code: 'proposal-decided' });
}

type End = {
  readonly id: string;
  readonly status: 'confirmed' | 'rejected' | 'outdated';
  readonly by: UserId;
  readonly at: Instant;
};
const endProposal = (trx: Trx, { id, status, by, at }: End): Promise<unknown> =>
  trx
    .updateTable('result_proposals')
    .set({ status, decided_by: by, decided_at: timestamp(at) })
    .where('id', '=', id)
    .execute();

/** Resolves the match's open reviews that a ruling answers: about its result, its half-time score, or bets that a void refunds. */
async function closeReviews(
  trx: Trx,
  matchId: MatchId,
  decision: MatchDecision,
  { userId }: Admin,
  at: Instant,
): Promise<void> {
  const kinds = [
    ...(isOnResult({ decision }) ? reviewsOfResult : []),
    ...(halfTimeIn(decision) || decision.result.kind === 'void' ? reviewsOfHalfTime : []),
    ...(decision.result.kind === 'void' ? reviewsOfVoid : []),
  ];
  if (kinds.length === 0) return;
  await trx
    .updateTable('match_reviews')
    .set({ resolved_at: timestamp(at), resolved_by: `user:${userId}`, resolution: 'noted' })
    .where('match_id', '=', matchId)
    .where('kind', 'in', kinds)
    .where('resolved_at', 'is', null)
    .execute();
}

/** A match before a decision about it. */
type MatchState = { readonly decision: MatchDecision; readonly row: Json };

async function readMatchState(trx: Trx, matchId: MatchId): Promise<MatchState> {
  const row = await trx
    .selectFrom('matches')
    .select(['status', 'home_score as home', 'away_score as away', 'result_version as version'])
    .where('id', '=', matchId)
    .executeTakeFirst();
  return { decision: await decisionOn(trx, matchId), row: row ? { ...row } : null };
}

type Noted = {
  readonly matchId: MatchId;
  readonly decision: MatchDecision;
  readonly reason: string;
  readonly dryRun: ProposedRun;
  readonly before: MatchState;
};
type Step = 'decided' | 'proposed' | 'confirmed' | 'rejected';
const note = (
  trx: Trx,
  { userId, role, requestId }: Admin,
  step: Step,
  { matchId, decision, reason, dryRun, before }: Noted,
): Promise<void> =>
  recordAction(trx, {
    actor: { userId, role },
    action: actionOf(step, before.decision, decision),
    subject: `match:${matchId}`,
    reason,
    before: before.row,
    after: { decision: plain(storedDecision(decision)), dryRun: { ...dryRun } },
    requestId,
  });

/** A decision that keeps the result only voids bets. */
function actionOf(step: Step, before: MatchDecision, after: MatchDecision): `${string}-${string}` {
  if (isDeepStrictEqual(before.result, after.result)) return `voiding-${step}`;
  if (step !== 'decided') return `result-${step}`;
  return before.result.kind === 'open' ? 'result-entered' : 'result-corrected';
}

const plain = ({ voidBets, halfTime, ...result }: StoredDecision): Json => ({
  ...result,
  ...(halfTime && { halfTime: { ...halfTime } }),
  voidBets: voidBets.map((window) => ({ ...window })),
});
