import type { ConfigView } from '@touchline/core/contract';

export const settings: ConfigView = {
  brand: 'Touchline',
  notice: 'The calendar runs fast.',
  inPlay: 'open',
  limits: { minStake: 1, maxStake: 100, maxLegs: 20, maxPayout: 1_000 },
};
