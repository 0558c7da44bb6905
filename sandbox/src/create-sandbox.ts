import type { Server } from 'node:http';
import { type AuthenticatorAccount, authenticatorRoutes } from './authenticator/authenticator.ts';
import { footballDataRoutes } from './football-data/routes.ts';
import { serve } from './http/serve.ts';
import { inboxRoutes } from './mail/inbox.ts';
import { startMailServer } from './mail/mail-server.ts';
import { openMailbox } from './mail/mailbox.ts';
import { matchConsoleRoutes } from './match-console/routes.ts';
import { createMeter } from './odds-api/meter.ts';
import { createOutage } from './odds-api/outage.ts';
import { oddsApiRoutes } from './odds-api/routes.ts';
import { overviewRoute } from './pages/overview.ts';
import { checkoutRoutes } from './payments/checkout.ts';
import { openPaymentBook } from './payments/payment-book.ts';
import { paymentConsoleRoutes } from './payments/payment-console.ts';
import { paymentApiRoutes } from './payments/routes.ts';
import { createWebhooks } from './payments/webhooks.ts';
import { type ProgrammeOptions, runProgramme } from './programme.ts';
import { pushServiceRoutes } from './push/push-service.ts';
import { timeStampingRoutes } from './time-stamping/authority.ts';
import { keepTouches } from './world/touches.ts';
import { createWorld } from './world/world.ts';

export type SandboxOptions = {
  /** 0 (the default) takes any free port. */
  readonly port?: number;
  readonly smtpPort?: number;
  readonly host?: string;
  /** Where the sandbox keeps its own state; null (the default) keeps it in memory. */
  readonly stateFolder?: string | null;
  readonly oddsApiKey?: string;
  readonly mollieApiKey?: string;
  readonly footballDataToken?: string;
  /** Called with each request to the payment provider's API, such as `GET /v2/payments/tr_x`. */
  readonly onPaymentCall?: (call: string) => void;
  /** Scales the intervals between webhook attempts. */
  readonly webhookScale?: number;
  readonly programme?: ProgrammeOptions;
  /** The accounts whose codes the authenticator shows; none by default. */
  readonly authenticator?: readonly AuthenticatorAccount[];
  /** The clock, in ms; tests pass their own. */
  readonly now?: () => number;
  /** The clock of the limits of requests; real time except in tests. */
  readonly requestClock?: () => number;
};

export type Sandbox = {
  readonly url: string;
  readonly smtpUrl: string;
  /** Rows of replayed files that were not used. */
  readonly bad: ReturnType<typeof runProgramme>['bad'];
  readonly close: () => Promise<void>;
};

/**
 * Starts an odds provider, a results provider, a payment provider, a mail server, a push service and a time-stamping authority on
 * this machine, with their real protocols. Rejects if a port is taken (`error.code` is EADDRINUSE).
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const now = options.now ?? Date.now;
  const host = options.host ?? 'localhost';
  const stateFolder = options.stateFolder ?? null;
  const programme = runProgramme(
    options.programme ?? { kind: 'calendar', seed: 'touchline', matchSpeed: 12 },
    stateFolder,
    now,
  );
  const touches = keepTouches(stateFolder, `desk-${programme.name}`);
  const world = createWorld(programme.plans, touches);
  const outage = createOutage();
  const requestClock = options.requestClock ?? Date.now;
  const meter = createMeter(stateFolder, requestClock);
  const webhooks = createWebhooks(stateFolder, options.webhookScale ?? 1 / 60);
  const book = openPaymentBook(stateFolder, webhooks);
  const mailbox = openMailbox(stateFolder);
  const mail = { smtpUrl: '' };
  const oddsApiKey = options.oddsApiKey ?? 'sandbox-odds-key';
  const mollieApiKey = options.mollieApiKey ?? 'test_sandbox0000000000000000000000';
  const server = serve([
    overviewRoute({ pace: () => programme.pace(now()), smtpUrl: () => mail.smtpUrl }),
    ...oddsApiRoutes({ world, served: programme.served, meter, outage, apiKey: oddsApiKey, now }),
    ...footballDataRoutes({
      world,
      token: options.footballDataToken ?? 'sandbox-football-token',
      now,
      requestClock,
    }),
    ...matchConsoleRoutes({ world, touches, outage, meter, pace: programme.pace, now }),
    ...paymentApiRoutes({ book, apiKey: mollieApiKey, stateFolder, now, onCall: options.onPaymentCall }),
    ...checkoutRoutes(book, now),
    ...paymentConsoleRoutes({ book, webhooks, now }),
    ...inboxRoutes(mailbox),
    ...pushServiceRoutes(stateFolder, now),
    ...timeStampingRoutes(stateFolder, now),
    ...authenticatorRoutes(options.authenticator ?? [], now),
  ]);
  const port = await listen(server, options.port ?? 0, host);
  const mailServer = await startMailServer(mailbox, { port: options.smtpPort ?? 0, host, now }).catch(
    async (error: unknown) => {
      await stop(server);
      throw error;
    },
  );
  mail.smtpUrl = `smtp://localhost:${mailServer.port}`;
  const heartbeat = setInterval(() => {
    book.pass(now());
    // Deliveries never reject: an address that does not respond is retried later.
    void webhooks.deliver(now());
  }, HEARTBEAT_MS);
  return {
    url: `http://localhost:${port}`,
    smtpUrl: mail.smtpUrl,
    bad: programme.bad,
    close: async () => {
      clearInterval(heartbeat);
      meter.save();
      await Promise.all([stop(server), mailServer.close()]);
    },
  };
}

/** How often expiry, refunds and webhooks are processed. */
const HEARTBEAT_MS = 250;

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
