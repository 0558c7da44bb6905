import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { connect } from '@touchline/store/connect';
import { createWalletWriter } from '@touchline/store/wallet';
import { submitBet } from './bench-bets.ts';
import { bets, type Ground } from './betting-ground.ts';
import { closedLoop, type Load, type Stretch } from './load-loops.ts';

/** A second wallet writer in its own thread with its own connections and callers, like a second API process. */
export type WriterInThread = {
  readonly load: (load: Pick<Load, 'atOnce' | 'forMs'>) => Promise<Stretch>;
  readonly close: () => Promise<void>;
};
type Given = { readonly url: string; readonly ground: Ground; readonly seed: number };

export async function startWriterInThread(given: Given): Promise<WriterInThread> {
  const worker = new Worker(new URL(import.meta.url), { workerData: given });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // A failed load that is no longer awaited must not end the process.
  failed.catch(() => {});
  await Promise.race([once(worker, 'message'), failed]);
  return {
    load: async (load) => {
      worker.postMessage(load);
      const [stretch] = await Promise.race([once(worker, 'message'), failed]);
      return stretch as Stretch;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function serve(port: NonNullable<typeof parentPort>, given: Given): void {
  const store = connect(given.url, { max: 2, applicationName: 'bench' });
  const writer = createWalletWriter(store);
  const nextBet = bets(given.ground, given.seed);
  port.on('message', async (load: Load) => {
    const stretch = await closedLoop(load, () => submitBet(writer, nextBet()));
    port.postMessage(stretch, [stretch.sorted.buffer as ArrayBuffer]);
  });
  port.postMessage('ready');
}

if (parentPort) serve(parentPort, workerData as Given);
