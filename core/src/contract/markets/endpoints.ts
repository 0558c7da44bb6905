import * as z from 'zod/mini';
import { schemaText } from '../../language/index.ts';
import { type Access, endpoints } from '../endpoint.ts';
import { matchId } from '../ids.ts';
import {
  bettingClosures,
  bettingSwitchRequest,
  cashOutLimitRequest,
  cashOutSwitchRequest,
  decideNameRequest,
  dryRunRequest,
  dryRunView,
  marketOrderRequest,
  operatedMatchDetail,
  operatedMatches,
  rejectProposalRequest,
  resolveReviewRequest,
  resultAnswer,
  resultRequest,
  suggestedNames,
  ticketsPage,
  ticketsQuery,
} from './markets.ts';

const admins: Access = { roles: ['admin'], refusal: schemaText('Only admins can manage markets and results.') };
const ofMatch = z.object({ matchId });
const byId = z.object({ id: z.uuid() });
const common = { access: admins, tag: 'admin' } as const;

const decisionRefusals = {
  'match-unknown': 404,
  'own-bet': 403,
  'market-unknown': 404,
  'not-kicked-off': 409,
  'half-time-impossible': 400,
  'result-outdated': 409,
  'proposal-open': 409,
  'window-empty': 400,
  'window-not-over': 400,
  'window-known': 409,
  'window-unknown': 404,
  'windows-too-many': 409,
} as const;
const proposalRefusals = {
  'match-unknown': 404,
  'proposal-unknown': 404,
  'own-proposal': 403,
  'own-bet': 403,
  'proposal-decided': 409,
  'proposal-outdated': 409,
} as const;
const order = {
  ...common,
  method: 'POST',
  params: ofMatch,
  body: marketOrderRequest,
  answer: operatedMatchDetail,
  refusals: { 'match-unknown': 404, 'market-unknown': 404, 'match-over': 409 },
} as const;
const bettingSwitch = {
  ...common,
  method: 'POST',
  body: bettingSwitchRequest,
  answer: bettingClosures,
  refusals: { 'closed-already': 409, 'open-already': 409 },
} as const;
const cashOutSwitch = { ...bettingSwitch, body: cashOutSwitchRequest } as const;

export const marketEndpoints = endpoints({
  list: {
    ...common,
    method: 'GET',
    path: '/markets',
    summary: 'Matches with their open bets, and where betting is closed',
    answer: operatedMatches,
  },
  read: {
    ...common,
    method: 'GET',
    path: '/markets/:matchId',
    summary: 'A match with all its results',
    params: ofMatch,
    answer: operatedMatchDetail,
    refusals: { 'match-unknown': 404 },
  },
  tickets: {
    ...common,
    method: 'GET',
    path: '/markets/:matchId/bets',
    summary:
      'The bets on a match with their bettors, newest first; each reading of a name is recorded in the access log',
    params: ofMatch,
    query: ticketsQuery,
    answer: ticketsPage,
  },
  dryRun: {
    ...common,
    method: 'POST',
    path: '/markets/:matchId/dry-run',
    summary: 'What a decision would do to the bets on a match; changes nothing',
    params: ofMatch,
    body: dryRunRequest,
    answer: dryRunView,
    refusals: decisionRefusals,
  },
  decide: {
    ...common,
    method: 'POST',
    path: '/markets/:matchId/result',
    summary:
      'End a match by hand, correct its result, or void bets of a period; 202 when a second admin has to confirm it',
    params: ofMatch,
    body: resultRequest,
    answer: resultAnswer,
    refusals: decisionRefusals,
  },
  confirm: {
    ...common,
    method: 'POST',
    path: '/markets/proposals/:id/confirm',
    summary: 'Confirm the decision that another admin proposed',
    params: byId,
    answer: operatedMatchDetail,
    refusals: proposalRefusals,
  },
  reject: {
    ...common,
    method: 'POST',
    path: '/markets/proposals/:id/reject',
    summary: 'Reject a proposed decision',
    params: byId,
    body: rejectProposalRequest,
    answer: operatedMatchDetail,
    refusals: proposalRefusals,
  },
  suspend: { ...order, path: '/markets/:matchId/suspend', summary: 'Suspend markets of a match' },
  open: { ...order, path: '/markets/:matchId/open', summary: 'Reopen markets of a match' },
  resolveReview: {
    ...common,
    method: 'POST',
    path: '/markets/reviews/:id/resolve',
    summary: 'Record how a review of a match was resolved',
    params: byId,
    body: resolveReviewRequest,
    answer: operatedMatchDetail,
    refusals: {
      'match-unknown': 404,
      'review-unknown': 404,
      'own-bet': 403,
      'review-needs-choice': 400,
      'review-noted-only': 400,
      'review-match-ended': 409,
      'review-match-separate': 409,
    },
  },
  decideName: {
    ...common,
    method: 'POST',
    path: '/markets/names/:id/decide',
    summary: "Decide whether a results provider's name means a team; returns the names that still wait",
    params: byId,
    body: decideNameRequest,
    answer: suggestedNames,
    refusals: { 'name-unknown': 404 },
  },
  closeBetting: {
    ...bettingSwitch,
    path: '/markets/close-betting',
    summary: 'Close betting at once, everywhere or on one league; payouts and settlement continue',
  },
  openBetting: { ...bettingSwitch, path: '/markets/open-betting', summary: 'Reopen betting' },
  closeCashOut: {
    ...cashOutSwitch,
    path: '/markets/close-cash-out',
    summary: 'Close cash-out at once: everywhere, on a league, a match, a market, or a market of a match',
  },
  openCashOut: { ...cashOutSwitch, path: '/markets/open-cash-out', summary: 'Reopen cash-out' },
  limitCashOut: {
    ...common,
    method: 'POST',
    path: '/markets/limit-cash-out',
    summary: 'Limit what cash-outs pay at most, each and for a match within 24 hours; `null` removes a limit',
    body: cashOutLimitRequest,
    answer: bettingClosures,
  },
});
