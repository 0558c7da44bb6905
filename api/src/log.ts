import { passwordIn } from '@touchline/store/database-url';
import { errorFacts, hideSecrets } from '@touchline/store/log';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import type { ApiEnv } from './env.ts';

/**
 * One JSON line per event, in the same shape as the worker's. Errors are logged without their input. The `secrets`, and anything
 * that looks like one, are removed wherever they come from.
 */
export function createLog(secrets: readonly string[], destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    base: { part: 'api' },
    messageKey: 'event',
    errorKey: 'error',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // The library's request and response objects hold addresses and headers.
    serializers: { err: errorFacts, error: errorFacts, req: () => undefined, res: () => undefined },
    hooks: { streamWrite: hideSecrets(secrets) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The settings that must never be logged. */
export function secretsOf(
  env: Pick<ApiEnv, 'databaseUrl' | 'directUrl' | 'standbyUrl' | 'redisUrl' | 'mollie' | 'jwtSecret' | 'metricsToken'>,
) {
  const passwords = [env.databaseUrl, env.directUrl, env.standbyUrl, env.redisUrl].map(passwordIn);
  return [env.jwtSecret, env.mollie.key, env.metricsToken ?? '', ...passwords];
}
