import { isStaff } from '@touchline/core/account';
import { inLanguage } from '@touchline/core/catalogues';
import {
  areLegsInvalid,
  betEndpoints,
  betRefusalView,
  cashOutRefusalView,
  type PlaceBetRefusal,
  type PlaceTicketsRefusal,
  ticketsRefusalView,
  viewBet,
} from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { ok, refused } from '@touchline/core/result';
import { houseRules, houseRulesVersion } from '@touchline/core/rules';
import { betHistory, readBet } from '@touchline/store/bets';
import type { Reads } from '@touchline/store/standby-reads';
import { handle, handleRefusing, type Route } from '../http/handle.ts';
import { languageOf } from '../http/request-language.ts';
import { recordStaffAccess } from '../ledger/staff-access.ts';
import type { Services } from '../services.ts';
import { bookSlip, readBookedSlip } from './booked-slips.ts';
import { type CashOutDeps, cashOut, quoteCashOut, setRule } from './cash-out.ts';
import { placeBet, placeTickets } from './place-bet.ts';
import { readTimeline } from './read-timeline.ts';
import { readSharedBet, shareBet, unshareBet } from './shared-bets.ts';

type BetRouteDeps = CashOutDeps & Pick<Services, 'replica'> & { readonly reads: Reads };

export const betRoutes = (deps: BetRouteDeps): readonly Route[] => [
  ...ticketRoutes(deps),
  ...cashOutRoutes(deps),
  ...sharingRoutes(deps),
  rulesRoute,
];

const ticketRoutes = (deps: BetRouteDeps): readonly Route[] => [
  handleRefusing(
    betEndpoints.place,
    (refusal: PlaceBetRefusal) => betRefusalView(refusal, (id) => deps.replica.row(id)?.match),
    ({ session, body, key, request }) => placeBet(deps, session, body, { requestId: request.id, key }),
    { statusOf: (refusal) => (refusal.code === 'legs-refused' && areLegsInvalid(refusal.legs) ? 422 : undefined) },
  ),
  handleRefusing(
    betEndpoints.placeTickets,
    (refusal: PlaceTicketsRefusal) => ticketsRefusalView(refusal, (id) => deps.replica.row(id)?.match),
    ({ session, body, key, request }) => placeTickets(deps, session, body, { requestId: request.id, key }),
  ),
  handle(betEndpoints.history, async ({ session, query }) => {
    const { db } = await deps.reads.server();
    return (await betHistory(db, session.userId, query)).map(viewBet);
  }),
  handleRefusing(betEndpoints.read, unknownView, async ({ session, params }) => {
    const bet = await readBet(deps.db, params.id);
    return bet?.userId === session.userId ? ok(viewBet(bet)) : unknown;
  }),
  handleRefusing(betEndpoints.timeline, unknownView, async ({ session, params, request }) => {
    const { db } = await deps.reads.server();
    const bet = await readBet(db, params.id);
    if (!bet || (bet.userId !== session.userId && !isStaff(session.role))) return unknown;
    if (bet.userId !== session.userId) await recordStaffAccess(deps.db, request, 'player', bet.walletId);
    return ok(await readTimeline(db, bet));
  }),
];

const cashOutRoutes = (deps: BetRouteDeps): readonly Route[] => [
  handleRefusing(
    betEndpoints.quoteCashOut,
    unknownView,
    async ({ session, params }) => {
      const quote = await quoteCashOut(deps, session, params.id);
      return quote ? ok(quote) : unknown;
    },
    { config: { rateLimit: { max: 240, timeWindow: '1 minute', groupId: 'cash-out-quotes' } } },
  ),
  handleRefusing(betEndpoints.cashOut, cashOutRefusalView, ({ session, params, body, key, request }) =>
    cashOut(deps, session, params.id, body, { requestId: request.id, key }),
  ),
  handleRefusing(betEndpoints.setCashOutRule, cashOutRefusalView, ({ session, params, body }) =>
    setRule(deps, session, params.id, body.target),
  ),
];

/** Bet slips under a code, and bets under a link: anyone who has it reads them. */
const sharingRoutes = (deps: BetRouteDeps): readonly Route[] => [
  handleRefusing(
    betEndpoints.bookSlip,
    ({ code }) => ({ code, error: t('Your bet slip is empty') }),
    ({ body }) => bookSlip(deps, body),
    { config: { rateLimit: { max: 30, timeWindow: '1 minute', groupId: 'book-slip' } } },
  ),
  // A code has 35 bits, so that guessing one at this rate is hopeless.
  handleRefusing(
    betEndpoints.bookedSlip,
    ({ code }) => ({ code, error: t('There is no bet slip under this code. Codes expire after 30 days.') }),
    ({ params }) => readBookedSlip(deps, params.code),
    { config: { rateLimit: { max: 60, timeWindow: '1 minute', groupId: 'booked-slip' } } },
  ),
  handleRefusing(
    betEndpoints.share,
    unknownView,
    ({ session: { userId }, params: { id }, body }) => shareBet(deps.db, { id, userId, ...body, at: deps.now() }),
    { config: { rateLimit: { max: 30, timeWindow: '1 minute', groupId: 'share-bet' } } },
  ),
  handleRefusing(betEndpoints.unshare, unknownView, ({ session: { userId }, params: { id } }) =>
    unshareBet(deps.db, { id, userId }),
  ),
  handleRefusing(
    betEndpoints.shared,
    ({ code }) => ({ code, error: t('There is no bet under this link. Its bettor may have stopped sharing it.') }),
    ({ params }) => readSharedBet(deps.db, params.code),
    { config: { rateLimit: { max: 60, timeWindow: '1 minute', groupId: 'shared-bet' } } },
  ),
];

const rulesRoute = handleRefusing(
  betEndpoints.rules,
  ({ code }) => ({ code, error: t('This version of the house rules does not exist.') }),
  async ({ query: { version = houseRulesVersion }, request, reply }) => {
    reply.header('vary', 'accept-language');
    const rules = inLanguage(languageOf(request), () => houseRules(version));
    if (!rules) return refused({ code: 'rules-unknown' } as const);
    const { general, markets } = rules;
    return ok({ ...rules, current: houseRulesVersion, general: [...general], markets: [...markets] });
  },
);

const unknown = refused({ code: 'bet-unknown' } as const);
// The same for a bet of another user: bet ids must not be probeable.
const unknownView = ({ code }: { readonly code: 'bet-unknown' }) => ({ code, error: t('Bet not found.') });
