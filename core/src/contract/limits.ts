import { z } from 'zod';
import { exclusionKinds, limitKinds, limitPeriods } from '../account/index.ts';

const period = z.enum(limitPeriods);
/** GET /limits: what the bettor has set for themselves. Dollars; `null` is no limit. `used` counts the last 24 hours, 7 or 30 days. */
export const limitsView = z.object({
  limits: z.array(
    z.object({
      kind: z.enum(limitKinds),
      period,
      amount: z.number().nullable(),
      used: z.number(),
      /** A higher or lifted limit that begins later. */
      next: z.object({ amount: z.number().nullable(), from: z.string() }).nullable(),
    }),
  ),
  /** Until when no bets and no deposits are taken; `null` while none. */
  exclusion: z
    .object({ kind: z.enum([...exclusionKinds, 'operator']), until: z.string().nullable(), since: z.string() })
    .nullable(),
  /** Minutes of a session between two reality checks; `null` is off. */
  realityCheckMinutes: z.number().int().nullable(),
});
export type LimitsView = z.infer<typeof limitsView>;
/** PUT /limits: lower at once, higher after 24 hours. `amount: null` lifts it. */
export const setLimitRequest = z.object({ kind: z.enum(limitKinds), period, amount: z.number().nullable() });
export type SetLimitRequest = z.infer<typeof setLimitRequest>;
/** POST /limits/exclusion: a time-out of some days, or self-exclusion for at least six months, or for good (`days: null`). */
export const exclusionRequest = z.object({
  kind: z.enum(exclusionKinds),
  days: z.number().int().min(1).nullable(),
});
export type ExclusionRequest = z.infer<typeof exclusionRequest>;
/** PUT /limits/reality-check */
export const realityCheckRequest = z.object({ minutes: z.number().int().min(5).max(240).nullable() });
export type RealityCheckRequest = z.infer<typeof realityCheckRequest>;
/** GET /limits/play?since=…: stakes, and winnings less losses of settled bets, since a moment of at most 30 days ago. Dollars. */
export const playQuery = z.object({ since: z.iso.datetime({ offset: true }) });
export const playView = z.object({ since: z.string(), staked: z.number(), net: z.number() });
export type PlayView = z.infer<typeof playView>;
