import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant } from '@touchline/core/instant';
import type { MatchRecord } from '@touchline/store/matches';
import { lastReports, type StoredReport, voidMatch, voidMovedMatch } from '@touchline/store/settlement';
import { isMovedTooFar, isOverdue, isVoidAsCalledOff, wasNotPlayed } from './result-rules.ts';
import { type Reviewing, saveReview } from './review-scores.ts';

type Voiding = Reviewing & { readonly now: () => Instant; readonly missingSince: Map<MatchId, Instant> };

/** Voids matches that were moved too far or never played, and has an admin review overdue ones. Returns how many it voided. */
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
  { match, firstKickoffAt }: MatchRecord,
  reports: readonly StoredReport[],
): Promise<boolean> {
  const { db, log, missingSince, isReminderDue } = voiding;
  const { id: matchId, kickoffAt } = match;
  const now = voiding.now();
  if (isMovedTooFar({ kickoffAt, firstKickoffAt })) {
    await db.transaction().execute((trx) => voidMovedMatch(trx, matchId, now));
    log.warn({ matchId, kickoffAt, firstKickoffAt }, 'match void: moved by more than 48 hours');
    return true;
  }
  const isCalledOff = reports.some(({ status }) => isVoidAsCalledOff(status, firstKickoffAt, now));
  if (isCalledOff && match.score === null && kickoffAt <= now) {
    await db.transaction().execute((trx) => voidMatch(trx, matchId, now));
    log.warn({ matchId, kickoffAt }, 'match void: called off and not played within 48 hours');
    return true;
  }
  if (wasNotPlayed(kickoffAt, missingSince.get(matchId), now)) {
    await db.transaction().execute((trx) => voidMatch(trx, matchId, now));
    missingSince.delete(matchId);
    log.warn({ matchId, kickoffAt }, 'match void: not played within 72 hours');
    return true;
  }
  if (isOverdue(kickoffAt, now) && isReminderDue(`overdue ${matchId}`)) {
    const facts = { kickoffAt: new Date(kickoffAt).toISOString() };
    await saveReview(voiding, { matchId, kind: 'result-missing', subject: facts.kickoffAt, facts }, now);
    log.error({ matchId, kickoffAt }, 'no result 48 hours after kick-off: an admin must enter it');
  }
  return false;
}
