import { decidesBets, type ResolveReviewRequest } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import type { Instant } from '@touchline/core/instant';
import { ok, type Result, refused } from '@touchline/core/result';
import { recordAction } from '@touchline/store/audit';
import type { Db } from '@touchline/store/connect';
import { listOpenReviews, resolveReview } from '@touchline/store/matches';
import { type Admin, hasBetOn } from '@touchline/store/settlement';

export type ReviewRefusal = {
  readonly code:
    | 'review-unknown'
    | 'own-bet'
    | 'review-needs-choice'
    | 'review-noted-only'
    | 'review-match-ended'
    | 'review-match-separate';
};

/** Decides a review of a match and records who did, in one transaction. Returns the match. */
export async function decideReview(
  db: Db,
  admin: Admin,
  { id, resolution, reason }: ResolveReviewRequest & { readonly id: string },
  at: Instant,
): Promise<Result<MatchId, ReviewRefusal>> {
  return db.transaction().execute(async (trx) => {
    const review = (await listOpenReviews(trx)).find((open) => open.id === id);
    if (!review) return refused({ code: 'review-unknown' });
    if (review.kind === 'id-changed' && resolution === 'noted') return refused({ code: 'review-needs-choice' });
    if (review.kind !== 'id-changed' && resolution !== 'noted') return refused({ code: 'review-noted-only' });
    if (decidesBets(review.kind) && (await hasBetOn(trx, admin.userId, review.matchId)))
      return refused({ code: 'own-bet' });
    const outcome = await resolveReview(trx, { id, by: `user:${admin.userId}`, resolution, at });
    if (outcome === 'decided-before') return refused({ code: 'review-unknown' });
    if (outcome === 'match-ended') return refused({ code: 'review-match-ended' });
    if (outcome === 'match-separate') return refused({ code: 'review-match-separate' });
    await recordAction(trx, {
      actor: { userId: admin.userId, role: admin.role },
      action: 'review-resolved',
      subject: `match:${review.matchId}`,
      reason,
      before: { review: id, kind: review.kind, facts: review.facts },
      after: { resolution },
      requestId: admin.requestId,
    });
    return ok(review.matchId);
  });
}
