import { metersOf } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import type { RunningJob } from '../jobs.ts';

/** Runs a job and records its duration and outcome. */
export type RunJob = (job: RunningJob, perform: () => Promise<void>) => Promise<void>;

export type JobMeter = {
  readonly run: RunJob;
  /** Counts the time without these jobs from now on: one may hang in its first run. */
  readonly begin: (tasks: readonly string[]) => void;
};

/** The label is `task`: Prometheus sets `job` itself and would hide ours. */
export function measureJobs(registry: Registry): JobMeter {
  const meters = metersOf(registry);
  const runs = meters.counter('touchline_job_runs_total', 'Jobs that this process ran, by outcome: done or failed', [
    'queue',
    'task',
    'outcome',
  ]);
  const durations = meters.histogram(
    'touchline_job_duration_seconds',
    'How long a job took',
    [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    ['task'],
  );
  const doneAt = meters.gauge(
    'touchline_job_done_timestamp_seconds',
    'When this process last completed the job, or began to lead',
    ['task'],
  );
  const isDone = (task: string): void => doneAt.set({ task }, Date.now() / 1_000);
  return {
    begin: (tasks) => tasks.forEach(isDone),
    run: async ({ queue, job: task }, perform) => {
      const end = durations.startTimer({ task });
      try {
        await perform();
        runs.inc({ queue, task, outcome: 'done' });
        isDone(task);
      } catch (error) {
        runs.inc({ queue, task, outcome: 'failed' });
        throw error;
      } finally {
        end();
      }
    },
  };
}
