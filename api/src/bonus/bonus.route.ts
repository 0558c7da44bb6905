import { isExcluded } from '@touchline/core/account';
import type { BonusTerms } from '@touchline/core/bonus';
import { bonusView } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { readBonus, viewBonus } from '@touchline/store/bonus';
import type { Db } from '@touchline/store/connect';
import { readRestrictions } from '@touchline/store/limits';
import { hadBonusElsewhere } from '@touchline/store/privacy';
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

export const bonusRoute =
  (deps: { readonly db: Db; readonly offer: BonusTerms; readonly now: () => Instant }) => async (app: App) => {
    app.get('/bonus', { schema }, async (request) => {
      const { walletId } = sessionOf(request);
      const [bonus, { exclusion }, hadOne] = await Promise.all([
        readBonus(deps.db, walletId),
        readRestrictions(deps.db, walletId),
        hadBonusElsewhere(deps.db, walletId),
      ]);
      // No offer for the excluded, nor for who had a bonus on another account.
      const offer = hadOne || isExcluded(exclusion, deps.now()) ? { ...deps.offer, percent: 0 } : deps.offer;
      return viewBonus(offer, bonus);
    });
  };
