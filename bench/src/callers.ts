import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Requests, statusOf, type What, writeRequests } from './bet-requests.ts';
import type { Ground } from './betting-ground.ts';
import { closedLoop, type Stretch } from './closed-loop.ts';
import { type Connection, openConnection } from './connection.ts';
import { pacedLoop } from './paced-loop.ts';

/** Another process that calls the API over keep-alive connections. Rejects when an answer is another than it should be. */
export type Callers = {
  readonly load: (order: Order) => Promise<Stretch>;
  readonly close: () => Promise<void>;
};
export type Order = {
  readonly what: What;
  readonly forMs: number;
  /** `undefined`: as many as are answered. */
  readonly perSecond?: number;
};
type Given = {
  readonly port: number;
  readonly connections: number;
  readonly jwtSecret: string;
  readonly ground: Ground;
};
type Told = { readonly stretch: Stretch } | { readonly failure: string } | 'ready';

export async function startCallers(given: Given): Promise<Callers> {
  const child = fork(import.meta.filename, { serialization: 'advanced', execArgv: [] });
  const gone = once(child, 'exit').then(([code]) => ({ failure: `the callers ended with ${code}` }));
  child.send(given);
  await told(child, gone);
  return {
    load: async (order) => {
      child.send(order);
      const answer = await told(child, gone);
      if (answer === 'ready') throw new Error('the callers say that they are ready twice');
      return answer.stretch;
    },
    close: async () => {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
}

async function told(child: ChildProcess, gone: Promise<Told>): Promise<Exclude<Told, { failure: string }>> {
  const message = await Promise.race([once(child, 'message').then(([first]) => first as Told), gone]);
  if (typeof message === 'object' && 'failure' in message) throw new Error(message.failure);
  return message;
}

async function serve({ port, connections, jwtSecret, ground }: Given, tell: (what: Told) => void) {
  const requests = writeRequests(ground, { jwtSecret, seed: 3 });
  const free = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const ask = askOver(free, requests);
  process.on('message', (order: Order) => {
    const { what, forMs, perSecond } = order;
    const running =
      perSecond === undefined
        ? closedLoop({ atOnce: connections, forMs }, () => ask(what))
        : pacedLoop({ perSecond, forMs }, () => ask(what));
    running.then(
      (stretch) => tell({ stretch }),
      (error: unknown) => tell({ failure: String(error) }),
    );
  });
  tell('ready');
}

/** Takes a connection that is free, or waits in line for one. */
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

// Of this file as a process of its own. It ends with the one that started it.
if (process.send && process.argv[1] === import.meta.filename) {
  process.once('message', (given: Given) => void serve(given, (what) => process.send?.(what)));
  process.on('disconnect', () => process.exit(0));
}
