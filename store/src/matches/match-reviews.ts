import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { type Match, mostMovedMs, type QuotedMatch, suspendedBecause } from '@touchline/core/matches';
import { sql } from 'kysely';
import { type Db, type Trx, timestamp } from '../connect.ts';
import { lockMatches, wakeReplicas } from './lock-matches.ts';
import { type Doubt, doubtOf, formerOf, pausingKinds } from './match-doubt.ts';
import { recordFromRow } from './match-record.ts';
import { writeMatches } from './write-matches.ts';

export { type Doubt, kickoffWithScore, movedToByScore, movedTooFar, possiblyAbandoned } from './match-doubt.ts';

/**
 * An admin's decision. `same`: the new event is the old match · `other`: it is another match · `noted`: seen, handled elsewhere.
 */
export type Resolution = 'same' | 'other' | 'noted';

/** A doubt about a match that an admin must resolve. */
export type MatchReview = Doubt & {
  readonly id: string;
  readonly createdAt: Instant;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: string | null;
  readonly resolution: Resolution | null;
};

type Doubts = {
  readonly doubts: readonly Doubt[];
  /** Events that are not stored until an admin has decided. */
  readonly blocked: ReadonlySet<string>;
};

/** Returns the doubts about quotes, without those already resolved. */
export async function doubtsOf(
  trx: Trx,
  known: ReadonlyMap<string, Match>,
  quotes: readonly QuotedMatch[],
  at: Instant,
): Promise<Doubts> {
  const listed = new Set(quotes.map((quote) => quote.providerEventId));
  const gone = [...known].filter(([eventId, match]) => match.status === 'open' && !listed.has(eventId));
  const raised = quotes.flatMap((quote) => {
    const match = known.get(quote.providerEventId);
    if (match && match.status !== 'open') return [];
    return (match ? doubtOf(match, quote, at) : formerOf(gone, quote)) ?? [];
  });
  if (raised.length === 0) return { doubts: [], blocked: new Set() };
  const decided = new Set((await decidedAmong(trx, raised)).map(keyOf));
  const doubts = raised.filter((doubt) => !decided.has(keyOf(doubt)));
  const blocked = doubts.filter(({ kind }) => kind === 'teams-swapped' || kind === 'id-changed');
  return { doubts, blocked: new Set(blocked.map(({ subject }) => subject)) };
}

const keyOf = ({ matchId, kind, subject }: Pick<Doubt, 'matchId' | 'kind' | 'subject'>): string =>
  `${matchId} ${kind} ${subject}`;

const decidedAmong = (trx: Trx, doubts: readonly Doubt[]) =>
  trx
    .selectFrom('match_reviews')
    .select(['match_id as matchId', 'kind', 'subject'])
    .where(sql<boolean>`subject = any(${doubts.map((doubt) => doubt.subject)}::text[])`)
    .where('resolved_at', 'is not', null)
    .execute();

/** Saves doubts and returns the new ones. A dispute that changed replaces the one before it, as providers keep one result each. */
export async function saveDoubts(trx: Trx, doubts: readonly Doubt[], at: Instant): Promise<readonly Doubt[]> {
  if (doubts.length === 0) return [];
  const created = await trx
    .insertInto('match_reviews')
    .values(
      doubts.map(({ matchId, kind, subject, facts }) => ({
        match_id: matchId,
        kind,
        subject,
        facts: JSON.stringify(facts),
        created_at: timestamp(at),
      })),
    )
    .onConflict((known) => known.columns(['match_id', 'kind', 'subject']).doNothing())
    .returning(['match_id as matchId', 'kind', 'subject'])
    .execute();
  const fresh = new Set(created.map(keyOf));
  const opened = doubts.filter((doubt) => fresh.has(keyOf(doubt)));
  const disputes = opened.filter(({ kind }) => kind === 'sources-disagree');
  const [disputed, subjects] = [disputes.map(({ matchId }) => matchId), disputes.map(({ subject }) => subject)];
  if (disputes.length > 0) await resolveAnswered(trx, disputed, ['sources-disagree'], at, subjects);
  return opened;
}

/** Returns open reviews, oldest first. */
export const listOpenReviews = (db: Db): Promise<readonly MatchReview[]> =>
  db
    .selectFrom('match_reviews')
    .select(columns)
    .where('resolved_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

const columns = [
  'id',
  'match_id as matchId',
  'kind',
  'subject',
  'facts',
  'created_at as createdAt',
  'resolved_at as resolvedAt',
  'resolved_by as resolvedBy',
  'resolution',
] as const;

export type Decision = {
  readonly id: string;
  readonly by: string;
  readonly resolution: Resolution;
  readonly at: Instant;
};

/**
 * Resolves a review. `same` for a changed id continues the old match under the provider's new event, with its bets; the next
 * response updates its kick-off and prices. `decided-before`: nothing changed · `match-ended`: the old match cannot continue ·
 * `match-separate`: the new event has become a match of its own, as it does while the old one is listed too.
 */
export async function resolveReview(
  trx: Trx,
  { id, by, resolution, at }: Decision,
): Promise<'resolved' | 'decided-before' | 'match-ended' | 'match-separate'> {
  await lockMatches(trx);
  const open = trx.selectFrom('match_reviews').select(['kind', 'match_id', 'subject']).where('id', '=', id);
  const review = await open.where('resolved_at', 'is', null).executeTakeFirst();
  if (!review) return 'decided-before';
  if (review.kind === 'id-changed' && resolution === 'same') {
    const { match_id: matchId, subject } = review;
    if (await isStored(trx, { matchId, subject })) return 'match-separate';
    if (!(await renameEvent(trx, { matchId, subject, at }))) return 'match-ended';
    await wakeReplicas(trx);
  }
  await trx
    .updateTable('match_reviews')
    .set({ resolved_at: timestamp(at), resolved_by: by, resolution })
    .where('id', '=', id)
    .execute();
  return 'resolved';
}

type Renaming = { readonly matchId: MatchId; readonly subject: string; readonly at: Instant };

/** Whether the event is stored as another match of the same provider. */
async function isStored(trx: Trx, { matchId, subject }: Pick<Renaming, 'matchId' | 'subject'>): Promise<boolean> {
  const others = trx.selectFrom('matches').select('id').where('provider_event_id', '=', subject);
  const provider = trx.selectFrom('matches').select('provider').where('id', '=', matchId);
  return (await others.where('provider', '=', provider).executeTakeFirst()) !== undefined;
}

async function renameEvent(trx: Trx, { matchId, subject, at }: Renaming): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('matches')
    .set({ seq: sql<number>`nextval('match_seq')`, provider_event_id: subject, updated_at: timestamp(at) })
    .where('id', '=', matchId)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Resolves open reviews that new result reports have answered, but none about the subjects `except`. */
export const resolveAnswered = (
  trx: Trx,
  matchIds: readonly MatchId[],
  kinds: readonly Doubt['kind'][],
  at: Instant,
  except: readonly string[] = [],
): Promise<unknown> =>
  trx
    .updateTable('match_reviews')
    .set({ resolved_at: timestamp(at), resolved_by: 'system:results', resolution: 'noted' })
    .where(sql<boolean>`match_id = any(${matchIds}::uuid[])`)
    .where('kind', 'in', kinds)
    .where(sql<boolean>`subject <> all(${except}::text[])`)
    .where('resolved_at', 'is', null)
    .execute();

/** Saves a doubt of a pausing kind and suspends the markets of its match. Returns whether it is new. */
export async function suspendForReview(trx: Trx, doubt: Doubt, at: Instant): Promise<boolean> {
  await lockMatches(trx);
  const isNew = (await saveDoubts(trx, [doubt], at)).length > 0;
  if (isNew) await suspendUnderReview(trx, [doubt.matchId], at);
  return isNew;
}

/**
 * Whether a row of `matches` takes no bets until an admin decides: it has a review of a pausing kind; it was moved too far for bets to
 * stand, even if its review is resolved; or a proposed result waits for a second admin, who confirms it for the bets that the proposal shows.
 */
export const isUnderReview = sql<boolean>`(
  exists (select from match_reviews r
    where r.match_id = matches.id and r.kind = any(${pausingKinds}::text[]) and r.resolved_at is null)
  or abs(extract(epoch from matches.kickoff_at - matches.first_kickoff_at)) * 1000 > ${mostMovedMs}
  or exists (select from result_proposals p
    where p.match_id = matches.id and p.status = 'open' and p.decision ->> 'kind' <> 'open'))`;

/** Suspends the open markets of matches under review at once; they stay suspended while `isUnderReview`. */
export async function suspendUnderReview(trx: Trx, matchIds: readonly MatchId[], at: Instant): Promise<void> {
  await lockMatches(trx);
  const rows = await trx
    .selectFrom('matches')
    .selectAll()
    .where(sql<boolean>`id = any(${matchIds}::uuid[])`)
    .where('status', '=', 'open')
    .execute();
  for (const { match, provider, providerEventId: eventId } of rows.map(recordFromRow)) {
    const markets = suspendedBecause('under-review', match.markets);
    const change = { known: match, eventId, match: { ...match, markets } };
    await writeMatches(trx, { leagueKey: match.leagueKey, provider }, [change], at);
  }
  if (rows.length > 0) await wakeReplicas(trx);
}
