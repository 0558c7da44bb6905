import type { BonusTerms } from '@touchline/core/bonus';
import { bonusView } from '@touchline/core/contract';
import { readBonus, viewBonus } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';

const schema = {
  tags: ['payments'],
  summary: 'What a first deposit brings now, and how far my bonus has come; a percentage of 0 is no offer',
  security: bearer,
  response: { 200: bonusView, ...refusalAnswers },
};

export const bonusRoute = (deps: { readonly db: Db; readonly offer: BonusTerms }) => async (app: App) => {
  app.get('/bonus', { schema }, async (request) =>
    viewBonus(deps.offer, await readBonus(deps.db, sessionOf(request).walletId)),
  );
};
