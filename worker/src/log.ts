import { AsyncLocalStorage } from 'node:async_hooks';
import { passwordIn } from '@touchline/store/database-url';
import { errorFacts, hideSecrets } from '@touchline/store/log';
import { type DestinationStream, pino } from 'pino';
import type { WorkerEnv } from './env.ts';
import type { RunningJob } from './jobs.ts';

/** One JSON line per event: a message and its fields. */
export type Log = {
  readonly info: (fields: object, event: string) => void;
  readonly warn: (fields: object, event: string) => void;
  readonly error: (fields: object, event: string) => void;
};
export type WorkerLog = Log & {
  /** Adds the job and its queue to every line that is logged while it runs. */
  readonly during: (job: RunningJob, perform: () => Promise<void>) => Promise<void>;
};

/** Logs to stdout. Hides `secrets` and anything that resembles one, wherever they occur. */
export function createLog(secrets: readonly string[], destination?: DestinationStream): WorkerLog {
  const running = new AsyncLocalStorage<RunningJob>();
  const options = {
    base: { part: 'worker' },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: errorFacts },
    mixin: () => ({ ...running.getStore() }),
    // The line's own fields win over the job's.
    mixinMergeStrategy: (fields: object, job: object) => ({ ...job, ...fields }),
    hooks: { streamWrite: hideSecrets(secrets) },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return {
    info: (fields, event) => log.info(fields, event),
    warn: (fields, event) => log.warn(fields, event),
    error: (fields, event) => log.error(fields, event),
    during: (job, perform) => running.run(job, perform),
  };
}

/** The settings that must never be logged. */
export function secretsOf({ odds, results, payments, push, mail, metrics, ...env }: WorkerEnv): readonly string[] {
  const passwords = [env.databaseUrl, env.directUrl, env.standbyUrl, env.redisUrl, mail.smtpUrl].map(passwordIn);
  const secrets = [
    odds.key,
    results.second?.token ?? '',
    payments.key,
    payments.accessToken ?? '',
    push?.keys.privateKey ?? '',
    metrics.token ?? '',
  ];
  return [...secrets, ...passwords];
}
