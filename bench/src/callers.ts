import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Requests, statusOf, type What, writeRequests } from './bet-requests.ts';
import type { Ground } from './betting-ground.ts';
import { type Connection, openConnection } from './connection.ts';
import { closedLoop, pacedLoop, type Stretch } from './load-loops.ts';

/** A process that calls the API over keep-alive connections. Rejects on an unexpected response. */
export type Callers = {
  readonly load: (order: Order) => Promise<Stretch>;
  readonly close: () => Promise<void>;
};
export type Order = {
  readonly what: What;
  readonly forMs: number;
  /** `undefined`: as fast as responses arrive. */
  readonly perSecond?: number;
  /** All connections if absent; for orders without a rate. */
  readonly atOnce?: number;
};
type Given = {
  readonly port: number;
  readonly connections: number;
  readonly jwtSecret: string;
  readonly ground: Ground;
};
type Message = { readonly stretch: Stretch } | { readonly failure: string } | 'ready';

export async function startCallers(given: Given): Promise<Callers> {
  const child = fork(import.meta.filename, { serialization: 'advanced', execArgv: [] });
  const exited = once(child, 'exit').then(([code]) => ({ failure: `the callers ended with ${code}` }));
  child.send(given);
  await nextMessage(child, exited);
  return {
    load: async (order) => {
      child.send(order);
      const answer = await nextMessage(child, exited);
      if (answer === 'ready') throw new Error('the callers say that they are ready twice');
      return answer.stretch;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function nextMessage(
  child: ChildProcess,
  exited: Promise<Message>,
): Promise<Exclude<Message, { failure: string }>> {
  const message = await Promise.race([once(child, 'message').then(([first]) => first as Message), exited]);
  if (typeof message === 'object' && 'failure' in message) throw new Error(message.failure);
  return message;
}

async function serve({ port, connections, jwtSecret, ground }: Given, send: (what: Message) => void) {
  const requests = writeRequests(ground, { jwtSecret, seed: 3 });
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const ask = askOver(free, requests);
  process.on('message', (order: Order) => {
    const { what, forMs, perSecond, atOnce = connections } = order;
    const running =
      perSecond === undefined
        ? closedLoop({ atOnce, forMs }, () => ask(what))
        : pacedLoop({ perSecond, forMs }, () => ask(what));
    running.then(
      (stretch) => send({ stretch }),
      (error: unknown) => send({ failure: String(error) }),
    );
  });
  send('ready');
}

/** Uses a free connection, or waits for one. */
function askOver(free: Connection[], requests: Requests): (what: What) => Promise<void> {
  const line: ((connection: Connection) => void)[] = [];
  return async (what) => {
    const connection = free.pop() ?? (await new Promise<Connection>((resolve) => line.push(resolve)));
    const { status, body } = await connection.ask(requests[what]());
    const next = line.shift();
    if (next) next(connection);
    else free.push(connection);
    if (status !== statusOf[what]) throw new Error(`"${what}" was answered with ${status}: ${body}`);
  };
}

// Runs this file as a child process, which ends with its parent.
if (process.send && process.argv[1] === import.meta.filename) {
  process.once('message', (given: Given) => void serve(given, (what) => process.send?.(what)));
  process.on('disconnect', () => process.exit(0));
}
