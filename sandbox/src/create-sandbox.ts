import type { Server } from 'node:http';
import { serve } from './http/serve.ts';
import { createMeter } from './odds-api/meter.ts';
import { createOutage } from './odds-api/outage.ts';
import { oddsApiRoutes } from './odds-api/routes.ts';
import { type ProgrammeOptions, runProgramme } from './programme.ts';
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
  /** Webhook tries come at the provider's intervals times this. */
  readonly webhookScale?: number;
  readonly programme?: ProgrammeOptions;
  /** The clock, in ms; a test may hand in its own. */
  readonly now?: () => number;
};

export type Sandbox = {
  readonly url: string;
  readonly smtpUrl: string;
  /** Rows of replayed files that were not used. */
  readonly bad: ReturnType<typeof runProgramme>['bad'];
  readonly close: () => Promise<void>;
};

/**
 * Starts the outside world on this machine: an odds provider, a payment provider and a mail server, over their real
 * protocols. Rejects if a port is taken (`error.code` is EADDRINUSE).
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
  const meter = createMeter(stateFolder);
  const outage = createOutage();
  const server = serve([
    ...oddsApiRoutes({
      world,
      served: programme.served,
      meter,
      outage,
      apiKey: options.oddsApiKey ?? 'sandbox-odds-key',
      now,
    }),
  ]);
  const port = await listen(server, options.port ?? 0, host);
  return {
    url: `http://localhost:${port}`,
    smtpUrl: '',
    bad: programme.bad,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
    },
  };
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
