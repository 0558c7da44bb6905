import {
  type BettingClosuresView,
  bettingClosures,
  type DryRunView,
  dryRunView,
  type MatchDecisionRequest,
  type OperatedMatchDetail,
  type OperatedMatchesView,
  operatedMatchDetail,
  operatedMatches,
  type ResolveReviewRequest,
  type ResultAnswer,
  type ResultRequest,
  resultAnswer,
} from '@touchline/core/contract';
import type { MarketKey } from '@touchline/core/markets';
import type { LeagueKey } from '@touchline/core/matches';
import { type Answer, request } from './client.ts';

export type MarketOrderAsked = { readonly market?: MarketKey; readonly reason: string };

/** GET /markets: what operators look after now. */
export const fetchMarkets = (): Answer<OperatedMatchesView> =>
  request(operatedMatches, { method: 'GET', path: '/markets' });

/** POST /markets/close-betting or /open-betting: of the whole house when no league is named. */
export const switchBetting = (
  act: 'close' | 'open',
  body: { readonly league?: LeagueKey; readonly reason: string },
): Answer<BettingClosuresView> => request(bettingClosures, { method: 'POST', path: `/markets/${act}-betting`, body });

/** GET /markets/{matchId} */
export const fetchMarket = (matchId: string): Answer<OperatedMatchDetail> =>
  request(operatedMatchDetail, { method: 'GET', path: pathOf(matchId) });

/** POST /markets/{matchId}/dry-run: nothing is changed. */
export const tryResult = (matchId: string, result: MatchDecisionRequest): Answer<DryRunView> =>
  request(dryRunView, { method: 'POST', path: `${pathOf(matchId)}/dry-run`, body: { result } });

/** POST /markets/{matchId}/result */
export const enterResult = (matchId: string, body: ResultRequest): Answer<ResultAnswer> =>
  request(resultAnswer, { method: 'POST', path: `${pathOf(matchId)}/result`, body });

/** POST /markets/{matchId}/suspend or /open; all markets when none is named. */
export const orderMarket = (
  matchId: string,
  order: 'suspend' | 'open',
  body: MarketOrderAsked,
): Answer<OperatedMatchDetail> =>
  request(operatedMatchDetail, { method: 'POST', path: `${pathOf(matchId)}/${order}`, body });

/** POST /markets/proposals/{id}/confirm */
export const confirmProposal = (id: string): Answer<OperatedMatchDetail> =>
  request(operatedMatchDetail, { method: 'POST', path: `/markets/proposals/${encodeURIComponent(id)}/confirm` });

/** POST /markets/proposals/{id}/reject */
export const rejectProposal = (id: string, reason: string): Answer<OperatedMatchDetail> =>
  request(operatedMatchDetail, {
    method: 'POST',
    path: `/markets/proposals/${encodeURIComponent(id)}/reject`,
    body: { reason },
  });

/** POST /markets/reviews/{id}/resolve */
export const resolveReview = (id: string, body: ResolveReviewRequest): Answer<OperatedMatchDetail> =>
  request(operatedMatchDetail, { method: 'POST', path: `/markets/reviews/${encodeURIComponent(id)}/resolve`, body });

const pathOf = (matchId: string): string => `/markets/${encodeURIComponent(matchId)}`;
