import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import type { MatchRecord } from '@touchline/store/matches';
import { voidMatch, voidPostponedMatch } from '@touchline/store/settlement';
import { isOverdue, isPostponed, wasNotPlayed } from './result-rules.ts';
import { type Reviewing, saveReview } from './review-scores.ts';

type Voiding = Reviewing & { readonly now: () => Instant; readonly missingSince: Map<MatchId, Instant> };

/** Voids matches that were postponed or never played, and has an admin review overdue ones. Returns how many it voided. */
export async function voidUnplayed(voiding: Voiding, open: readonly MatchRecord[]): Promise<number> {
  let voided = 0;
  for (const record of open) {
    if (!(await voidIfUnplayed(voiding, record))) continue;
    voiding.announceMarket(record.match.id);
    voided += 1;
  }
  return voided;
}

async function voidIfUnplayed(voiding: Voiding, { match, firstKickoffAt }: MatchRecord): Promise<boolean> {
  const { db, log, missingSince, isReminderDue } = voiding;
  const { id: matchId, kickoffAt } = match;
  const now = voiding.now();
  if (isPostponed({ kickoffAt, firstKickoffAt })) {
    await db.transaction().execute((trx) => voidPostponedMatch(trx, matchId, now));
    log.warn({ matchId, kickoffAt, firstKickoffAt }, 'match void: postponed by more than 48 hours');
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
