import type { UserId } from '../ids.ts';
import { type Instant, instant } from '../instant.ts';
import { ok, type Result, refused } from '../result.ts';
import type { ExclusionCause, exclusionCauses } from './exclusion.ts';

/** The operator's decision about a bettor, and which admin took it. `until` null: for good. */
export type OperatorExclusion = {
  readonly act: 'begun' | 'lifted';
  readonly cause: ExclusionCause;
  readonly reason: string;
  readonly since: Instant;
  readonly until: Instant | null;
  readonly admin: UserId;
};
export type WantedOperatorExclusion = {
  readonly cause: (typeof exclusionCauses)[number];
  readonly reason: string;
  /** `null`: for good. */
  readonly days: number | null;
};
/** `isOwn`: the exclusion concerns the admin's own account. */
export type ExcludingAdmin = { readonly admin: UserId; readonly isOwn: boolean };

export type OperatorExclusionRefusal =
  | { readonly code: 'player-unknown' }
  | { readonly code: 'own-account' }
  | { readonly code: 'exclusion-none' }
  /** The admin who began an exclusion cannot lift it. */
  | { readonly code: 'exclusion-same-admin' }
  /** It would not end later than the running one, which another admin must lift first. */
  | { readonly code: 'exclusion-not-longer'; readonly until: Instant | null };

export const runs = (last: OperatorExclusion | undefined, now: Instant): last is OperatorExclusion =>
  last?.act === 'begun' && (last.until === null || last.until > now);

/** Begins an exclusion at once. A running one can only be made longer. */
export function excludeByOperator(
  last: OperatorExclusion | undefined,
  { cause, reason, days }: WantedOperatorExclusion,
  { admin, isOwn }: ExcludingAdmin,
  now: Instant,
): Result<OperatorExclusion, OperatorExclusionRefusal> {
  if (isOwn) return refused({ code: 'own-account' });
  const until = days === null ? null : instant(now + days * 24 * 3_600_000);
  if (runs(last, now) && (last.until === null || (until !== null && until <= last.until))) {
    return refused({ code: 'exclusion-not-longer', until: last.until });
  }
  return ok({ act: 'begun', cause, reason, since: now, until, admin });
}

/** Lifts an exclusion early. It takes two people: the admin who began it cannot lift it. */
export function liftExclusion(
  last: OperatorExclusion | undefined,
  reason: string,
  { admin, isOwn }: ExcludingAdmin,
  now: Instant,
): Result<OperatorExclusion, OperatorExclusionRefusal> {
  if (isOwn) return refused({ code: 'own-account' });
  if (!runs(last, now)) return refused({ code: 'exclusion-none' });
  if (last.admin === admin) return refused({ code: 'exclusion-same-admin' });
  return ok({ act: 'lifted', cause: last.cause, reason, since: now, until: null, admin });
}
