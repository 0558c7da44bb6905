import { AsyncLocalStorage } from 'node:async_hooks';
import { errorFacts, hideSecrets } from '@touchline/store/log';
import { type DestinationStream, pino } from 'pino';
import type { RunningJob } from './jobs.ts';

/** One JSON line per event: what happened in words, with its particulars. */
export type Log = {
  readonly info: (particulars: object, event: string) => void;
  readonly warn: (particulars: object, event: string) => void;
  readonly error: (particulars: object, event: string) => void;
};
export type WorkerLog = Log & {
  /** Every line that is written while the job runs, wherever, says which job and queue it belongs to. */
  readonly during: (job: RunningJob, perform: () => Promise<void>) => Promise<void>;
};

/** Writes to stdout. None of the `secrets` is ever written, wherever it may come from, and nothing that looks like one. */
export function createLog(secrets: readonly string[], destination?: DestinationStream): WorkerLog {
  const running = new AsyncLocalStorage<RunningJob>();
  const options = {
    base: { part: 'worker' },
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { error: errorFacts },
    mixin: () => ({ ...running.getStore() }),
    // What a line says of itself wins over the job it belongs to.
    mixinMergeStrategy: (said: object, job: object) => ({ ...job, ...said }),
    hooks: { streamWrite: hideSecrets(secrets) },
  };
  const log = destination ? pino(options, destination) : pino(options);
  return {
    info: (particulars, event) => log.info(particulars, event),
    warn: (particulars, event) => log.warn(particulars, event),
    error: (particulars, event) => log.error(particulars, event),
    during: (job, perform) => running.run(job, perform),
  };
}
