import { ledgerEventsPage, ledgerEventsQuery } from '@touchline/core/contract';
import { cents, centsFromDollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { listEvents } from '@touchline/store/ledger';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import { bearer } from '../http/open-api.ts';
import { refusalAnswers, refuse } from '../http/refuse.ts';
import { noteLook } from './note-look.ts';
import { utcMoment, walletId } from './query-fields.ts';

const schema = {
  tags: ['ledger'],
  summary: 'Events with their entries, the newest first; with `after` the oldest first. Bettors see their own wallet',
  security: bearer,
  querystring: ledgerEventsQuery.extend({
    type: z.string().max(200).optional(),
    from: utcMoment.optional(),
    to: utcMoment.optional(),
  }),
  response: { 200: ledgerEventsPage, ...refusalAnswers },
};

/** A page of a filter that few events meet reads up to 5,000 events of the wallet. */
const config = { rateLimit: { max: 300, timeWindow: '1 minute', groupId: countedInMemory('wallet') } };

export const readEventsRoute = (deps: { readonly db: Db }) => async (app: App) => {
  app.get('/ledger/events', { schema, config }, async (request, reply) => {
    const { wallet, minAmount, maxAmount, before, after, limit, ...filter } = request.query;
    const { role, walletId: own } = sessionOf(request);
    const asked = walletId.optional().safeParse(wallet);
    if (role === 'auditor' && !asked.success) {
      return refuse(reply, 400, { code: 'request-invalid', error: 'wallet is not the id of a wallet.' });
    }
    const seen = role === 'auditor' ? asked.data : own;
    await noteLook(deps.db, request, 'events', seen ?? null);
    return listEvents(
      deps.db,
      {
        ...filter,
        walletId: seen,
        minAmount: minAmount === undefined ? undefined : centsFrom(minAmount, Math.ceil),
        maxAmount: maxAmount === undefined ? undefined : centsFrom(maxAmount, Math.floor),
      },
      { before, after, limit },
    );
  });
};

/** An amount to compare with: whole cents as they are, what lies between two to the side that changes no answer. */
const centsFrom = (dollars: number, round: (amount: number) => number) =>
  centsFromDollars(dollars) ??
  cents(Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, round(dollars * 100))));
