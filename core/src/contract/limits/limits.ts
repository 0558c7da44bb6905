import * as z from 'zod/mini';
import {
  type Exclusion,
  exclusionKinds,
  isExcluded,
  type LimitChange,
  type LimitKind,
  limitKinds,
  limitNow,
  limitPeriods,
  lossUsed,
  type UsedOf,
} from '../../account/index.ts';
import type { Instant } from '../../instant.ts';
import { type Cents, dollars, dollarsOrNull } from '../../money/index.ts';
import { utcText } from '../utc-text.ts';

/** Until when no bets and no deposits are taken; `null`: for good. `operator`: the operator decided it. */
export const exclusionView = z.object({
  kind: z.enum([...exclusionKinds, 'operator']),
  until: z.nullable(z.string()),
  since: z.string(),
});
export type ExclusionView = z.infer<typeof exclusionView>;

/** Returns an exclusion that is running; `undefined` if there is none, or it has ended. */
export const viewExclusion = (exclusion: Exclusion | undefined, now: Instant): ExclusionView | undefined =>
  isExcluded(exclusion, now)
    ? {
        kind: exclusion.kind,
        since: utcText(exclusion.since),
        until: exclusion.until === null ? null : utcText(exclusion.until),
      }
    : undefined;

const period = z.enum(limitPeriods);
/** What a bettor has set for themselves. Dollars; `null` is no limit. `used` counts the last 24 hours, 7 or 30 days. */
export const limitsView = z.object({
  limits: z.array(
    z.object({
      kind: z.enum(limitKinds),
      period,
      amount: z.nullable(z.number()),
      used: z.number(),
      /** A higher or removed limit that takes effect later. */
      next: z.nullable(z.object({ amount: z.nullable(z.number()), from: z.string() })),
    }),
  ),
  exclusion: z.nullable(exclusionView),
  /** Minutes of a session between two reality checks; `null` is off. */
  realityCheckMinutes: z.nullable(z.int()),
});
export type LimitsView = z.infer<typeof limitsView>;

/** `amount: null` removes the limit. */
export const setLimitRequest = z.object({ kind: z.enum(limitKinds), period, amount: z.nullable(z.number()) });

/** A time-out of some days, or self-exclusion for at least six months or for good (`days: null`). */
export const exclusionRequest = z.object({
  kind: z.enum(exclusionKinds),
  days: z.nullable(z.int().check(z.gte(1))),
});

export const realityCheckRequest = z.object({ minutes: z.nullable(z.int().check(z.gte(5), z.lte(240))) });

/** Stakes, and winnings less losses of settled bets, since a moment of at most 30 days ago. Dollars. */
export const playQuery = z.object({ since: z.iso.datetime({ offset: true }) });
export const playView = z.object({ since: z.string(), staked: z.number(), net: z.number() });
export type PlayView = z.infer<typeof playView>;

/** What `viewLimits` reads. `lost`: what settled bets lost less what they won, without the stakes of open bets. */
type OwnLimits = {
  readonly limits: readonly LimitChange[];
  readonly exclusion: Exclusion | undefined;
  readonly deposited: UsedOf;
  readonly staked: UsedOf;
  readonly lost: UsedOf;
  readonly atStake: Cents;
  readonly realityCheckMinutes: number | null;
  readonly now: Instant;
};

/** All nine limits, set or not, always in the same order. */
export function viewLimits(own: OwnLimits): LimitsView {
  const { limits, exclusion, now } = own;
  const used: Record<LimitKind, UsedOf> = {
    deposit: own.deposited,
    stake: own.staked,
    loss: lossUsed(own.lost, own.atStake),
  };
  return {
    limits: limitKinds.flatMap((kind) =>
      limitPeriods.map((period) => {
        const change = limits.find((limit) => limit.kind === kind && limit.period === period);
        const isPending = change && change.from > now;
        return {
          kind,
          period,
          amount: dollarsOrNull(limitNow(change, now)),
          used: dollars(used[kind][period]),
          next: isPending ? { amount: dollarsOrNull(change.amount), from: utcText(change.from) } : null,
        };
      }),
    ),
    exclusion: viewExclusion(exclusion, now) ?? null,
    realityCheckMinutes: own.realityCheckMinutes,
  };
}
