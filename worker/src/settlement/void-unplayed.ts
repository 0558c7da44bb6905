import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant } from '@touchline/core/instant';
import { isMovedTooFar } from '@touchline/core/matches';
import {
  type Doubt,
  type MatchRecord,
  movedTooFar,
  possiblyAbandoned,
  suspendForReview,
} from '@touchline/store/matches';
import { lastReports, type StoredReport, voidMatch, voidMovedMatch } from '@touchline/store/settlement';
import { isOverdue, isVoidAsCalledOff, wasNotPlayed } from './result-rules.ts';
import { type Reviewing, saveReview } from './review-scores.ts';

type Voiding = Reviewing & { readonly now: () => Instant; readonly missingSince: ReadonlyMap<MatchId, Instant> };

/** Voids matches that were moved too far or never played, and has an admin review overdue ones and those with a score. Returns how many it voided. */
export async function voidUnplayed(voiding: Voiding, open: readonly MatchRecord[]): Promise<number> {
  const now = voiding.now();
  // Nothing is overdue before.
  const late = open.filter(({ firstKickoffAt }) => now - firstKickoffAt > hours(48));
  const reports = await lastReports(
    voiding.db,
    late.map(({ match }) => match.id),
  );
  let voided = 0;
  for (const record of open) {
    const own = reports.filter(({ matchId }) => matchId === record.match.id);
    if (!(await voidIfUnplayed(voiding, record, own))) continue;
    voiding.announceMarket(record.match.id);
    voided += 1;
  }
  return voided;
}

async function voidIfUnplayed(
  voiding: Voiding,
  record: MatchRecord,
  reports: readonly StoredReport[],
): Promise<boolean> {
  const { db, log, isReminderDue } = voiding;
  const { match, firstKickoffAt } = record;
  const { id: matchId, kickoffAt } = match;
  const now = voiding.now();
  const cause = causeToVoid(voiding, record, reports, now);
  if (cause && match.score) {
    const doubt =
      cause === 'moved'
        ? movedTooFar(matchId, { firstKickoffAt, movedTo: kickoffAt })
        : possiblyAbandoned(match, undefined);
    await reviewBegun(voiding, doubt, now);
  } else if (cause) {
    const end = cause === 'moved' ? voidMovedMatch : voidMatch;
    const outcome = await db.transaction().execute((trx) => end(trx, match, now));
    if (outcome === 'outdated') return false;
    log.warn({ matchId, kickoffAt, firstKickoffAt }, voidTexts[cause]);
    return true;
  }
  if (isOverdue(kickoffAt, now) && isReminderDue(`overdue ${matchId}`)) {
    const facts = { kickoffAt: new Date(kickoffAt).toISOString() };
    await saveReview(voiding, { matchId, kind: 'result-missing', subject: facts.kickoffAt, facts }, now);
    log.error({ matchId, kickoffAt }, 'no result 48 hours after kick-off: an admin must enter it');
  }
  return false;
}

const voidTexts = {
  moved: 'match void: moved by more than 48 hours',
  'called-off': 'match void: called off and not played within 48 hours',
  'not-played': 'match void: not played within 72 hours',
} as const;

function causeToVoid(
  { missingSince }: Voiding,
  { match: { id, kickoffAt }, firstKickoffAt }: MatchRecord,
  reports: readonly StoredReport[],
  now: Instant,
): keyof typeof voidTexts | undefined {
  if (isMovedTooFar({ kickoffAt, firstKickoffAt })) return 'moved';
  const isCalledOff = reports.some(({ status }) => isVoidAsCalledOff(status, firstKickoffAt, now));
  if (isCalledOff && kickoffAt <= now) return 'called-off';
  return wasNotPlayed(kickoffAt, missingSince.get(id), now) ? 'not-played' : undefined;
}

/** A match with a score was not unplayed, and its score may have decided bets: an admin decides, and no bets are taken until then. */
async function reviewBegun({ db, log, announceMarket }: Voiding, doubt: Doubt, now: Instant): Promise<void> {
  if (!(await db.transaction().execute((trx) => suspendForReview(trx, doubt, now)))) return;
  const { matchId, kind } = doubt;
  announceMarket(matchId);
  log.error({ matchId, kind }, 'match with a score not voided: review needed');
}
