import { type Instant, instant } from '../instant.ts';
import { type Message, msg, t } from '../language/index.ts';
import { ok, type Result, refused } from '../result.ts';

export const exclusionKinds = ['time-out', 'self-exclusion'] as const;
export type ExclusionKind = (typeof exclusionKinds)[number];

/** Why the operator excludes a bettor: at their request, because gambling harms them, or for fraud. */
export const exclusionCauses = ['request', 'responsible-gambling', 'fraud'] as const;
/** `same-person`: held automatically, because the account shares a signal with an excluded one. */
export const allExclusionCauses = [...exclusionCauses, 'same-person'] as const;
export type ExclusionCause = (typeof allExclusionCauses)[number];

/** No bets and deposits are accepted until `until`; `null`: for good. `operator`: the operator decided it. */
export type Exclusion = {
  readonly kind: ExclusionKind | 'operator';
  readonly since: Instant;
  readonly until: Instant | null;
};
export type OwnExclusion = Exclusion & { readonly kind: ExclusionKind };
export type WantedExclusion = { readonly kind: ExclusionKind; readonly days: number | null };

/** In whole days. A time-out lasts at most six weeks; self-exclusion at least six months and at most five years, or for good. */
const exclusionDays = {
  'time-out': { least: 1, most: 42 },
  'self-exclusion': { least: 183, most: 1_827 },
} as const satisfies Record<ExclusionKind, { readonly least: number; readonly most: number }>;

export type ExclusionRefusal =
  | { readonly code: 'exclusion-length'; readonly kind: ExclusionKind; readonly least: number; readonly most: number }
  /** An exclusion that ends as late or later is running; none is ever shortened. */
  | { readonly code: 'exclusion-shorter'; readonly current: Exclusion };

export const isExcluded = (exclusion: Exclusion | undefined, now: Instant): exclusion is Exclusion =>
  exclusion !== undefined && (exclusion.until === null || exclusion.until > now);

/**
 * Returns the exclusion that was running when a payment was made. Providers report whole seconds, so a payment counts as made at
 * the end of its second: in doubt the money is not for betting.
 */
export const exclusionAt = (exclusions: readonly Exclusion[], paidAt: Instant): Exclusion | undefined =>
  exclusions.find(({ since, until }) => since < paidAt + 1_000 && (until === null || until > paidAt));

/** Returns the exclusion that ends later. Neither ends the other. */
export function longerOf(one: Exclusion | undefined, other: Exclusion | undefined): Exclusion | undefined {
  if (!one || !other) return one ?? other;
  return endOf(other) > endOf(one) ? other : one;
}

const endOf = ({ until }: Pick<Exclusion, 'until'>): number => until ?? Number.POSITIVE_INFINITY;

/** Begins an exclusion at once. It ends by itself and cannot be ended or shortened; a longer one may follow while it runs. */
export function exclude(
  last: Exclusion | undefined,
  { kind, days }: WantedExclusion,
  now: Instant,
): Result<Exclusion, ExclusionRefusal> {
  const { least, most } = exclusionDays[kind];
  const isForGood = days === null && kind === 'self-exclusion';
  if (!isForGood && (days === null || days < least || days > most)) {
    return refused({ code: 'exclusion-length', kind, least, most });
  }
  const until = days === null ? null : instant(now + days * 24 * 3_600_000);
  if (isExcluded(last, now) && (last.until === null || (until !== null && until <= last.until))) {
    return refused({ code: 'exclusion-shorter', current: last });
  }
  return ok({ kind, since: now, until });
}

/** Why the bet or deposit of an excluded bettor is refused. */
export type Excluded = { readonly code: 'excluded' } & Pick<Exclusion, 'kind' | 'until'>;
export const excludedBy = ({ kind, until }: Exclusion): Excluded => ({ code: 'excluded', kind, until });

/** Says that the bettor is excluded, and until when; `null`: for good, which a time-out never is. */
export function exclusionText(kind: Excluded['kind'], time: string | null): string {
  if (time !== null) return t(untilTexts[kind], { time });
  return kind === 'operator'
    ? t('We have excluded you from betting and depositing for good.')
    : t('You have excluded yourself for good.');
}

const untilTexts: Record<Excluded['kind'], Message> = {
  'time-out': msg('You are taking a time-out until {time}.'),
  'self-exclusion': msg('You have excluded yourself until {time}.'),
  operator: msg('We have excluded you from betting and depositing until {time}.'),
};
