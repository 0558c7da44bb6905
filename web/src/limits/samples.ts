import type { LimitsView } from '@touchline/core/contract';

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
