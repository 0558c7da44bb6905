import { profileView, viewWallet } from '@touchline/core/contract';
import { dollars } from '@touchline/core/money';
import { readUser } from '@touchline/store/accounts';
import type { Db } from '@touchline/store/connect';
import { readWallet } from '@touchline/store/wallet';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers } from '../http/refuse.ts';
import { viewUser } from './view-user.ts';

const schema = {
  tags: ['accounts'],
  summary: 'The profile of who is logged in, with the balance',
  security: bearer,
  response: { 200: profileView, ...refusalAnswers },
};

export const profileRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/auth/me', { schema }, async (request) => {
    const { userId, walletId, hasSecondFactor } = sessionOf(request);
    const [user, held] = await Promise.all([readUser(deps.db, userId), readWallet(deps.db, walletId)]);
    if (!user || !held) throw new Error(`the session of user ${userId} has no account or no wallet`);
    return {
      ...viewUser(user, hasSecondFactor),
      balance: dollars(held.wallet.cash),
      emailVerified: user.emailVerifiedAt !== null,
      createdAt: new Date(user.createdAt).toISOString(),
      wallet: viewWallet(held.wallet, held.version),
    };
  });
};
