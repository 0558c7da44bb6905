import { houseLimits } from '@touchline/core/betting';
import { type ConfigView, configView } from '@touchline/core/contract';
import { dollars } from '@touchline/core/money';
import type { App } from '../http/app-type.ts';
import { refusalAnswers } from '../http/refuse.ts';

const schema = {
  tags: ['matches'],
  summary: 'What a screen must know of the house',
  response: { 200: configView, ...refusalAnswers },
};

export const configRoute =
  (deps: { readonly notice: string | null; readonly inPlay: 'open' | 'closed' }) => async (app: App) => {
    const { minStake, maxStake, maxLegs, maxPayout } = houseLimits;
    const config: ConfigView = {
      brand: 'Touchline',
      notice: deps.notice,
      inPlay: deps.inPlay,
      limits: {
        minStake: dollars(minStake),
        maxStake: dollars(maxStake),
        maxLegs,
        maxPayout: dollars(maxPayout),
      },
    };
    app.get('/config', { schema }, async () => config);
  };
