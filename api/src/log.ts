import { errorFacts, hideSecrets } from '@touchline/store/log';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { ApiEnv } from './env.ts';

/**
 * One JSON line per event, in the shape of the worker's. Written is what was said in words with its particulars, of errors what
 * went wrong and never with what; none of the `secrets`, wherever it may come from, and nothing that looks like one.
 */
export function createLog(secrets: readonly string[], destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    base: { part: 'api' },
    messageKey: 'event',
    errorKey: 'error',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // The library's names for a request and its answer hold addresses and headers.
    serializers: { err: errorFacts, error: errorFacts, req: () => undefined, res: () => undefined },
    hooks: { streamWrite: hideSecrets(secrets) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Whatever of the environment must never be written down. */
export function secretsOf(env: Pick<ApiEnv, 'databaseUrl' | 'redisUrl' | 'mollie' | 'jwtSecret' | 'metricsToken'>) {
  const passwords = [env.databaseUrl, env.redisUrl].map((url) => decodeURIComponent(new URL(url ?? 'none:').password));
  return [env.jwtSecret, env.mollie.key, env.metricsToken ?? '', ...passwords];
}
