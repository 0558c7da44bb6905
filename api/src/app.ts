import { instant } from '@touchline/core/instant';
import { hasLeader } from '@touchline/store/leadership';
import { readFeeds, readQuota } from '@touchline/store/matches';
import { openUntil } from '@touchline/store/payments';
import { credentialRoutes } from './accounts/credentials.route.ts';
import { loginRoutes } from './accounts/log-in.route.ts';
import { ownAccountRoutes } from './accounts/own-account.route.ts';
import { guestLimit, registrationRoutes } from './accounts/registration.route.ts';
import { auditRoutes } from './audit/audit.route.ts';
import { betRoutes } from './betting/bets.route.ts';
import { bonusRoute } from './bonus/bonus.route.ts';
import type { ApiEnv } from './env.ts';
import { type Dependencies, healthRoutes } from './health/health.route.ts';
import { nothingHere } from './http/answer-errors.ts';
import type { App } from './http/app-type.ts';
import { createServer } from './http/create-server.ts';
import { behind, keepInNoCache, type Plugin, requireRole, requireSecondFactor, requireUser } from './http/guards.ts';
import { addRoutes } from './http/handle.ts';
import { refuse } from './http/refuse.ts';
import { readTrust, type TrustsProxy } from './http/trusted-proxies.ts';
import { downloadsRoutes } from './ledger/downloads.route.ts';
import { ledgerRoutes } from './ledger/ledger.route.ts';
import { limitsRoutes } from './limits/limits.route.ts';
import { creditsText, feedProblem } from './live/feed-status.ts';
import { marketRoutes } from './markets/markets.route.ts';
import { configOf } from './matches/config.ts';
import { matchRoutes } from './matches/matches.route.ts';
import { metricsRoutes } from './metrics/metrics.route.ts';
import { cancelWithdrawalRoute, withdrawalLinkRoutes } from './payments/cancel-withdrawal.route.ts';
import { decideWithdrawalRoutes } from './payments/decide-withdrawal.route.ts';
import { depositRoute } from './payments/deposit.route.ts';
import { listTransactionsRoute } from './payments/list-transactions.route.ts';
import { paymentHistoryRoute } from './payments/payment-history.route.ts';
import { paymentMethodsRoute } from './payments/payment-methods.route.ts';
import { paymentsSummaryRoute } from './payments/payments-summary.route.ts';
import { payoutDetailsRoute } from './payments/payout-details.route.ts';
import { resolveDepositRoute } from './payments/resolve-deposit.route.ts';
import { resolveReturnRoute } from './payments/resolve-return.route.ts';
import { verifyPaymentRoute } from './payments/verify-payment.route.ts';
import { webhookRoute } from './payments/webhook.route.ts';
import { withdrawRoute } from './payments/withdraw.route.ts';
import { playersRoutes } from './players/players.route.ts';
import { type AppDeps, createServices, type Services } from './services.ts';
import { supportRoutes } from './support/support.route.ts';
import { pageSender } from './web/page-sender.ts';
import { isForAScreen, openScreensFirst, serveWeb } from './web/serve-web.ts';

/** The whole product behind one address: every route under the guards that protect it, the sockets, and the screens. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { env, store, metrics, logger, onRoute } = deps;
  const { webFolder } = env;
  const onError = (error: unknown) => logger.error({ error }, 'something failed outside of a request');
  const trusts = readTrust(env.trustProxy) ?? trustsNoProxy;
  const now = () => instant(Date.now());
  const app = await createServer({
    env,
    db: store.db,
    logger,
    trusts,
    now,
    onError,
    onAnswer: metrics.answered,
    onRoute,
  });
  const services = await createServices(app, deps, { trusts, now, onError });
  const config = configOf({ ...env, notice: env.feedNotice });
  const sendPage = webFolder === undefined ? undefined : pageSender(webFolder, config);
  if (sendPage) openScreensFirst(app, sendPage);
  const { publicUrl, identityKeptMs, inPlay, delays, limits, fourEyes } = env;
  addRoutes(
    app,
    services.sessions,
    auditRoutes(services),
    betRoutes({ ...services, inPlay, delays, limits }),
    credentialRoutes({ ...services, publicUrl }),
    downloadsRoutes(services),
    healthRoutes(dependenciesOf(services)),
    ledgerRoutes(services),
    limitsRoutes(services),
    loginRoutes({ ...services, publicUrl }),
    marketRoutes({ ...services, fourEyes }),
    matchRoutes(services, config),
    metricsRoutes({ ...services, token: env.metricsToken }),
    ownAccountRoutes({ ...services, identityKeptMs }),
    playersRoutes({ ...services, bonus: env.bonus }),
    registrationRoutes(services),
    supportRoutes(services),
  );
  await app.register(openRoutes(app, services));
  await app.register(memberRoutes(services, env));
  if (webFolder !== undefined && sendPage) await serveWeb(app, webFolder, sendPage);
  app.setNotFoundHandler((request, reply) =>
    sendPage && isForAScreen(request) ? sendPage(request, reply) : refuse(reply, 404, nothingHere(request)),
  );
  return app;
}

/** For everyone. */
function openRoutes(app: App, services: Services): Plugin {
  const mayTry = app.rateLimit(guestLimit.config.rateLimit);
  return behind([], webhookRoute(services), behind([mayTry], withdrawalLinkRoutes(services)));
}

/** For everyone who is logged in, staff with their second factor, and within it what is for some roles only. */
function memberRoutes(services: Services, env: ApiEnv): Plugin {
  const { sessions } = services;
  const { publicUrl, fourEyes, euroPerDollar, webhookUrl } = env;
  const transactionAdmins = requireRole('admin', 'Only admins can see the transactions of others.');
  const depositors = requireRole('bettor', 'Only bettors can make deposits.');
  const withdrawers = requireRole('bettor', 'Only bettors can withdraw money.');
  const bettors = requireRole('bettor', 'Only bettors can place bets.');
  return behind(
    [keepInNoCache, requireUser(sessions), requireSecondFactor],
    paymentMethodsRoute({ euroPerDollar }),
    paymentHistoryRoute(services),
    verifyPaymentRoute(services),
    behind([depositors], depositRoute({ ...services, euroPerDollar, publicUrl, webhookUrl })),
    behind([withdrawers], withdrawRoute(services), cancelWithdrawalRoute(services)),
    behind(
      [transactionAdmins],
      listTransactionsRoute(services),
      paymentsSummaryRoute(services),
      payoutDetailsRoute(services),
      decideWithdrawalRoutes(services),
      resolveDepositRoute({ ...services, fourEyes }),
      resolveReturnRoute(services),
    ),
    behind([bettors], bonusRoute(services)),
  );
}

/** What this process depends on, for its readiness. */
const dependenciesOf = ({ db, checkQueue, replica, provider, now }: Services): Dependencies => ({
  database: () => readFeeds(db),
  queue: checkQueue,
  feed: async () => feedProblem(replica.feed(), await readFeeds(db), now()),
  leader: async () => ((await hasLeader(db)) ? undefined : 'No worker polls and settles.'),
  credits: async () => creditsText(await readQuota(db)),
  payments: async () =>
    (await openUntil(db, provider.name)) === null ? undefined : 'The payment provider does not answer.',
});

const trustsNoProxy: TrustsProxy = () => false;
