import { marketEndpoints, marketRefusalView, viewBet } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { cashOutScope } from '@touchline/core/matches';
import { ok, refused } from '@touchline/core/result';
import { betsOnMatch } from '@touchline/store/bets';
import { readNames } from '@touchline/store/ledger';
import { readEventPlan, readQuota } from '@touchline/store/matches';
import { confirmProposal, rejectProposal } from '@touchline/store/settlement';
import type { FastifyRequest } from 'fastify';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { languageOf } from '../http/request-language.ts';
import type { Session } from '../http/sessions.ts';
import { recordStaffAccess } from '../ledger/staff-access.ts';
import { closeBetting, limitCashOut, viewClosures } from './close-betting.ts';
import { decideName, viewSuggestedNames } from './decide-name.ts';
import { decideReview } from './decide-review.ts';
import { enterResult, type MarketsDeps, previewResult } from './enter-result.ts';
import { orderMarket } from './order-market.ts';
import { viewCredits, viewDryRun, viewMarket, viewMarkets } from './view-markets.ts';

type Caller = { readonly session: Session; readonly request: FastifyRequest };

/** How admins manage matches, their markets and their results. */
export function marketRoutes(deps: MarketsDeps): readonly Route[] {
  const views = matchViews(deps);
  return [
    ...readingRoutes(deps, views),
    ...resultRoutes(deps, views),
    ...orderRoutes(deps, views),
    ...closureRoutes(deps),
  ];
}

type MatchViews = ReturnType<typeof matchViews>;

function matchViews({ store, announceMarket, now }: MarketsDeps) {
  const match = async ({ session, request }: Caller, matchId: MatchId) => {
    const view = await viewMarket(store.db, session, matchId, now(), languageOf(request));
    return view ? ok(view) : refused({ code: 'match-unknown' });
  };
  return {
    match,
    /** The match after a change, which the screens of other admins are notified of. */
    changed: (caller: Caller, matchId: MatchId) => {
      announceMarket(matchId);
      return match(caller, matchId);
    },
  };
}

function readingRoutes({ store: { db }, now }: MarketsDeps, { match }: MatchViews): readonly Route[] {
  return [
    handle(marketEndpoints.list, async ({ session }) => ({
      matches: [...(await viewMarkets(db, session, now()))],
      ...(await viewClosures(db)),
      names: await viewSuggestedNames(db),
      credits: viewCredits(await readQuota(db), await readEventPlan(db), now()),
    })),
    handleRefusing(marketEndpoints.read, marketRefusalView, ({ session, request, params }) =>
      match({ session, request }, params.matchId),
    ),
    handle(marketEndpoints.tickets, async ({ params: { matchId }, query: { before, limit }, request }) => {
      const found = await betsOnMatch(db, matchId, { before, limit: limit + 1 });
      const bets = found.slice(0, limit);
      const names = await readNames(
        db,
        bets.map(({ userId }) => userId),
      );
      await recordStaffAccess(db, request, 'name', ...names.map(({ walletId }) => walletId));
      const nameOf = new Map(names.map(({ id, name }) => [id, name]));
      return {
        tickets: bets.map((bet) => ({
          bettor: { userId: bet.userId, name: nameOf.get(bet.userId) ?? '' },
          bet: viewBet(bet),
        })),
        next: found.length > limit ? (bets.at(-1)?.id ?? null) : null,
      };
    }),
  ];
}

/** Results: entered by one admin, confirmed by another if they move enough money. */
function resultRoutes(deps: MarketsDeps, { changed }: MatchViews): readonly Route[] {
  const {
    store: { db },
    announceMarket,
    now,
  } = deps;
  return [
    handleRefusing(marketEndpoints.dryRun, marketRefusalView, async ({ session, request, params, body }) => {
      const run = await previewResult(deps, adminOf({ session, request }), params.matchId, body.result);
      return run.ok ? ok(viewDryRun(run.value)) : run;
    }),
    handleRefusing(
      marketEndpoints.decide,
      marketRefusalView,
      async ({ session, request, reply, params: { matchId }, body }) => {
        const entered = await enterResult(deps, adminOf({ session, request }), matchId, body);
        if (!entered.ok) return entered;
        const shown = await changed({ session, request }, matchId);
        if (!shown.ok) return shown;
        const { outcome, dryRun } = entered.value;
        if (outcome === 'proposed') reply.code(202);
        return ok({ outcome, dryRun: viewDryRun(dryRun), match: shown.value });
      },
    ),
    handleRefusing(marketEndpoints.confirm, marketRefusalView, async ({ session, request, params: { id } }) => {
      const admin = adminOf({ session, request });
      const done = await db.transaction().execute((trx) => confirmProposal(trx, admin, { id, at: now() }));
      // Confirming an outdated proposal ends it.
      if (!done.ok && done.refusal.code === 'proposal-outdated') announceMarket(null);
      return done.ok ? changed({ session, request }, done.value) : done;
    }),
    handleRefusing(
      marketEndpoints.reject,
      marketRefusalView,
      async ({ session, request, params: { id }, body: { reason } }) => {
        const admin = adminOf({ session, request });
        const done = await db.transaction().execute((trx) => rejectProposal(trx, admin, { id, reason, at: now() }));
        return done.ok ? changed({ session, request }, done.value) : done;
      },
    ),
  ];
}

/** Single markets, and what the feeds leave in doubt: reviews of matches, and names of teams. */
function orderRoutes({ store: { db }, announceMarket, now }: MarketsDeps, { changed }: MatchViews): readonly Route[] {
  const order = (
    endpoint: typeof marketEndpoints.suspend | typeof marketEndpoints.open,
    status: 'suspended' | 'open',
  ) =>
    handleRefusing(endpoint, marketRefusalView, async ({ session, request, params: { matchId }, body }) => {
      const done = await orderMarket(db, adminOf({ session, request }), { matchId, status, ...body }, now());
      return done.ok ? changed({ session, request }, matchId) : done;
    });
  return [
    order(marketEndpoints.suspend, 'suspended'),
    order(marketEndpoints.open, 'open'),
    handleRefusing(
      marketEndpoints.resolveReview,
      marketRefusalView,
      async ({ session, request, params: { id }, body }) => {
        const done = await decideReview(db, adminOf({ session, request }), { id, ...body }, now());
        return done.ok ? changed({ session, request }, done.value) : done;
      },
    ),
    handleRefusing(
      marketEndpoints.decideName,
      marketRefusalView,
      async ({ session, request, params: { id }, body }) => {
        const done = await decideName(db, adminOf({ session, request }), { id, ...body }, now());
        if (!done.ok) return done;
        announceMarket(null);
        return ok({ names: await viewSuggestedNames(db) });
      },
    ),
  ];
}

/** Where betting and cash-out are closed or limited. */
function closureRoutes({ store: { db }, announceMarket }: MarketsDeps): readonly Route[] {
  /** Closes or opens betting or cash-out, and returns where they are closed now. */
  async function switched(caller: Caller, asked: Parameters<typeof closeBetting>[2]) {
    const done = await closeBetting(db, adminOf(caller), asked);
    if (!done.ok) return done;
    announceMarket(null);
    caller.request.log.warn({ act: asked.act, closes: asked.closes, scope: asked.scope }, 'an admin switched betting');
    return ok(await viewClosures(db));
  }
  const bettingSwitch = (
    endpoint: typeof marketEndpoints.closeBetting | typeof marketEndpoints.openBetting,
    act: 'close' | 'open',
  ) =>
    handleRefusing(endpoint, marketRefusalView, ({ session, request, body: { league, reason } }) =>
      switched({ session, request }, { closes: 'betting', act, scope: league ?? 'all', reason }),
    );
  const cashOutSwitch = (
    endpoint: typeof marketEndpoints.closeCashOut | typeof marketEndpoints.openCashOut,
    act: 'close' | 'open',
  ) =>
    handleRefusing(endpoint, marketRefusalView, ({ session, request, body: { league, reason, ...on } }) =>
      switched({ session, request }, { closes: 'cash-out', act, scope: league ?? cashOutScope(on), reason }),
    );
  return [
    bettingSwitch(marketEndpoints.closeBetting, 'close'),
    bettingSwitch(marketEndpoints.openBetting, 'open'),
    cashOutSwitch(marketEndpoints.closeCashOut, 'close'),
    cashOutSwitch(marketEndpoints.openCashOut, 'open'),
    handle(marketEndpoints.limitCashOut, async ({ session, request, body: { league, matchId, market, ...limit } }) => {
      const scope = league ?? cashOutScope({ matchId, market });
      await limitCashOut(db, adminOf({ session, request }), { scope, ...limit });
      announceMarket(null);
      request.log.warn({ scope, ...limit, reason: undefined }, 'an admin limited cash-outs');
      return viewClosures(db);
    }),
  ];
}

const adminOf = ({ session: { userId, role }, request }: Caller) => ({ userId, role, requestId: request.id });
