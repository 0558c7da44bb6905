import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type Counts, openScreens, type Reception, type Talk, type Watching } from './fanout-screens.ts';

/** A process with thousands of clients. */
export type Listeners = {
  /** Opens more clients; resolves when all have joined and, if they request it, have their snapshot. */
  readonly open: (order: { readonly count: number; readonly port: number; readonly talk: Talk }) => Promise<Counts>;
  readonly counts: () => Promise<Counts>;
  /** Records when each client had read what. */
  readonly watch: (when: Watching) => Promise<Counts>;
  readonly receptions: () => Promise<readonly Reception[]>;
  /** Returns how many show exactly the matches at these versions. */
  readonly showing: (versions: ReadonlyMap<string, number>) => Promise<number>;
  readonly close: () => Promise<void>;
};
type Order =
  | { readonly do: 'open'; readonly count: number; readonly port: number; readonly talk: Talk }
  | { readonly do: 'count' }
  | { readonly do: 'watch'; readonly when: Watching }
  | { readonly do: 'hand over' }
  | { readonly do: 'compare'; readonly versions: ReadonlyMap<string, number> };
type Answers = { open: Counts; count: Counts; watch: Counts; 'hand over': readonly Reception[]; compare: number };
type Message = { readonly answer: unknown } | { readonly failure: string };

/** Concurrent connection attempts, as after a node has died. */
const AT_ONCE = 200;
/** One client address has enough ports for so many connections to one port. */
const PER_ADDRESS = 20_000;
const PATH = '/socket.io/?EIO=4&transport=websocket';

export function startListeners(): Listeners {
  const child = fork(import.meta.filename, { serialization: 'advanced', execArgv: [] });
  const exited = once(child, 'exit').then(([code]): Message => ({ failure: `the clients ended with ${code}` }));
  const ask = async <What extends keyof Answers>(order: Order & { do: What }): Promise<Answers[What]> => {
    child.send(order);
    return (await nextMessage(child, exited)) as Answers[What];
  };
  return {
    open: (order) => ask({ do: 'open', ...order }),
    counts: () => ask({ do: 'count' }),
    watch: (when) => ask({ do: 'watch', when }),
    receptions: () => ask({ do: 'hand over' }),
    showing: (versions) => ask({ do: 'compare', versions }),
    close: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

async function nextMessage(child: ChildProcess, exited: Promise<Message>): Promise<unknown> {
  const message = await Promise.race([once(child, 'message').then(([first]) => first as Message), exited]);
  if ('failure' in message) throw new Error(message.failure);
  return message.answer;
}

function serve(send: (what: Message) => void): void {
  const screens = openScreens();
  let opened = 0;
  const openAll = async ({ count, port, talk }: Order & { do: 'open' }): Promise<Counts> => {
    let left = count;
    const before = screens.counts();
    const openOne = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        opened += 1;
        const address = Math.floor(opened / PER_ADDRESS);
        await screens.open({ port, path: PATH, ...(address > 0 && { localAddress: `127.0.0.${1 + address}` }) }, talk);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, openOne));
    const wanted = talk === 'plain' ? 0 : count;
    const settled = ({ joined, ends }: Counts) => joined + ends - before.joined - before.ends;
    // A connection that the server ended does not join any more; the report says so.
    while (settled(screens.counts()) < wanted) await once(screens.settling, 'settled');
    return screens.counts();
  };
  const perform = async (order: Order): Promise<unknown> => {
    switch (order.do) {
      case 'open':
        return openAll(order);
      case 'count':
        return screens.counts();
      case 'watch':
        screens.watch(order.when);
        return screens.counts();
      case 'hand over':
        return screens.receptions();
      case 'compare':
        return screens.showing(order.versions);
    }
  };
  process.on('message', (order: Order) => {
    perform(order).then(
      (answer) => send({ answer }),
      (error: unknown) => send({ failure: String(error) }),
    );
  });
}

// Runs this file as a child process, which ends with its parent.
if (process.send && process.argv[1] === import.meta.filename) {
  serve((what) => process.send?.(what));
  process.on('disconnect', () => process.exit(0));
}
