import { isDeepStrictEqual } from 'node:util';
import type { Role } from '@touchline/core/account';
import type { MatchId, UserId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Cents, noMoney } from '@touchline/core/money';
import { ok, type Result, refused } from '@touchline/core/result';
import { type DryRun, type MatchDecision, needsSecondAdmin, type WeighedRun } from '@touchline/core/settlement';
import type { Json } from '@touchline/core/wallet';
import { type Selectable, sql } from 'kysely';
import { recordAction } from '../audit/index.ts';
import { type Db, type Trx, timestamp } from '../connect.ts';
import type { ResultProposalTable, StoredDecision } from '../database.ts';
import { type Book, holdBook } from './book.ts';
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

/** Who decides, for the audit log. */
export type Admin = { readonly userId: UserId; readonly role: Role; readonly requestId: string };

/** The dry run of the proposer; what they had decided alone is unknown where an earlier release wrote it. */
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

type Asked = {
  readonly matchId: MatchId;
  readonly basedOn: number;
  readonly decision: MatchDecision;
  readonly reason: string;
  readonly dryRun: WeighedRun;
  readonly at: Instant;
};

/** A dry run before what its admin has decided alone was added to it, and the book that it was computed from. */
type Tried = Omit<Asked, 'dryRun'> & {
  readonly dryRun: DryRun;
  readonly book: Book;
  /** The most that one admin decides alone in a day. */
  readonly limit: Cents;
};
export type Decided = { readonly outcome: 'done' | 'proposed'; readonly dryRun: WeighedRun };
type DecideRefusal = { readonly code: 'result-outdated' | 'match-unknown' | 'proposal-open' | 'book-changed' };

/**
 * Rules on a match where the admin may alone, and else keeps the decision for a second admin; who decided and how much is written
 * down in the same transaction. One decision of an admin at a time, so that several at once do not pass the limit together.
 * `book-changed`: bets came in since the dry run; it has to be made again.
 */
export async function decideOrPropose(
  trx: Trx,
  admin: Admin,
  { limit, book, ...tried }: Tried,
): Promise<Result<Decided, DecideRefusal>> {
  const { matchId, at, decision } = tried;
  await lockSoloDecisions(trx, admin.userId);
  const alone = await decidedAlone(trx, { admin: admin.userId, now: at });
  const dryRun = { ...tried.dryRun, alone, limit };
  const asked = { ...tried, dryRun };
  if (needsSecondAdmin(dryRun)) {
    const proposed = await propose(trx, admin, asked);
    return proposed.ok ? ok({ outcome: 'proposed', dryRun }) : proposed;
  }
  // A window that is over takes in no new bets.
  if (isOnResult({ decision }) && !(await holdBook(trx, matchId, book))) return refused({ code: 'book-changed' });
  const ruling = await ruleAlone(trx, admin, asked);
  if (typeof ruling !== 'string') return ok({ outcome: 'done', dryRun });
  return refused({ code: ruling === 'outdated' ? 'result-outdated' : ruling });
}

async function ruleAlone(trx: Trx, admin: Admin, asked: Asked): Promise<Ruling | 'outdated' | 'match-unknown'> {
  const { matchId, basedOn, decision, reason, dryRun, at } = asked;
  const before = await standing(trx, matchId);
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
  if (dryRun.decides === null) throw new Error('money that is not known is decided by two admins');
  await addSoloDecision(trx, { admin: admin.userId, decidedAt: at, action, subject, amount: dryRun.decides });
  await note(trx, admin, 'decided', { ...asked, before });
  if (isOnResult(ruling)) await closeReviews(trx, matchId, admin, at);
  return ruling;
}

/** Keeps a decision for a second admin. `proposal-open`: one for this match waits already. */
async function propose(
  trx: Trx,
  admin: Admin,
  asked: Asked,
): Promise<Result<string, { readonly code: 'proposal-open' }>> {
  const { matchId, basedOn, decision, reason, dryRun, at } = asked;
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
  await note(trx, admin, 'proposed', { ...asked, before: await standing(trx, matchId) });
  return ok(row.id);
}

export type ProposalRefusal = {
  readonly code: 'proposal-unknown' | 'own-proposal' | 'proposal-decided' | 'proposal-outdated';
};

/** A second admin confirms: the match is ruled on. Of two at once one decides; nobody confirms what they proposed themselves. */
export async function confirmProposal(
  trx: Trx,
  admin: Admin,
  { id, at }: { readonly id: string; readonly at: Instant },
): Promise<Result<MatchId, ProposalRefusal>> {
  const found = await lockProposal(trx, id);
  if (!found.ok) return found;
  const { match_id: matchId, based_on: basedOn, proposed_by: proposer, reason } = found.value;
  const dryRun = wholeRun(found.value.dry_run);
  if (proposer === admin.userId) return refused({ code: 'own-proposal' });
  const decision = decisionFromStored(found.value.decision);
  const before = await standing(trx, matchId);
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
  if (isOnResult({ decision })) await closeReviews(trx, matchId, admin, at);
  return ok(matchId);
}

/** Whoever rejects it, also the one who proposed it: nothing happens to the bets. */
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
  const before = await standing(trx, matchId);
  await note(trx, admin, 'rejected', {
    matchId,
    decision: decisionFromStored(decision),
    reason,
    dryRun,
    before,
  });
  return ok(matchId);
}

/** Decisions that wait for a second admin, of these matches or of all, the longest waiting first. */
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

/** What somebody had to look at was looked at, when they ruled on the match. */
const closeReviews = (trx: Trx, matchId: MatchId, { userId }: Admin, at: Instant): Promise<unknown> =>
  trx
    .updateTable('match_reviews')
    .set({ resolved_at: timestamp(at), resolved_by: `user:${userId}`, resolution: 'noted' })
    .where('match_id', '=', matchId)
    .where('kind', 'in', ['extra-time-possible', 'result-late', 'result-missing', 'score-corrected'])
    .where('resolved_at', 'is', null)
    .execute();

/** How a match stands before something is decided about it. */
type Standing = { readonly decision: MatchDecision; readonly row: Json };

async function standing(trx: Trx, matchId: MatchId): Promise<Standing> {
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
  readonly before: Standing;
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

/** Who leaves the result as it is decides only about bets that are void. */
function actionOf(step: Step, before: MatchDecision, after: MatchDecision): `${string}-${string}` {
  if (isDeepStrictEqual(before.result, after.result)) return `voiding-${step}`;
  if (step !== 'decided') return `result-${step}`;
  return before.result.kind === 'open' ? 'result-entered' : 'result-corrected';
}

const plain = ({ voidBets, ...result }: StoredDecision): Json => ({
  ...result,
  voidBets: voidBets.map((window) => ({ ...window })),
});
