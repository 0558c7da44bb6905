import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { openRelay, type Relay } from '../chaos/relay.ts';

export type RelayThread = Pick<Relay, 'url' | 'stall' | 'flow' | 'slow'>;
type Order = readonly ['stall'] | readonly ['flow'] | readonly ['slow', number];

/** Opens a relay in a thread of its own: it carries all statements of the product, which must not wait for the test's other work. */
export async function openRelayThread(node: string): Promise<RelayThread> {
  const thread = new Worker(new URL(import.meta.url), { workerData: node });
  const [url] = await once(thread, 'message');
  const order = (...what: Order): void => thread.postMessage(what);
  return {
    url: String(url),
    stall: () => order('stall'),
    flow: () => order('flow'),
    slow: (delayMs) => order('slow', delayMs),
  };
}

if (!isMainThread) {
  const relay = await openRelay([String(workerData)]);
  parentPort?.on('message', ([what, delayMs = 0]: Order) => relay[what](delayMs));
  parentPort?.postMessage(relay.url);
}
