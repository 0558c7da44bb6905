/**
 * Folders and files with texts that are in English only, because no screen, refusal of a route or email to a user has them. A text
 * on its own has a comment instead: `Not translated: a name.`
 */
export const notShown: Readonly<Record<string, readonly string[]>> = {
  'names and contents of demo data': [
    'api/src/accounts/demo-accounts.ts',
    'api/src/seed-demo.ts',
    'core/src/matches/leagues.ts',
  ],
  'settings, logs and metrics of the operator': [
    'api/src/metrics/',
    'api/src/server.ts',
    'core/src/betting/betting-variables.ts',
    'core/src/environment.ts',
    'core/src/notifications/push-services.ts',
    'core/src/payments/refund-periods.ts',
    'core/src/payments/withdrawal-policy.ts',
    'launch/',
    'worker/src/env.ts',
    'worker/src/main.ts',
    'worker/src/metrics/',
    'worker/src/odds/read-odds.ts',
    'worker/src/provider/',
    'worker/src/queues.ts',
  ],
  'GET /readyz': ['api/src/health/health.route.ts'],
  'emails to the operator': ['worker/src/email/operator-emails.ts', 'worker/src/email/send-email.ts'],
  'names of rate limits, headers, lines of files and keys': [
    'api/src/accounts/attempts.ts',
    'api/src/accounts/own-records.ts',
    'api/src/accounts/prove-owner.ts',
    'api/src/accounts/second-factor.ts',
    'api/src/http/limit-counter.ts',
    'api/src/live/wake-up.ts',
    'api/src/payments/confirm-withdrawal.ts',
    'api/src/transparency/transparency.route.ts',
    'api/src/web/serve-web.ts',
    'worker/src/settlement/',
  ],
  'answers to programs: bad HTTP, sockets, webhooks': [
    'api/src/http/answer-no-request.ts',
    'api/src/live/',
    'api/src/payments/webhook.route.ts',
    'payments/src/provider.ts',
  ],
  // Evidence stays word for word as it was recorded. Screens that show it to bettors read it with `storedText`.
  'recorded in the ledger, in cases and with payments': [
    'api/src/cases/cases.route.ts',
    'api/src/payments/',
    'core/src/payments/',
    'core/src/reports/figures.ts',
    'core/src/wallet/legs.ts',
    'payments/src/',
    'worker/src/odds/consensus.ts',
    'worker/src/odds/read-event-odds.ts',
    'worker/src/payments/',
  ],
};
