import {
  exclusionRequest,
  limitsView,
  type OwnRuleRefusal,
  ownRuleRefusalView,
  playQuery,
  playView,
  realityCheckRequest,
  setLimitRequest,
} from '@touchline/core/contract';
import { type Instant, instant } from '@touchline/core/instant';
import { cents, centsFromDollars, dollars } from '@touchline/core/money';
import type { Db } from '@touchline/store/connect';
import { excludeBettor, readLimits, readPlay, setLimit, setRealityCheck } from '@touchline/store/limits';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { countedInMemory } from '../http/limit-counter.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import type { Session } from '../http/sessions.ts';
import { viewLimits } from './view-limits.ts';

const described = { tags: ['responsible play'], security: bearer, response: { 200: limitsView, ...refusalAnswers } };
const toRead = { ...described, summary: 'What I have set for myself, and how much of it is used' };
const toLimit = {
  ...described,
  summary: 'Set a limit: lower at once, higher or none after 24 hours',
  body: setLimitRequest,
};
const toExclude = {
  ...described,
  summary: 'No bets and no deposits from now on; nobody can shorten it',
  body: exclusionRequest,
};
const toCheck = { ...described, summary: 'How often to be told how long I play', body: realityCheckRequest };
const toLookBack = {
  ...described,
  summary: 'My stakes and the net result of settled bets since a moment',
  querystring: playQuery,
  response: { 200: playView, ...refusalAnswers },
};

type Deps = { readonly db: Db; readonly now: () => Instant };

export const limitsRoutes =
  ({ db, now }: Deps) =>
  async (app: App) => {
    const view = async (session: Session) => viewLimits(await readLimits(db, session.walletId));
    app.get('/limits', { schema: toRead }, async (request) => view(sessionOf(request)));
    app.put('/limits', { schema: toLimit }, async (request, reply) => {
      const { kind, period, amount: asked } = request.body;
      const amount = asked === null ? null : centsFromDollars(asked);
      // What is no whole number of cents is as little a limit as what is below nothing.
      const wanted = { kind, period, amount: amount === undefined ? notAnAmount : amount };
      const changed = await setLimit(db, by(sessionOf(request)), wanted);
      if (!changed.ok) return refuse(reply, statusOf[changed.refusal.code], ownRuleRefusalView(changed.refusal));
      return reply.send(await view(sessionOf(request)));
    });
    app.post('/limits/exclusion', { schema: toExclude }, async (request, reply) => {
      const begun = await excludeBettor(db, by(sessionOf(request)), request.body);
      if (!begun.ok) return refuse(reply, statusOf[begun.refusal.code], ownRuleRefusalView(begun.refusal));
      return reply.send(await view(sessionOf(request)));
    });
    app.put('/limits/reality-check', { schema: toCheck }, async (request) => {
      await setRealityCheck(db, by(sessionOf(request)), request.body.minutes);
      return view(sessionOf(request));
    });
    app.get('/limits/play', { schema: toLookBack, config: lookBackConfig }, async (request, reply) => {
      const since = instant(Date.parse(request.query.since));
      if (since < now() - lookBackDays * 24 * 3_600_000) {
        const refusal = { code: 'since-too-long-ago', days: lookBackDays } as const;
        return refuse(reply, statusOf[refusal.code], ownRuleRefusalView(refusal));
      }
      const { staked, net } = await readPlay(db, sessionOf(request).walletId, since);
      return reply.send({
        since: new Date(since).toISOString(),
        staked: dollars(staked),
        net: dollars(net),
      });
    });
  };

const lookBackDays = 30;
const lookBackConfig = { rateLimit: { max: 120, timeWindow: '1 minute', groupId: countedInMemory('play') } };
const notAnAmount = cents(-1);
const by = ({ userId, walletId }: Session) => ({ walletId, actor: `user:${userId}` });

const statusOf = {
  'limit-invalid': 422,
  'since-too-long-ago': 422,
  'exclusion-length': 422,
  'exclusion-shorter': 409,
} satisfies Record<OwnRuleRefusal['code'], RefusalStatus>;
