import { noLogos } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { createPaymentChecks } from '@touchline/payments/checks';
import { guardProvider } from '@touchline/payments/guard';
import { createMollie } from '@touchline/payments/mollie';
import type { ReconcileDeps } from '@touchline/payments/reconcile';
import { rightsChannel } from '@touchline/store/accounts';
import { type ConnectOptions, connect, type Store } from '@touchline/store/connect';
import { forReading } from '@touchline/store/database-url';
import { settledSeq } from '@touchline/store/ledger';
import { createReads } from '@touchline/store/standby-reads';
import type { WalletWriter } from '@touchline/store/wallet';
import type { FastifyBaseLogger, RouteOptions } from 'fastify';
import { createDeviceCookie } from './accounts/devices.ts';
import { isGuessable } from './accounts/passwords.ts';
import { createRefreshCookie } from './accounts/refresh-token.ts';
import { sendLink } from './accounts/registration.ts';
import { createRegistrationCookie } from './accounts/registration-cookie.ts';
import type { ApiEnv } from './env.ts';
import type { App } from './http/app-type.ts';
import { createSessions, type Sessions } from './http/sessions.ts';
import { callerOf, type TrustsProxy } from './http/trusted-proxies.ts';
import { type Announce, createAnnounce, createAnnounceMarket } from './live/announce.ts';
import { createLive } from './live/create-live.ts';
import { fanOutThrough } from './live/fan-out.ts';
import { createReplica } from './live/replica.ts';
import { logosIn } from './live/team-logos.ts';
import { listenForWakeUps, type WakeUp } from './live/wake-up.ts';
import { createPriceBuilder, createPriceSelections, createReadMarkets } from './matches/read-markets.ts';
import type { Metrics } from './metrics/create-metrics.ts';
import { watchNode } from './metrics/watch-node.ts';
import type { EmailQueue, VerifyJobs } from './queue.ts';

export type AppDeps = {
  readonly env: ApiEnv;
  readonly store: Store;
  readonly writer: WalletWriter;
  readonly emailQueue: EmailQueue;
  readonly verify: VerifyJobs['verify'];
  readonly metrics: Metrics;
  readonly logger: FastifyBaseLogger;
  /** Aborted when this process is about to close: sockets move away, and balancers send nothing new. Default: never. */
  readonly draining?: AbortSignal;
  /** See `followDatabaseClock`. */
  readonly ownClock?: () => number;
  /** Called for each route as it is added. */
  readonly onRoute?: (route: RouteOptions) => void;
};
type Server = {
  readonly trusts: TrustsProxy;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
};

/** The dependencies of routes. Each route declares the ones it takes. */
export type Services = Awaited<ReturnType<typeof createServices>>;

/** Creates what the routes share. Background work starts when the server is ready and ends when it closes. */
export async function createServices(app: App, deps: AppDeps, server: Server) {
  const { env, store, writer, emailQueue, verify, metrics } = deps;
  const { db, pool } = store;
  const { now, onError } = server;
  const sessions = createSessions({ jwt: app.jwt, store, now });
  const live = await createLiveParts(app, deps, { ...server, sessions });
  const common = { max: 10, connectTimeoutMs: 5_000, onDropped: metrics.connectionDropped, onError };
  // A download holds its connection for as long as its reader takes.
  const downloading = {
    ...common,
    applicationName: 'touchline-downloads',
    hungAfterMs: 300_000,
    statementTimeoutMs: 300_000,
  };
  const reading = { ...common, applicationName: 'touchline-reads', statementTimeoutMs: 15_000 };
  const onStandby = (options: ConnectOptions) =>
    env.standbyUrl === undefined ? undefined : connect(forReading(env.standbyUrl), options);
  const [downloads, standbyDownloads, standby] = [
    connect(env.directUrl, downloading),
    onStandby(downloading),
    onStandby(reading),
  ];
  app.addHook('onClose', async () => {
    await Promise.all([downloads, standbyDownloads, standby].map((each) => each?.close()));
  });
  watchNode(metrics.registry, {
    io: live.io,
    fullestClient: live.fullestClient,
    replica: live.replica,
    pools: {
      main: pool,
      pipelines: store.pipelines,
      downloads: downloads.pool,
      ...(standby && { standby: standby.pool }),
    },
  });
  const email = { db, queueEmail: emailQueue.send, now, onError };
  return {
    ...email,
    ...live,
    ...paymentParts(deps, { announce: live.announce, now }),
    checkQueue: emailQueue.check,
    sendConfirmation: (address: string) => sendLink(email, 'confirm-browser', address),
    store,
    pool,
    /** Read models, and the same for downloads. */
    reads: createReads(store, standby, { onRead: metrics.read }),
    downloads: createReads(downloads, standbyDownloads, { onRead: metrics.read }),
    writer,
    verify,
    registry: metrics.registry,
    sessions,
    cookie: createRefreshCookie(env),
    deviceCookie: createDeviceCookie(env),
    registrationCookie: createRegistrationCookie(env),
    isGuessable: env.leakedPasswords === 'refuse' ? isGuessable : async () => false,
    policy: env.withdrawals,
    offer: env.bonus,
    dataKey: env.dataKey,
    push: env.push,
    publicKey: env.ledgerPublicKey,
    mostSessions: env.sessionsPerAccount,
  };
}

type LiveDeps = Server & { readonly sessions: Sessions };

/** The replica of the matches, and the sockets that push it. */
async function createLiveParts(app: App, { env, store, metrics, draining }: AppDeps, deps: LiveDeps) {
  const { db } = store;
  const { publicUrl, directUrl: databaseUrl, redisUrl, webFolder } = env;
  const { sessions, trusts, now, onError } = deps;
  const logoOf = webFolder === undefined ? noLogos : logosIn(webFolder);
  const replica = createReplica({ db, databaseUrl, now, onError, logoOf });
  const pricing = { db, replica, inPlay: env.inPlay, now };
  const readMarkets = createReadMarkets(pricing);
  const live = createLive({
    http: app.server,
    publicUrl,
    replica,
    sessions,
    fanOut: await fanOutThrough({ databaseUrl, redisUrl, onError }),
    readMarkets,
    cashOut: { db, margin: env.cashOutMargin, inPlay: env.inPlay },
    readLedgerTo: () => settledSeq(db),
    meter: metrics.live,
    connections: { mostOfOne: env.socketsPerAddress, callerOf: (request) => callerOf(request, trusts) },
    now,
    onError,
  });
  const notifyUser = createAnnounce(live.io, live.betChanged);
  const announce: Announce = (userId, facts) => {
    metrics.announced(facts);
    notifyUser(userId, facts);
  };

  let rights: WakeUp | undefined;
  app.addHook('onReady', async () => {
    await replica.start();
    live.start();
    rights = listenForWakeUps({ databaseUrl, channel: rightsChannel, onWake: live.checkSessions, onError });
  });
  draining?.addEventListener('abort', () => live.moveAway(env.drainMs), { once: true });
  app.addHook('preClose', async () => live.disconnect());
  app.addHook('onClose', async () => {
    await rights?.close();
    await live.close();
    await replica.close();
  });
  const { io, tickSince, endSessions, fullestClient } = live;
  return {
    io,
    tickSince,
    endSessions,
    fullestClient,
    replica,
    readMarkets,
    priceBuilder: createPriceBuilder(pricing),
    priceSelections: createPriceSelections(pricing),
    logoOf,
    announce,
    announceMarket: createAnnounceMarket(io),
  };
}

/** The payment provider behind its circuit breaker, and what reconciles its payments. */
function paymentParts(
  { env, store: { db }, writer, emailQueue, metrics, logger }: AppDeps,
  { announce, now }: { readonly announce: Announce; readonly now: () => Instant },
) {
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
    queueEmail: (email) => void emailQueue.send(email),
    alarm: (particulars, event) => logger.error(particulars, event),
  };
  return {
    provider,
    returnsBy: provider.name,
    reconcile,
    checks: createPaymentChecks(reconcile, { freshMs: env.paymentFreshMs }),
  };
}
