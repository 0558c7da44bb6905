import fastifyCookie from '@fastify/cookie';
import fastifyJwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import { instant } from '@touchline/core/instant';
import { createPaymentChecks } from '@touchline/payments/checks';
import { guardProvider } from '@touchline/payments/guard';
import { createMollie } from '@touchline/payments/mollie';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { rightsChannel } from '@touchline/store/accounts';
import { connect, type Store } from '@touchline/store/connect';
import { hasLeader } from '@touchline/store/leadership';
import { settledSeq } from '@touchline/store/ledger';
import { readFeeds, readQuota } from '@touchline/store/matches';
import { openUntil } from '@touchline/store/payments';
import type { WalletWriter } from '@touchline/store/wallet';
import Fastify, { type FastifyBaseLogger, LogController, type RawServerDefault, type RouteOptions } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { askForMailRoutes } from './accounts/ask-for-mail.route.ts';
import { emailConfirmation } from './accounts/ask-for-mail.ts';
import { changePasswordRoute } from './accounts/change-password.route.ts';
import { closeAccountRoute } from './accounts/close-account.route.ts';
import { confirmBrowserRoute } from './accounts/confirm-browser.route.ts';
import { createDeviceCookie } from './accounts/device-cookie.ts';
import { downloadRoute } from './accounts/download.route.ts';
import { isGuessable } from './accounts/guessable-password.ts';
import { loginRoute } from './accounts/login.route.ts';
import { passkeyLoginRoutes, passkeyRoutes } from './accounts/passkeys.route.ts';
import { profileRoute } from './accounts/profile.route.ts';
import { refreshRoutes } from './accounts/refresh.route.ts';
import { createRefreshCookie } from './accounts/refresh-cookie.ts';
import { registerRoute } from './accounts/register.route.ts';
import { resetPasswordRoute } from './accounts/reset-password.route.ts';
import { sessionsRoutes } from './accounts/sessions.route.ts';
import { changeSettingsRoutes, settingsRoutes } from './accounts/settings.route.ts';
import { enrolRoutes, totpRoutes } from './accounts/totp.route.ts';
import { verifyEmailRoute } from './accounts/verify-email.route.ts';
import { auditRoute } from './audit/audit.route.ts';
import { placeBetRoute } from './betting/place-bet.route.ts';
import { readBetsRoutes } from './betting/read-bets.route.ts';
import { bonusRoute } from './bonus/bonus.route.ts';
import type { ApiEnv } from './env.ts';
import { healthRoutes } from './health/health.route.ts';
import { answerBadAddress, answerErrors, nothingHere } from './http/answer-errors.ts';
import { answerNoRequest } from './http/answer-no-request.ts';
import type { App } from './http/app-type.ts';
import { clientNetwork } from './http/client-network.ts';
import { finishRequests } from './http/finish-requests.ts';
import { keepInNoCache, requireOneOf, requireRole, requireSecondFactor, requireUser } from './http/guards.ts';
import { createLimitCounter } from './http/limit-counter.ts';
import { describeApi } from './http/open-api.ts';
import { parseJsonOnly } from './http/parse-json.ts';
import { refuse } from './http/refuse.ts';
import { refuseUnkeepable } from './http/refuse-unkeepable.ts';
import { addressedTo, createSessions } from './http/sessions.ts';
import { callerOf, readTrust, type TrustsProxy } from './http/trusted-proxies.ts';
import { ledgerRoutes } from './ledger/ledger.route.ts';
import { publicKeyRoute } from './ledger/public-key.route.ts';
import type { VerifyJobs } from './ledger/verify-jobs.ts';
import { limitsRoutes } from './limits/limits.route.ts';
import { playerExclusionRoutes } from './limits/player-exclusion.route.ts';
import { type Announce, createAnnounce, createAnnounceMarket } from './live/announce.ts';
import { createLive } from './live/create-live.ts';
import { fanOutThrough } from './live/fan-out.ts';
import { creditsText, feedProblem } from './live/feed-status.ts';
import { createReplica } from './live/replica.ts';
import { logosIn, noLogos } from './live/team-logos.ts';
import { listenForWakeUps, type WakeUp } from './live/wake-up.ts';
import { marketsRoutes } from './markets/markets.route.ts';
import { configOf, configRoute } from './matches/config.route.ts';
import { eventsRoutes } from './matches/events.route.ts';
import { historyRoute } from './matches/history.route.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { metricsRoute } from './metrics/metrics.route.ts';
import { watchNode } from './metrics/watch-node.ts';
import { cancelWithdrawalRoute, withdrawalLinkRoutes } from './payments/cancel-withdrawal.route.ts';
import { depositRoute } from './payments/deposit.route.ts';
import { deskRoutes } from './payments/desk.route.ts';
import { paymentHistoryRoute } from './payments/payment-history.route.ts';
import { paymentMethodsRoute } from './payments/payment-methods.route.ts';
import { verifyPaymentRoute } from './payments/verify-payment.route.ts';
import { webhookRoute } from './payments/webhook.route.ts';
import { withdrawRoute } from './payments/withdraw.route.ts';
import { playerRoutes } from './players/player.route.ts';
import { signOutPlayerRoute } from './players/sign-out-player.route.ts';
import type { Mails } from './queue.ts';
import { askSupportRoute } from './support/ask-support.route.ts';
import { pageSender } from './web/page-sender.ts';
import { securityHeaders } from './web/security-headers.ts';
import { isForAScreen, openScreensFirst, serveWeb } from './web/serve-web.ts';

export type AppDeps = {
  readonly env: ApiEnv;
  readonly store: Store;
  readonly writer: WalletWriter;
  readonly mails: Mails;
  readonly verify: VerifyJobs['verify'];
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  /** Told of every route as it is added. */
  readonly onRoute?: (route: RouteOptions) => void;
};

/** The whole product behind one address: every route under the guard that protects it, the sockets, and the screens. */
export async function buildApp({ env, store, writer, mails, verify, metrics, logger, onRoute }: AppDeps): Promise<App> {
  const { db } = store;
  const now = () => instant(Date.now());
  const onError = (error: unknown) => logger.error({ error }, 'something failed outside of a request');
  const trusts = readTrust(env.trustProxy) ?? trustsNobody;
  const app: App = Fastify<RawServerDefault>({
    loggerInstance: logger,
    trustProxy: env.trustProxy === undefined ? false : trusts,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: (_error, request, reply) => answerBadAddress(reply.hijack().raw, request.url),
    clientErrorHandler: answerNoRequest,
    bodyLimit: 64 * 1_024,
    requestTimeout: 20_000,
    forceCloseConnections: true,
    // Never the caller's: it becomes the cause of ledger events and names an action in the audit log.
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
  }).withTypeProvider<ZodTypeProvider>();
  if (onRoute) app.addHook('onRoute', onRoute);
  finishRequests(app, metrics.answered);
  parseJsonOnly(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  app.decorateRequest('session', null);
  await securityHeaders(app, env.publicUrl);
  await app.register(fastifyJwt, {
    secret: env.jwtSecret,
    sign: { algorithm: 'HS256', expiresIn: `${Math.round(env.tokenMinutes * 60)}s`, ...addressedTo },
    verify: {
      algorithms: ['HS256'],
      allowedIss: addressedTo.iss,
      allowedAud: addressedTo.aud,
      requiredClaims: ['iss', 'aud'],
    },
  });
  await app.register(fastifyCookie);
  refuseUnkeepable(app);
  const limitCounter = await createLimitCounter({ db, redisUrl: env.redisUrl, now, onError });
  await app.register(rateLimit, {
    global: false,
    store: limitCounter.store,
    skipOnError: true,
    keyGenerator: (request) => clientNetwork(request.ip),
  });
  await describeApi(app, env.publicUrl);

  const refusesGuessable = env.leakedPasswords === 'refuse' ? isGuessable : () => false;
  const cookie = createRefreshCookie(env);
  const deviceCookie = createDeviceCookie(env);
  const sessions = createSessions({ jwt: app.jwt, store, now });
  const { publicUrl, databaseUrl, redisUrl, webFolder } = env;
  const logoOf = webFolder === undefined ? noLogos : logosIn(webFolder);
  const replica = createReplica({ db, databaseUrl, now, onError, logoOf });
  const fanOut = await fanOutThrough({ databaseUrl, redisUrl, onError });
  const readLedgerTo = () => settledSeq(db);
  const live = createLive({
    http: app.server,
    publicUrl,
    replica,
    sessions,
    fanOut,
    readLedgerTo,
    meter: metrics.live,
    connections: { mostOfOne: env.socketsPerAddress, callerOf: (request) => callerOf(request, trusts) },
    now,
    onError,
  });
  const tellUser = createAnnounce(live.io);
  const announce: Announce = (userId, facts) => {
    metrics.announced(facts);
    tellUser(userId, facts);
  };
  const announceMarket = createAnnounceMarket(live.io);
  const provider = guardProvider(createMollie(env.mollie), {
    db,
    callsPerMinute: env.providerCallsPerMinute,
    onCall: metrics.providerCalled,
    onOpen: (problem) => logger.error({ problem }, 'the payment provider does not answer: its circuit breaker is open'),
  });
  const reconcile: ReconcileDeps = {
    dataKey: env.dataKey,
    db,
    writer,
    provider,
    bonus: env.bonus,
    now,
    announce: ({ userId, ...facts }) => announce(userId, facts),
    sendMail: (letter) => void mails.send(letter),
    alarm: (particulars, event) => logger.error(particulars, event),
  };
  const checks = createPaymentChecks(reconcile, { freshMs: env.paymentFreshMs });
  const deciding = { db, writer, announce, sendMail: mails.send, policy: env.withdrawals, now };
  // A download reads on when its caller has taken what was sent.
  const reading = connect(databaseUrl, {
    max: 10,
    applicationName: 'touchline-downloads',
    hungAfterMs: 300_000,
    statementTimeoutMs: 300_000,
    connectTimeoutMs: 10_000,
    onError,
  });
  watchNode(metrics.registry, {
    io: live.io,
    fullestClient: live.fullestClient,
    replica,
    pools: { main: store.pool, pipelines: store.pipelines, downloads: reading.pool },
  });
  const config = configOf({
    notice: env.feedNotice,
    inPlay: env.inPlay,
    delays: env.delays,
    limits: env.limits,
    bonus: env.bonus,
  });
  const sendPage = webFolder === undefined ? undefined : pageSender(webFolder, config);
  if (sendPage) openScreensFirst(app, sendPage);

  const mostSessions = env.sessionsPerAccount;
  await app.register(async (open: App) => {
    await open.register(
      healthRoutes({
        database: () => readFeeds(db),
        queue: mails.check,
        feed: async () => feedProblem(replica.feed(), await readFeeds(db), now()),
        leader: async () => ((await hasLeader(db)) ? undefined : 'No worker polls and settles.'),
        credits: async () => creditsText(await readQuota(db)),
        payments: async () =>
          (await openUntil(db, provider.name)) === null ? undefined : 'The payment provider does not answer.',
      }),
    );
    await open.register(metricsRoute({ registry: metrics.registry, token: env.metricsToken }));
    await open.register(configRoute(config));
    await open.register(eventsRoutes({ replica, frameSince: live.frameSince, now }));
    await open.register(historyRoute({ db, replica, logoOf, now }));
    await open.register(publicKeyRoute({ publicKey: env.ledgerPublicKey }));
    await open.register(webhookRoute({ checks }));
    const entry = {
      db,
      dataKey: env.dataKey,
      sessions,
      cookie,
      deviceCookie,
      sendMail: mails.send,
      now,
      mostSessions,
      endSessions: live.endSessions,
    };
    await open.register(refreshRoutes(entry));
    await open.register(
      loginRoute({
        ...entry,
        emailConfirmation: (email) => emailConfirmation({ db, sendMail: mails.send, now, onError }, email),
      }),
    );
    await open.register(passkeyLoginRoutes({ ...entry, publicUrl }));
    await open.register(askSupportRoute({ db, sessions, sendMail: mails.send }));
    await open.register(async (limited: App) => {
      limited.addHook('onRequest', limited.rateLimit({ max: 60, timeWindow: '15 minutes', groupId: 'accounts' }));
      const { send: sendMail } = mails;
      await limited.register(
        registerRoute({ db, dataKey: env.dataKey, deviceCookie, sendMail, isGuessable: refusesGuessable }),
      );
      await limited.register(confirmBrowserRoute({ db, deviceCookie, now }));
      await limited.register(verifyEmailRoute({ db, now }));
      await limited.register(askForMailRoutes({ db, sendMail, now, onError }));
      await limited.register(withdrawalLinkRoutes({ ...deciding, endSessions: live.endSessions }));
      await limited.register(
        resetPasswordRoute({ db, deviceCookie, isGuessable: refusesGuessable, now, endSessions: live.endSessions }),
      );
    });
  });
  const totp = { db, dataKey: env.dataKey, sendMail: mails.send, endSessions: live.endSessions, now };
  await app.register(async (members: App) => {
    members.addHook('onRequest', keepInNoCache);
    members.addHook('onRequest', requireUser(sessions));
    await members.register(profileRoute({ db }));
    await members.register(settingsRoutes({ db }));
    await members.register(enrolRoutes(totp));
  });
  await app.register(async (members: App) => {
    members.addHook('onRequest', keepInNoCache);
    members.addHook('onRequest', requireUser(sessions));
    members.addHook('onRequest', requireSecondFactor);
    await members.register(totpRoutes(totp));
    await members.register(passkeyRoutes({ ...totp, publicUrl }));
    await members.register(changeSettingsRoutes({ db }));
    await members.register(sessionsRoutes({ db, cookie, mostSessions, endSessions: live.endSessions, now }));
    await members.register(
      changePasswordRoute({
        db,
        isGuessable: refusesGuessable,
        sendMail: mails.send,
        endSessions: live.endSessions,
        now,
      }),
    );
    await members.register(downloadRoute({ reading }));
    const { dataKey, identityKeptMs } = env;
    const ends = { cookie, endSessions: live.endSessions };
    await members.register(closeAccountRoute({ db, dataKey, identityKeptMs, ...ends, now }));
    await members.register(async (admins: App) => {
      admins.addHook('onRequest', requireRole('admin', 'Only admins can do this.'));
      await admins.register(playerExclusionRoutes({ db, sendMail: mails.send, now }));
      await admins.register(signOutPlayerRoute({ db, endSessions: live.endSessions, now }));
    });
    await members.register(async (house: App) => {
      house.addHook('onRequest', requireOneOf(['admin', 'auditor'], 'Only admins and auditors can read this.'));
      await house.register(auditRoute({ db }));
      await house.register(playerRoutes({ db, bonus: env.bonus, now }));
    });
    await members.register(readBetsRoutes({ db }));
    await members.register(paymentMethodsRoute({ euroPerDollar: env.euroPerDollar }));
    await members.register(paymentHistoryRoute({ db, now }));
    await members.register(verifyPaymentRoute({ db, checks, now }));
    await members.register(async (depositors: App) => {
      depositors.addHook('onRequest', requireRole('bettor', 'Only bettors can make deposits.'));
      const { webhookUrl, euroPerDollar } = env;
      await depositors.register(
        depositRoute({ db, provider, euroPerDollar, publicUrl, webhookUrl, announce, now, onError }),
      );
    });
    await members.register(async (withdrawers: App) => {
      withdrawers.addHook('onRequest', requireRole('bettor', 'Only bettors can withdraw money.'));
      await withdrawers.register(
        withdrawRoute({ ...deciding, pool: store.pool, dataKey: env.dataKey, returnsBy: provider.name }),
      );
      await withdrawers.register(cancelWithdrawalRoute(deciding));
    });
    await members.register(deskRoutes({ ...deciding, dataKey: env.dataKey, reconcile, fourEyes: env.fourEyes }));
    await members.register(marketsRoutes({ store, now, fourEyes: env.fourEyes, announceMarket }));
    await members.register(ledgerRoutes({ store, reading, verify }));
    await members.register(async (bettors: App) => {
      bettors.addHook('onRequest', requireRole('bettor', 'Only bettors can place bets.'));
      await bettors.register(limitsRoutes({ db, now }));
      await bettors.register(bonusRoute({ db, offer: env.bonus, now }));
      await bettors.register(
        placeBetRoute({ db, writer, inPlay: env.inPlay, delays: env.delays, limits: env.limits, announce, now }),
      );
    });
  });
  if (webFolder !== undefined && sendPage) await serveWeb(app, webFolder, sendPage);
  app.setNotFoundHandler((request, reply) =>
    sendPage && isForAScreen(request) ? sendPage(request, reply) : refuse(reply, 404, nothingHere(request)),
  );

  let rights: WakeUp | undefined;
  app.addHook('onReady', async () => {
    await limitCounter.ready();
    await replica.start();
    live.start();
    rights = listenForWakeUps({ databaseUrl, channel: rightsChannel, onWake: live.checkSessions, onError });
  });
  app.addHook('preClose', async () => live.disconnect());
  app.addHook('onClose', async () => {
    limitCounter.close();
    await rights?.close();
    await live.close();
    await replica.close();
    await reading.close();
  });
  return app;
}

const trustsNobody: TrustsProxy = () => false;
