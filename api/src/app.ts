import { inLanguage, translated } from '@touchline/core/catalogues';
import { schemaText } from '@touchline/core/language';
import { proveWrites } from '@touchline/store/connect';
import { followDatabaseClock } from '@touchline/store/database-clock';
import { hasLeader } from '@touchline/store/leadership';
import { readFeeds, readQuota } from '@touchline/store/matches';
import { openUntil } from '@touchline/store/payments';
import { credentialRoutes } from './accounts/credentials.route.ts';
import { loginRoutes } from './accounts/log-in.route.ts';
import { ownAccountRoutes } from './accounts/own-account.route.ts';
import { registrationRoutes } from './accounts/registration.route.ts';
import { auditRoutes } from './audit/audit.route.ts';
import { betRoutes } from './betting/bets.route.ts';
import { caseRoutes } from './cases/cases.route.ts';
import { reconciliationRoutes } from './cases/reconciliations.route.ts';
import { type Dependencies, healthRoutes } from './health/health.route.ts';
import { nothingHere } from './http/answer-errors.ts';
import type { App } from './http/app-type.ts';
import { createServer } from './http/create-server.ts';
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
import { notificationRoutes } from './notifications/notifications.route.ts';
import { paymentRoutes } from './payments/payments.route.ts';
import { transactionRoutes } from './payments/transactions.route.ts';
import { webhookRoute } from './payments/webhook.route.ts';
import { withdrawalRoutes } from './payments/withdrawals.route.ts';
import { adjustmentRoutes } from './players/adjustments.route.ts';
import { playersRoutes } from './players/players.route.ts';
import { reportsRoutes } from './reports/reports.route.ts';
import { type AppDeps, createServices, type Services } from './services.ts';
import { supportRoutes } from './support/support.route.ts';
import { transparencyRoutes } from './transparency/transparency.route.ts';
import { pageSender } from './web/page-sender.ts';
import { isForAScreen, openScreensFirst, serveWeb } from './web/serve-web.ts';
import { workRoutes } from './work/work.route.ts';

/** The whole product behind one address: every route under the guards that protect it, the sockets, and the screens. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { env, store, metrics, logger, onRoute, draining = new AbortController().signal } = deps;
  const { webFolder } = env;
  const onError = (error: unknown) => logger.error({ error }, 'something failed outside of a request');
  const trusts = readTrust(env.trustProxy) ?? trustsNoProxy;
  const clock = await followDatabaseClock(store.pool, { onError, ownClock: deps.ownClock });
  const { now } = clock;
  const app = await createServer({
    env,
    db: store.db,
    logger,
    trusts,
    now,
    onError,
    onAnswer: metrics.answered,
    onRoute,
    draining,
  });
  app.addHook('onClose', async () => clock.close());
  const services = await createServices(app, deps, { trusts, now, onError });
  const dependencies = dependenciesOf(services);
  const config = configOf({ ...env, notice: env.feedNotice });
  const sendPage = webFolder === undefined ? undefined : pageSender(webFolder, config);
  if (sendPage) openScreensFirst(app, sendPage);
  const { publicUrl, webhookUrl, identityKeptMs, inPlay, delays, limits, fourEyes, euroPerDollar } = env;
  addRoutes(
    app,
    services.sessions,
    adjustmentRoutes(services),
    auditRoutes(services),
    caseRoutes(services),
    reconciliationRoutes(services),
    betRoutes({ ...services, inPlay, delays, limits, cashOutMargin: env.cashOutMargin }),
    credentialRoutes({ ...services, publicUrl }),
    downloadsRoutes(services),
    healthRoutes(dependencies, draining),
    ledgerRoutes(services),
    limitsRoutes(services),
    loginRoutes({ ...services, publicUrl }),
    marketRoutes({ ...services, fourEyes }),
    matchRoutes(services, config),
    metricsRoutes({ ...services, token: env.metricsToken }),
    notificationRoutes(services),
    ownAccountRoutes({ ...services, identityKeptMs }),
    paymentRoutes({ ...services, euroPerDollar, publicUrl, webhookUrl }),
    playersRoutes({ ...services, bonus: env.bonus }),
    registrationRoutes(services),
    reportsRoutes(services),
    supportRoutes(services),
    transactionRoutes({ ...services, fourEyes }),
    transparencyRoutes({ ...services, logOrigin: env.logOrigin, signer: env.signer }),
    withdrawalRoutes(services),
    workRoutes({ ...services, dependencies }),
  );
  await app.register(webhookRoute(services));
  if (webFolder !== undefined && sendPage) await serveWeb(app, webFolder, sendPage);
  app.setNotFoundHandler((request, reply) =>
    sendPage && isForAScreen(request) ? sendPage(request, reply) : refuse(reply, 404, nothingHere(request)),
  );
  return app;
}

/** What this process depends on, for its readiness. */
const dependenciesOf = ({ db, store, checkQueue, replica, provider, now }: Services): Dependencies => ({
  database: () => proveWrites(store),
  queue: checkQueue,
  feed: async (language) => {
    const feeds = await readFeeds(db);
    return inLanguage(language, () => feedProblem(replica.feed(), feeds, now()));
  },
  leader: async (language) =>
    (await hasLeader(db)) ? undefined : translated(language, schemaText('No worker polls and settles.')),
  credits: async () => creditsText(await readQuota(db)),
  payments: async (language) =>
    (await openUntil(db, provider.name)) === null
      ? undefined
      : translated(language, schemaText('The payment provider does not answer.')),
});

const trustsNoProxy: TrustsProxy = () => false;
