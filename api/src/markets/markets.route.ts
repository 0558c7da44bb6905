import {
  bettingClosures,
  bettingSwitchRequest,
  dryRunRequest,
  dryRunView,
  marketOrderRequest,
  operatedMatchDetail,
  operatedMatches,
  rejectProposalRequest,
  resolveReviewRequest,
  resultAnswer,
  resultRequest,
} from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { confirmProposal, type ProposalRefusal, rejectProposal } from '@touchline/store/settlement';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../http/app-type.ts';
import { sessionOf } from '../http/guards.ts';
import { bearer } from '../http/open-api.ts';
import { type RefusalStatus, refusalAnswers, refuse } from '../http/refuse.ts';
import { closeBetting, type SwitchRefusal, viewClosures } from './close-betting.ts';
import { decideReview, type ReviewRefusal } from './decide-review.ts';
import { enterResult, type MarketsDeps, type ResultRefusal, tryResult } from './enter-result.ts';
import { type OrderRefusal, orderMarket } from './order-market.ts';
import { viewDryRun, viewMarket, viewMarkets } from './view-markets.ts';

const ofMatch = z.object({ matchId: z.uuid().transform((id) => id.toLowerCase() as MatchId) });
const byId = z.object({ id: z.uuid() });
const rest = { tags: ['admin'], security: bearer };
const detail = { 200: operatedMatchDetail, ...refusalAnswers };

/** What operators do with matches, their markets and their results. */
export const marketsRoutes = (deps: MarketsDeps) => async (app: App) => {
  readRoutes(app, deps);
  resultRoutes(app, deps);
  proposalRoutes(app, deps);
  orderRoutes(app, deps);
  reviewRoutes(app, deps);
  bettingRoutes(app, deps);
};

function readRoutes(app: App, deps: MarketsDeps): void {
  const list = {
    ...rest,
    summary: 'Matches with what is open on them',
    response: { 200: operatedMatches, ...refusalAnswers },
  };
  app.get('/markets', { schema: list }, async (request) => ({
    matches: [...(await viewMarkets(deps.store.db, sessionOf(request), deps.now()))],
    ...(await viewClosures(deps.store.db)),
  }));
  const one = { ...rest, summary: 'A match with its results so far', params: ofMatch, response: detail };
  app.get('/markets/:matchId', { schema: one }, async (request, reply) =>
    answerMatch(deps, request, reply, request.params.matchId),
  );
}

function resultRoutes(app: App, deps: MarketsDeps): void {
  const dry = {
    ...rest,
    summary: 'What a decision would do to the bets on a match; nothing is changed',
    params: ofMatch,
    body: dryRunRequest,
    response: { 200: dryRunView, ...refusalAnswers },
  };
  app.post('/markets/:matchId/dry-run', { schema: dry }, async (request, reply) => {
    const run = await tryResult(deps, adminOf(request), request.params.matchId, request.body.result);
    return run.ok ? viewDryRun(run.value) : say(reply, run.refusal);
  });
  const enter = {
    ...rest,
    summary:
      'Ends a match by hand, corrects how it ended, or voids bets of a time; above what one admin decides alone in 24 hours it waits for a second admin',
    params: ofMatch,
    body: resultRequest,
    response: { 200: resultAnswer, 202: resultAnswer, ...refusalAnswers },
  };
  app.post('/markets/:matchId/result', { schema: enter }, async (request, reply) => {
    const { matchId } = request.params;
    const entered = await enterResult(deps, adminOf(request), matchId, request.body);
    if (!entered.ok) return say(reply, entered.refusal);
    deps.announceMarket(matchId);
    const match = await viewMarket(deps.store.db, sessionOf(request), matchId);
    if (!match) return say(reply, { code: 'match-unknown' });
    const { outcome, dryRun } = entered.value;
    return reply.code(outcome === 'done' ? 200 : 202).send({ outcome, dryRun: viewDryRun(dryRun), match });
  });
}

function proposalRoutes(app: App, { ...deps }: MarketsDeps): void {
  const confirm = { ...rest, summary: 'Confirms what another admin proposed', params: byId, response: detail };
  app.post('/markets/proposals/:id/confirm', { schema: confirm }, async (request, reply) => {
    const asked = { id: request.params.id, at: deps.now() };
    const done = await deps.store.db.transaction().execute((trx) => confirmProposal(trx, adminOf(request), asked));
    // An outdated one has ended by being confirmed.
    if (!done.ok && done.refusal.code === 'proposal-outdated') deps.announceMarket(null);
    return done.ok ? answerChanged(deps, request, reply, done.value) : say(reply, done.refusal);
  });
  const reject = { ...confirm, summary: 'Rejects what was proposed', body: rejectProposalRequest };
  app.post('/markets/proposals/:id/reject', { schema: reject }, async (request, reply) => {
    const asked = { id: request.params.id, reason: request.body.reason, at: deps.now() };
    const done = await deps.store.db.transaction().execute((trx) => rejectProposal(trx, adminOf(request), asked));
    return done.ok ? answerChanged(deps, request, reply, done.value) : say(reply, done.refusal);
  });
}

function orderRoutes(app: App, deps: MarketsDeps): void {
  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['open', 'open'],
  ] as const) {
    const summary = status === 'open' ? 'Opens markets of a match again' : 'Suspends markets of a match';
    const schema = { ...rest, summary, params: ofMatch, body: marketOrderRequest, response: detail };
    app.post(`/markets/:matchId/${verb}`, { schema }, async (request, reply) => {
      const { matchId } = request.params;
      const done = await orderMarket(deps.store.db, adminOf(request), { matchId, status, ...request.body }, deps.now());
      return done.ok ? answerChanged(deps, request, reply, matchId) : say(reply, done.refusal);
    });
  }
}

function reviewRoutes(app: App, deps: MarketsDeps): void {
  const summary = 'Notes how a doubt about a match was decided';
  const schema = { ...rest, summary, params: byId, body: resolveReviewRequest, response: detail };
  app.post('/markets/reviews/:id/resolve', { schema }, async (request, reply) => {
    const decided = { id: request.params.id, ...request.body };
    const done = await decideReview(deps.store.db, adminOf(request), decided, deps.now());
    return done.ok ? answerChanged(deps, request, reply, done.value) : say(reply, done.refusal);
  });
}

function adminOf(request: FastifyRequest) {
  const { userId, role } = sessionOf(request);
  return { userId, role, requestId: request.id };
}

async function answerMatch(deps: MarketsDeps, request: FastifyRequest, reply: FastifyReply, matchId: MatchId) {
  const match = await viewMarket(deps.store.db, sessionOf(request), matchId);
  return match ?? say(reply, { code: 'match-unknown' });
}

/** Admins at other screens hear of it, on whatever node. */
function answerChanged(deps: MarketsDeps, request: FastifyRequest, reply: FastifyReply, matchId: MatchId) {
  deps.announceMarket(matchId);
  return answerMatch(deps, request, reply, matchId);
}

type Refusal = ResultRefusal | ProposalRefusal | OrderRefusal | ReviewRefusal | SwitchRefusal;
const say = (reply: FastifyReply, { code }: Refusal) => refuse(reply, ...words(code));

function words(code: Refusal['code']): [RefusalStatus, { code: string; error: string }] {
  const [status, error] = refusals[code];
  return [status, { code, error }];
}
function bettingRoutes(app: App, { store, announceMarket }: MarketsDeps): void {
  for (const act of ['close', 'open'] as const) {
    const summary =
      act === 'close'
        ? 'Closes all betting at once, of the whole house or of one league; pays and settles on'
        : 'Opens betting again';
    const response = { 200: bettingClosures, ...refusalAnswers };
    const schema = { ...rest, summary, body: bettingSwitchRequest, response };
    app.post(`/markets/${act}-betting`, { schema }, async (request, reply) => {
      const done = await closeBetting(store.db, adminOf(request), { act, ...request.body });
      if (!done.ok) return say(reply, done.refusal);
      announceMarket(null);
      request.log.warn({ act, league: request.body.league ?? 'all' }, 'an admin switched betting');
      return viewClosures(store.db);
    });
  }
}

const refusals = {
  'closed-already': [409, 'Betting is closed there already.'],
  'open-already': [409, 'Betting is open there already.'],
  'match-unknown': [404, 'There is no such match.'],
  'market-unknown': [404, 'This match has no such market.'],
  'match-over': [409, 'The match is over: its markets stay closed.'],
  'not-kicked-off': [409, 'The match has not kicked off yet: it can only be void.'],
  'result-outdated': [409, 'The result of this match has changed meanwhile. Please look again.'],
  'proposal-open': [409, 'Something waits for a second admin on this match already.'],
  'window-empty': [400, 'A window has to end after it begins.'],
  'window-not-over': [400, 'A window has to be over. Suspend the market first, then void what was taken.'],
  'window-known': [409, 'These bets are void already.'],
  'window-unknown': [404, 'There is no such window any more.'],
  'windows-too-many': [409, 'This match has 20 such windows already. Put them together into fewer.'],
  'proposal-unknown': [404, 'There is no such proposal.'],
  'own-proposal': [403, 'You proposed this yourself: another admin has to confirm it.'],
  'proposal-decided': [409, 'This proposal has been decided already.'],
  'review-unknown': [404, 'There is no such review, or it has been decided already.'],
  'review-needs-choice': [400, 'A changed id is either the same match or another one. Please choose.'],
  'review-noted-only': [400, 'Only a changed id can be the same match or another one; this can only be noted.'],
  'review-match-ended': [409, 'The old match has ended: it cannot go on under the new id.'],
  'proposal-outdated': [409, 'The result of this match has changed since it was proposed: the proposal has ended.'],
} satisfies Record<Refusal['code'], readonly [RefusalStatus, string]>;
