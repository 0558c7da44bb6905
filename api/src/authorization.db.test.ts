import type { BetView, SessionsView, WithdrawAnswer } from '@touchline/core/contract';
import { instant } from '@touchline/core/instant';
import { openSession, type User } from '@touchline/store/accounts';
import { excludeBettor } from '@touchline/store/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildTestApp,
  creditDollars,
  logIn,
  openAccount,
  quote,
  requestAs,
  type TestApp,
  testPassword,
} from './testing/test-app.ts';

/**
 * Who may call what: the status that each route answers to each of seven callers. The requested resource belongs to the bettor. A call
 * that would change something is incomplete, so that rows do not depend on each other: 400 and 422 mean that the caller was
 * admitted, 401 that they are not logged in, 403 that the route is not for them, 404 that there is no resource.
 *
 * A route without a row fails the test. To add one, write its row, and add to `asked` what to send if a bare call does not show who is
 * admitted. The column of the excluded bettor shows what self-exclusion forbids.
 */
const table = `
  route                                   | guest | bettor | other | unverified | excluded | admin | auditor
  DELETE /auth/sessions/:id               | 401   | 404    | 404   | 404        | 404      | 404   | 404
  DELETE /notifications/push              | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /adjustments                        | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /audit                              | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /auth/download                      | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /auth/me                            | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /auth/passkeys                      | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /auth/sessions                      | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /auth/settings                      | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /auth/verify                        | 422   | 422    | 422   | 422        | 422      | 422   | 422
  GET /bet/:id                            | 401   | 200    | 404   | 404        | 404      | 404   | 404
  GET /bet/:id/cash-out                   | 401   | 200    | 404   | 404        | 404      | 404   | 404
  GET /bet/:id/timeline                   | 401   | 200    | 404   | 404        | 404      | 200   | 200
  GET /bet/history                        | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /bonus                              | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /config                             | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /docs                               | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /docs/json                          | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /docs/static/*                      | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /docs/static/index.html             | 302   | 302    | 302   | 302        | 302      | 302   | 302
  GET /docs/static/swagger-initializer.js | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /docs/yaml                          | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /events                             | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /events/:matchId/history            | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /events/:matchId/markets            | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /events/leagues                     | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /healthz                            | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /ledger/access-log                  | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/events                      | 401   | 200    | 200   | 200        | 200      | 403   | 200
  GET /ledger/events/export               | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/events/total                | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/export                      | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/filters                     | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/names                       | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/proof/:walletId             | 401   | 200    | 404   | 404        | 404      | 403   | 200
  GET /ledger/public-key                  | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /ledger/trial-balance               | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/verifications               | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/verifications/:id           | 401   | 403    | 403   | 403        | 403      | 403   | 404
  GET /ledger/wallets                     | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/wallets/:id                 | 401   | 200    | 404   | 404        | 404      | 403   | 200
  GET /ledger/wallets/:id/comparison      | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /limits                             | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /limits/play                        | 401   | 400    | 400   | 400        | 400      | 403   | 403
  GET /markets                            | 401   | 403    | 403   | 403        | 403      | 200   | 403
  GET /markets/:matchId                   | 401   | 403    | 403   | 403        | 403      | 404   | 403
  GET /markets/:matchId/bets              | 401   | 403    | 403   | 403        | 403      | 200   | 403
  GET /log                                | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /log/checkpoint                     | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /log/checkpoints                    | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /log/consistency                    | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /log/receipt                        | 401   | 503    | 503   | 503        | 503      | 503   | 503
  GET /log/seals/:number                  | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /log/tile/*                         | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /log/timestamps/:size               | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /metrics                            | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /notifications                      | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /notifications/push                 | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /notifications/settings             | 401   | 200    | 200   | 200        | 200      | 403   | 403
  GET /payment/all                        | 401   | 403    | 403   | 403        | 403      | 200   | 403
  GET /payment/history                    | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /payment/methods                    | 401   | 200    | 200   | 200        | 200      | 200   | 200
  GET /payment/summary                    | 401   | 403    | 403   | 403        | 403      | 200   | 403
  GET /payment/verify/:transactionId      | 401   | 200    | 404   | 404        | 404      | 404   | 404
  GET /payment/withdraw/:id/details       | 401   | 403    | 403   | 403        | 403      | 200   | 403
  GET /readyz                             | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /cases                              | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /cases/:id                          | 401   | 403    | 403   | 403        | 403      | 404   | 404
  GET /cases/:id/archive                  | 401   | 403    | 403   | 403        | 403      | 403   | 404
  GET /reconciliations                    | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /reports/period                     | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /reports/cash-outs                  | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /rules                              | 200   | 200    | 200   | 200        | 200      | 200   | 200
  GET /audit/export                       | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /cases/export                       | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /reconciliations/export             | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /reports/period/export              | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /reports/cash-outs/export           | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /ledger/access-log/export           | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/trial-balance/export        | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /ledger/verifications/export        | 401   | 403    | 403   | 403        | 403      | 403   | 200
  GET /work                               | 401   | 403    | 403   | 403        | 403      | 200   | 403
  PATCH /auth/me                          | 401   | 400    | 400   | 400        | 400      | 400   | 400
  PATCH /auth/settings                    | 401   | 400    | 400   | 400        | 400      | 400   | 400
  GET /players                            | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /players/:id                        | 401   | 403    | 403   | 403        | 403      | 200   | 200
  GET /players/:id/exclusion              | 401   | 403    | 403   | 403        | 403      | 200   | 403
  POST /adjustments/:id/decide            | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /auth/change-password              | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/close-account                | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/confirm-browser              | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/forgot-password              | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/login                        | 401   | 200    | 200   | 403        | 200      | 401   | 401
  POST /auth/login/passkey                | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/login/passkey/begin          | 200   | 200    | 200   | 200        | 200      | 200   | 200
  POST /auth/login/registration           | 401   | 401    | 401   | 401        | 401      | 401   | 401
  POST /auth/logout                       | 200   | 200    | 200   | 200        | 200      | 200   | 200
  POST /auth/passkeys                     | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/passkeys/:id/remove          | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/passkeys/begin               | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/refresh                      | 401   | 401    | 401   | 401        | 401      | 401   | 401
  POST /auth/register                     | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/resend-verification          | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/reset-password               | 400   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/sessions/end-all             | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/totp/confirm                 | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/totp/disable                 | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/totp/enrol                   | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /auth/totp/recovery-codes          | 401   | 400    | 400   | 400        | 400      | 400   | 400
  POST /bet                               | 401   | 422    | 422   | 422        | 409      | 403   | 403
  GET /slips/:code                        | 404   | 404    | 404   | 404        | 404      | 404   | 404
  GET /shared/:code                       | 404   | 404    | 404   | 404        | 404      | 404   | 404
  POST /notifications/push                | 401   | 400    | 400   | 400        | 400      | 403   | 403
  POST /notifications/read                | 401   | 400    | 400   | 400        | 400      | 403   | 403
  POST /slips                             | 422   | 422    | 422   | 422        | 422      | 422   | 422
  POST /events/:matchId/builder           | 404   | 404    | 404   | 404        | 404      | 404   | 404
  POST /events/prices                     | 200   | 200    | 200   | 200        | 200      | 200   | 200
  POST /bet/:id/cash-out                  | 401   | 409    | 404   | 404        | 404      | 403   | 403
  POST /bets                              | 401   | 422    | 422   | 422        | 422      | 403   | 403
  POST /cases                             | 401   | 403    | 403   | 403        | 403      | 400   | 400
  POST /cases/:id/entries                 | 401   | 403    | 403   | 403        | 403      | 400   | 400
  POST /reconciliations                   | 401   | 403    | 403   | 403        | 403      | 202   | 202
  POST /reconciliations/bank              | 401   | 403    | 403   | 403        | 403      | 400   | 400
  DELETE /ledger/filters/:id              | 401   | 403    | 403   | 403        | 403      | 403   | 200
  POST /ledger/filters                    | 401   | 403    | 403   | 403        | 403      | 403   | 400
  POST /ledger/verifications              | 401   | 403    | 403   | 403        | 403      | 403   | 202
  POST /limits/exclusion                  | 401   | 400    | 400   | 400        | 400      | 403   | 403
  POST /markets/:matchId/dry-run          | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/:matchId/open             | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/:matchId/result           | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/:matchId/suspend          | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/close-betting             | 401   | 403    | 403   | 403        | 403      | 400   | 403
  POST /markets/close-cash-out            | 401   | 403    | 403   | 403        | 403      | 400   | 403
  POST /markets/limit-cash-out            | 401   | 403    | 403   | 403        | 403      | 400   | 403
  POST /markets/names/:id/decide          | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/open-betting              | 401   | 403    | 403   | 403        | 403      | 400   | 403
  POST /markets/open-cash-out             | 401   | 403    | 403   | 403        | 403      | 400   | 403
  POST /markets/proposals/:id/confirm     | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/proposals/:id/reject      | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /markets/reviews/:id/resolve       | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /payment/deposit                   | 401   | 422    | 422   | 422        | 422      | 403   | 403
  POST /payment/resolve/:transactionId    | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /payment/webhook                   | 400   | 400    | 400   | 400        | 400      | 400   | 400
  GET /payment/withdraw/options           | 401   | 200    | 200   | 200        | 200      | 403   | 403
  POST /payment/withdraw                  | 401   | 422    | 422   | 403        | 422      | 403   | 403
  POST /payment/withdraw/cancel-own/:id   | 401   | 404    | 404   | 404        | 404      | 403   | 403
  POST /payment/withdraw/cancel/:id       | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /payment/withdraw/link             | 422   | 422    | 422   | 422        | 422      | 422   | 422
  POST /payment/withdraw/link/cancel      | 422   | 422    | 422   | 422        | 422      | 422   | 422
  POST /payment/withdraw/process/:id      | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /payment/withdraw/return/:id       | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /players/:id/adjustments           | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /players/:id/exclusion             | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /players/:id/exclusion/lift        | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /players/:id/sign-out              | 401   | 403    | 403   | 403        | 403      | 404   | 403
  POST /support                           | 400   | 400    | 400   | 400        | 400      | 400   | 400
  PUT /bet/:id/cash-out/rule              | 401   | 422    | 404   | 404        | 404      | 403   | 403
  PUT /bet/:id/share                      | 401   | 200    | 404   | 404        | 404      | 403   | 403
  DELETE /bet/:id/share                   | 401   | 200    | 404   | 404        | 404      | 403   | 403
  PUT /limits                             | 401   | 400    | 400   | 400        | 400      | 403   | 403
  PUT /limits/reality-check               | 401   | 400    | 400   | 400        | 400      | 403   | 403
  PUT /notifications/settings             | 401   | 400    | 400   | 400        | 400      | 403   | 403
`;

const people = ['guest', 'bettor', 'other', 'unverified', 'excluded', 'admin', 'auditor'] as const;
type Person = (typeof people)[number];

type Asked = { readonly url?: string; readonly body?: object; readonly session?: 'of its own' };
/** What is sent. `{…}` is a resource of the bettor, `{me}` the caller, `{nothing}` an unknown id. */
const asked: Readonly<Record<string, Asked>> = {
  'DELETE /auth/sessions/:id': { url: '/auth/sessions/{nothing}' },
  'GET /auth/verify': { url: '/auth/verify?token=unknown' },
  'GET /bet/:id': { url: '/bet/{bet}' },
  'GET /bet/:id/cash-out': { url: '/bet/{bet}/cash-out' },
  'GET /bet/:id/timeline': { url: '/bet/{bet}/timeline' },
  'GET /docs/static/*': { url: '/docs/static/swagger-ui.css' },
  'GET /events/:matchId/history': { url: '/events/{nothing}/history' },
  'GET /events/:matchId/markets': { url: '/events/{nothing}/markets' },
  'POST /events/prices': { url: '/events/prices', body: { selections: [] } },
  'POST /events/:matchId/builder': { url: '/events/{nothing}/builder', body: { selections: [] } },
  'GET /ledger/events': { url: '/ledger/events?walletId={wallet}' },
  'DELETE /ledger/filters/:id': { url: '/ledger/filters/{nothing}' },
  'GET /ledger/names': { url: '/ledger/names?ids={wallet}' },
  'GET /ledger/wallets/:id/comparison': {
    url: '/ledger/wallets/{wallet}/comparison?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  },
  'GET /reports/cash-outs': { url: '/reports/cash-outs?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z' },
  'GET /reports/cash-outs/export': {
    url: '/reports/cash-outs/export?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  },
  'GET /reports/period': { url: '/reports/period?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z' },
  'GET /reports/period/export': {
    url: '/reports/period/export?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z',
  },
  'GET /cases/:id': { url: '/cases/999999' },
  'GET /cases/:id/archive': { url: '/cases/999999/archive' },
  'POST /cases/:id/entries': { url: '/cases/999999/entries' },
  'GET /log/consistency': { url: '/log/consistency?from=0&to=0' },
  'GET /log/seals/:number': { url: '/log/seals/1' },
  'GET /log/tile/*': { url: '/log/tile/0/000' },
  'GET /log/timestamps/:size': { url: '/log/timestamps/1' },
  'GET /ledger/proof/:walletId': { url: '/ledger/proof/{wallet}' },
  'GET /ledger/verifications/:id': { url: '/ledger/verifications/{nothing}' },
  'GET /ledger/wallets/:id': { url: '/ledger/wallets/{wallet}' },
  'GET /markets/:matchId/bets': { url: '/markets/{nothing}/bets' },
  'GET /markets/:matchId': { url: '/markets/{nothing}' },
  'GET /payment/verify/:transactionId': { url: '/payment/verify/{deposit}' },
  'GET /payment/withdraw/:id/details': { url: '/payment/withdraw/{withdrawal}/details' },
  'GET /players/:id': { url: '/players/{user}' },
  'GET /players/:id/exclusion': { url: '/players/{user}/exclusion' },
  'POST /adjustments/:id/decide': { url: '/adjustments/{nothing}/decide', body: { how: 'approved' } },
  'POST /players/:id/adjustments': {
    url: '/players/{nothing}/adjustments',
    body: { amount: 1, cause: 'courtesy', reason: 'a reason' },
  },
  'POST /players/:id/exclusion': {
    url: '/players/{nothing}/exclusion',
    body: { cause: 'fraud', days: 1, reason: 'a reason' },
  },
  'POST /players/:id/exclusion/lift': { url: '/players/{nothing}/exclusion/lift', body: { reason: 'a reason' } },
  'POST /players/:id/sign-out': { url: '/players/{nothing}/sign-out', body: { reason: 'a reason' } },
  'POST /auth/passkeys/:id/remove': { url: '/auth/passkeys/{nothing}/remove' },
  'POST /auth/login': { body: { email: '{me}@example.com', password: testPassword } },
  // It ends the session that it is called with.
  'POST /auth/logout': { session: 'of its own' },
  // An empty slip, and amounts below the minimum.
  'POST /bet': { body: { stake: 10, matches: [] } },
  'GET /slips/:code': { url: '/slips/AAAAAAA' },
  'POST /slips': { url: '/slips', body: { kind: 'accumulator', selections: [] } },
  'GET /shared/:code': { url: '/shared/AAAAAAAAAA' },
  'PUT /bet/:id/share': { url: '/bet/{bet}/share', body: {} },
  'DELETE /bet/:id/share': { url: '/bet/{bet}/share' },
  'PUT /bet/:id/cash-out/rule': { url: '/bet/{bet}/cash-out/rule', body: { target: 1_000_000 } },
  'POST /bet/:id/cash-out': { url: '/bet/{bet}/cash-out', body: { amount: 1_000_000 } },
  'POST /bets': { body: { tickets: [] } },
  'POST /markets/:matchId/dry-run': { url: '/markets/{nothing}/dry-run', body: { result: { kind: 'void' } } },
  'POST /markets/:matchId/open': { url: '/markets/{nothing}/open', body: { reason: 'a reason' } },
  'POST /markets/:matchId/result': {
    url: '/markets/{nothing}/result',
    body: { result: { kind: 'void' }, reason: 'a reason' },
  },
  'POST /markets/:matchId/suspend': { url: '/markets/{nothing}/suspend', body: { reason: 'a reason' } },
  'POST /markets/proposals/:id/confirm': { url: '/markets/proposals/{nothing}/confirm' },
  'POST /markets/names/:id/decide': {
    url: '/markets/names/{nothing}/decide',
    body: { verdict: 'same', reason: 'a reason' },
  },
  'POST /markets/reviews/:id/resolve': {
    url: '/markets/reviews/{nothing}/resolve',
    body: { resolution: 'noted', reason: 'a reason' },
  },
  'POST /markets/proposals/:id/reject': { url: '/markets/proposals/{nothing}/reject', body: { reason: 'a reason' } },
  'POST /payment/deposit': { body: { amount: 5, paymentMethod: 'creditcard' } },
  'POST /payment/resolve/:transactionId': {
    url: '/payment/resolve/{nothing}',
    body: { how: 'returned', reason: 'a reason' },
  },
  'POST /payment/withdraw': { body: { amount: 5, withdrawalMethod: 'paypal' } },
  'POST /payment/withdraw/cancel-own/:id': { url: '/payment/withdraw/cancel-own/{nothing}' },
  'POST /payment/withdraw/link': { body: { token: 'no-such-secret' } },
  'POST /payment/withdraw/link/cancel': { body: { token: 'no-such-secret', signOut: false } },
  'POST /payment/withdraw/cancel/:id': { url: '/payment/withdraw/cancel/{nothing}' },
  'POST /payment/withdraw/process/:id': { url: '/payment/withdraw/process/{nothing}' },
  'POST /payment/withdraw/return/:id': {
    url: '/payment/withdraw/return/{nothing}',
    body: { how: 'retry', amount: 10 },
  },
};

const rows = new Map(
  table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([route = '', ...cells]) => [route, Object.fromEntries(people.map((who, at) => [who, Number(cells[at])]))]),
);

let api: TestApp;
const tokens = new Map<Person, string>();
const things = new Map<string, string>();

beforeAll(async () => {
  api = await buildTestApp();
  const [match] = await quote(api.database, [{ name: 'Red' }]);
  for (const me of people) if (me !== 'guest') await open(me);
  await exclude(users.get('excluded'));
  for (const me of people) {
    const token = await logInAs(me);
    if (token !== undefined) tokens.set(me, token);
  }
  await ownSomething(match ?? '');
});
afterAll(() => api.close());

const users = new Map<Person, User>();
async function open(me: Person): Promise<void> {
  const isOfTheHouse = me === 'admin' || me === 'auditor';
  const user = await openAccount(api, `${me}@example.com`, isOfTheHouse ? me : 'bettor');
  if (!isOfTheHouse) await creditDollars(api, user, 100);
  users.set(me, user);
}

/** Self-excludes a bettor for good. */
async function exclude(user: User | undefined): Promise<void> {
  if (!user) throw new Error('there is no bettor to exclude');
  const by = { walletId: user.walletId, actor: `user:${user.id}` };
  const begun = await excludeBettor(api.database.db, by, { kind: 'self-exclusion', days: null });
  if (!begun.ok) throw new Error(begun.refusal.code);
}

/** An unverified address cannot log in, so its token is from before the verification was removed. */
async function logInAs(me: Person): Promise<string | undefined> {
  if (me === 'guest') return undefined;
  if (me !== 'unverified') return logIn(api.app, `${me}@example.com`);
  const confirm = (at: Date | null) =>
    api.database.pool.query('update users set email_verified_at = $1 where id = $2', [at, users.get(me)?.id]);
  await confirm(new Date());
  const token = await logIn(api.app, `${me}@example.com`);
  await confirm(null);
  return token;
}

async function ownSomething(matchId: string): Promise<void> {
  const user = users.get('bettor');
  if (!user) throw new Error('there is no bettor');
  const post = (url: string, payload: object) => requestAs(api.app, tokens.get('bettor'), 'POST', url, payload);
  const picks = [{ matchId, betOutcome: 'Red United Win', odds: 2.1 }];
  const paypal = { withdrawalMethod: 'paypal', paypalEmail: 'ada@example.com', password: testPassword };
  const { bet } = (await post('/bet', { stake: 10, matches: picks })).json<{ bet: BetView }>();
  const withdrawal = (await post('/payment/withdraw', { amount: 10, ...paypal })).json<WithdrawAnswer>();
  const { rows: deposits } = await api.database.pool.query<{ id: string }>(
    `select id from transactions where wallet_id = $1 and type = 'deposit'`,
    [user.walletId],
  );
  const { sessions } = (await requestAs(api.app, tokens.get('bettor'), 'GET', '/auth/sessions')).json<SessionsView>();
  things.set('bet', bet._id).set('withdrawal', withdrawal.transactionId).set('wallet', user.walletId);
  things
    .set('deposit', deposits[0]?.id ?? '')
    .set('session', sessions[0]?.id ?? '')
    .set('user', user.id);
}

const named = (text: string, me: Person): string =>
  text.replace(/\{(\w+)\}/g, (_, what: string) => (what === 'me' ? me : (things.get(what) ?? crypto.randomUUID())));

async function call(route: string, me: Person, other?: string) {
  const [verb, path = ''] = route.split(' ');
  const method = methods.find((one) => one === verb);
  if (!method) throw new Error(`no test knows how to call ${verb}`);
  const { url = path, body, session } = asked[route] ?? {};
  const token = other ?? (session === 'of its own' ? await logInAs(me) : tokens.get(me));
  return requestAs(api.app, token, method, named(url, me), body && JSON.parse(named(JSON.stringify(body), me)));
}
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** These refuse a wrong password or cookie, not a missing token. */
const withoutToken = ['POST /auth/login', 'POST /auth/login/registration', 'POST /auth/refresh'];

test('every route of the app has its row, and every row its route', () => {
  const without = api.routes.filter((route) => !rows.has(route)).toSorted();
  expect(without, 'Write a row for each of these into the table at the head of this file').toEqual([]);
  const gone = [...rows.keys()].filter((route) => !api.routes.includes(route)).toSorted();
  expect(gone, 'These rows have no route any more').toEqual([]);
});

describe('who may call', () => {
  test.each([...rows])('%s', async (route, expected) => {
    const statuses: Record<string, number> = {};
    for (const me of people) {
      const { statusCode } = await call(route, me);
      // A failing readiness probe has admitted its caller too, and on a busy machine a check may fail.
      statuses[me] = route === 'GET /readyz' && statusCode === 503 ? 200 : statusCode;
    }
    expect(statuses).toEqual(expected);
  });
});

test.each(['guest', 'other', 'unverified', 'excluded'] as const)(
  'nothing that the bettor owns is in any answer to the %s',
  async (me) => {
    for (const route of api.routes) {
      const { statusCode, body } = await call(route, me);
      if (statusCode >= 300) continue;
      for (const [what, id] of things) expect([route, what, body.includes(id)]).toEqual([route, what, false]);
    }
  },
);

test('no cache stores the answer of a route that refuses guests', async () => {
  for (const [route, row] of rows) {
    if (row['guest'] !== 401 || !route.startsWith('GET ')) continue;
    for (const me of ['guest', 'bettor'] as const) {
      const { headers } = await call(route, me);
      expect([route, me, headers['cache-control']]).toEqual([route, me, 'no-store']);
    }
  }
});

test('only routes that refuse guests require a token in the API description', () => {
  const { paths = {} } = api.app.swagger();
  const described = Object.entries(paths).flatMap(([path, routes]) =>
    Object.entries(routes ?? {}).map(([verb, route]) => ({
      name: `${verb.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
      wantsToken: typeof route === 'object' && route !== null && 'security' in route && route.security !== undefined,
    })),
  );
  for (const { name, wantsToken } of described) {
    const refuses = rows.get(name)?.['guest'] === 401 && !withoutToken.includes(name);
    expect([name, wantsToken]).toEqual([name, refuses]);
  }
});

test('staff logged in with only a password can reach only what setting up a second factor needs', async () => {
  const enough = ['GET /auth/me', 'GET /auth/settings', 'POST /auth/totp/confirm', 'POST /auth/totp/enrol'];
  for (const me of ['admin', 'auditor'] as const) {
    const user = users.get(me);
    if (!user) throw new Error('no staff was opened');
    const { id } = await openSession(api.database.db, user.id, { userAgent: '', address: '' }, instant(Date.now()));
    const token = api.app.jwt.sign({ sub: user.id, wal: user.walletId, role: me, sid: id });
    const open: string[] = [];
    for (const [route, expected] of rows) {
      if (expected['guest'] !== 401 || withoutToken.includes(route)) continue;
      const { statusCode, body } = await call(route, me, token);
      if (statusCode !== 403 || !body.includes('second-factor-required')) open.push(route);
    }
    expect(open).toEqual(enough);
  }
});
