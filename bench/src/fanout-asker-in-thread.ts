import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import { type Pace, pacedLoop, type Stretch } from './load-loops.ts';

/** An HTTP client in its own thread, so that the rest of the measurement does not delay its responses. */
export type Asker = {
  readonly load: (pace: Pace) => Promise<Stretch>;
  readonly close: () => Promise<void>;
};

const CONNECTIONS = 8;

export async function startAsker(port: number): Promise<Asker> {
  const worker = new Worker(new URL(import.meta.url), { workerData: port });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => undefined);
  const nextMessage = async <Message>(): Promise<Message> =>
    Promise.race([once(worker, 'message').then(([message]) => message as Message), failed]);
  await nextMessage();
  return {
    load: (pace) => {
      worker.postMessage(pace);
      return nextMessage<Stretch>();
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

function serve(parent: NonNullable<typeof parentPort>, port: number): void {
  const request = `GET /events/leagues HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  const load = async (pace: Pace): Promise<Stretch> => {
    // New connections each time: the server closes idle ones.
    const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => openConnection(port)));
    const free = [...connections];
    const waiting: (() => void)[] = [];
    const ask = async (): Promise<void> => {
      while (free.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const connection = free.pop();
      if (!connection) throw new Error('no connection is free');
      const { status } = await connection.ask(request);
      if (status !== 200) throw new Error(`answered with ${status}`);
      free.push(connection);
      waiting.shift()?.();
    };
    const stretch = await pacedLoop(pace, ask);
    for (const connection of connections) connection.close();
    return stretch;
  };
  parent.on('message', async (pace: Pace) => parent.postMessage(await load(pace)));
  parent.postMessage('ready');
}

if (parentPort) serve(parentPort, workerData as number);
