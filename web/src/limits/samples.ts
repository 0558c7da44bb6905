import type { ExclusionView, LimitsView } from '@touchline/core/contract';

/** Nothing set, and $20 staked today. */
export const noLimits: LimitsView = {
  limits: (['deposit', 'stake', 'loss'] as const).flatMap((kind) =>
    (['day', 'week', 'month'] as const).map((period) => ({
      kind,
      period,
      amount: null,
      used: kind === 'stake' ? 20 : 0,
      next: null,
    })),
  ),
  exclusion: null,
  realityCheckMinutes: null,
};

export const excludedUntil = (until: ExclusionView['until']): ExclusionView => ({
  kind: 'time-out',
  since: '2026-11-20T10:00:00Z',
  until,
});
