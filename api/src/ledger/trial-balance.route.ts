import { ledgerTime, trialBalanceView } from '@touchline/core/contract';
import { dollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { trialBalance } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { utcMoment } from './query-fields.ts';

const schema = {
  tags: ['ledger'],
  summary: 'Every account and what it holds, now or at a moment of either time; for auditors',
  security: bearer,
  querystring: z.object({ at: utcMoment.optional(), time: ledgerTime.default('recorded') }),
  response: { 200: trialBalanceView, ...refusalAnswers },
};

export const trialBalanceRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/ledger/trial-balance', { schema }, async (request) => {
    const { at, time } = request.query;
    const { accounts, sum } = await trialBalance(deps.db, at === undefined ? undefined : { at, time });
    return {
      at: at ?? null,
      time,
      accounts: accounts.map((account) => ({ ...account, balance: dollars(account.balance) })),
      sum: dollars(sum),
    };
  });
};
