import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@touchline/store/connect';
import { measureProcess } from '@touchline/store/metrics';
import { readSecretFiles } from '@touchline/store/secret-files';
import { createWalletWriter } from '@touchline/store/wallet';
import { buildApp } from './app.ts';
import { readEnv } from './env.ts';
import { createLog, secretsOf } from './log.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { createEmailQueue, createVerifyJobs } from './queue.ts';
import { containUncaughtErrors } from './uncaught-errors.ts';

const variables = readSecretFiles(process.env);
const read = variables.ok ? readEnv(variables.value) : variables;
if (!read.ok) {
  console.error(`The API cannot start:\n${read.refusal.map((problem) => `  ${problem}`).join('\n')}`);
  process.exit(1);
}
const env = read.value;
const logger = createLog(secretsOf(env));
const onError = (error: unknown) => logger.error({ error }, 'something failed outside of a request');

// Callers wait at most 20 seconds for an answer; what takes longer fails as a 503.
const metrics = createMetrics();
const store = connect(env.databaseUrl, {
  max: 10,
  applicationName: 'touchline-api',
  directUrl: env.directUrl,
  hungAfterMs: 8_000,
  lockTimeoutMs: 5_000,
  statementTimeoutMs: 15_000,
  connectTimeoutMs: 5_000,
  onDropped: metrics.connectionDropped,
  onError,
});
measureProcess(metrics.registry, { part: 'api', version: env.build });
// Browsers give up after 10 seconds, other clients sooner: a retry must not overtake an attempt that still waits here.
const writer = createWalletWriter(store, { onError, onGroup: metrics.group, waitAtMostMs: 4_000 });
const queues = { databaseUrl: env.directUrl, redisUrl: env.redisUrl, onError };
const emailQueue = createEmailQueue(queues);
const jobs = createVerifyJobs(queues);
const draining = new AbortController();
const app = await buildApp({
  ...{ env, store, writer, emailQueue, metrics, logger },
  verify: jobs.verify,
  draining: draining.signal,
});

/** The longest that closing may take, also when the database or Redis does not answer. */
const endsWithinMs = 10_000;

/** How long open requests may take to finish; only long downloads do. */
const finishWithinMs = 6_000;

/** Finishes open requests, commits what waits, and only then closes the database. */
const close = async (): Promise<void> => {
  setTimeout(() => app.server.closeAllConnections(), finishWithinMs).unref();
  await app.close();
  await writer.close();
  await emailQueue.close();
  await jobs.close();
  await store.close();
};
let isClosing = false;
const closeOnce = (drainMs = 0): void => {
  if (isClosing) return;
  isClosing = true;
  setTimeout(() => process.exit(1), drainMs + endsWithinMs).unref();
  if (drainMs > 0) draining.abort();
  pause(drainMs)
    .then(close)
    .catch((error: unknown) => {
      onError(error);
      process.exitCode = 1;
    });
};
process.on('SIGTERM', () => closeOnce(env.drainMs));
process.on('SIGINT', () => closeOnce());

// Writes the compile cache now, however this process ends.
flushCompileCache();
try {
  await app.listen({ port: env.port, host: env.host });
  // Up to here, an error ends the start.
  containUncaughtErrors({
    onError: (error, origin) => {
      metrics.uncaught(origin);
      logger.error({ error, origin }, 'an error was not handled');
    },
    end: () => {
      process.exitCode = 1;
      closeOnce();
    },
  });
} catch (error) {
  console.error(`The API cannot listen on ${env.host}:${env.port}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
  await close();
}
