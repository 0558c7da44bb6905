import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManagedProcess } from '@touchline/launch/start-product';
import type { Store } from '@touchline/store/connect';
import type { OpenProduct } from './open-product.ts';
import { until } from './until.ts';

type Workers = Pick<OpenProduct, 'dataFolder' | 'workers'>;

/** The leading worker, according to its log; waits until there is one other than `but`. */
export function leaderOf(product: Workers, but?: ManagedProcess): Promise<ManagedProcess> {
  return until(
    'a worker to lead',
    async () => product.workers.find((worker, index) => worker !== but && worker.pid > 0 && leads(product, index)),
    { withinMs: 60_000, everyMs: 20 },
  );
}

/** Sends a signal to the process of a part, and gives its id. Without a process nothing is sent: 0 would mean ourselves. */
export function strike(part: ManagedProcess | undefined, signal: NodeJS.Signals): number {
  const pid = part?.pid ?? 0;
  if (pid === 0) throw new Error('the part that is to be struck does not run');
  process.kill(pid, signal);
  return pid;
}

function leads({ dataFolder, workers }: Workers, index: number): boolean {
  const name = workers.length === 1 ? 'worker' : `worker-${index + 1}`;
  return isLeading(readFileSync(join(dataFolder, 'logs', `${name}.log`), 'utf8'));
}

/** Whether the worker that wrote this log has led since its last start. */
export function isLeading(log: string): boolean {
  const turn = log.split('\n').findLast((line) => /^--- |"this worker (no longer )?leads"/.test(line));
  return turn?.includes('"this worker leads"') === true;
}

/** Resolves when a match has changed after `since`, with how far the changes are. */
export function priceMoves(store: Store, since: number): Promise<number> {
  return until(
    'prices to move',
    async () => {
      const seq = await latestChange(store);
      return seq > since ? seq : undefined;
    },
    { withinMs: 60_000, everyMs: 20 },
  );
}

export async function latestChange({ db }: Store): Promise<number> {
  const { seq } = await db
    .selectFrom('matches')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow();
  return Number(seq);
}
