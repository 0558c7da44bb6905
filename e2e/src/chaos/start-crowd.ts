import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Truth } from './truth.ts';

export type CrowdOrder =
  | { readonly type: 'connect'; readonly nodes: readonly string[] }
  | { readonly type: 'come'; readonly count: number }
  /** Sends the database's versions by match as of `n`, and asks which guests have shown exactly those after `after`. */
  | {
      readonly type: 'check';
      readonly n: number;
      readonly versions: Readonly<Record<string, number>>;
      readonly after: number;
    }
  | { readonly type: 'end' };
export type CrowdAnswer = {
  /** Guests that are connected and have read everything so far. */
  readonly current: number;
  readonly converged: number;
  /** How many frames all of them received together. */
  readonly frames: number;
  readonly faults: readonly string[];
};
export type Crowd = {
  readonly size: number;
  readonly connectTo: (nodes: readonly string[]) => void;
  readonly check: (truth: Truth, after: number) => Promise<CrowdAnswer>;
  readonly end: () => Promise<void>;
};

/** Starts `size` guests on bare websockets, in a process of their own. They reconnect at once, to any node that accepts them. */
export function startCrowd(size: number, nodes: readonly string[]): Crowd {
  const child = fork(join(import.meta.dirname, '..', 'crowd.ts'), { stdio: 'inherit' });
  const send = (order: CrowdOrder) => child.send(order);
  send({ type: 'connect', nodes });
  send({ type: 'come', count: size });
  return {
    size,
    connectTo: (others) => void send({ type: 'connect', nodes: others }),
    check: async ({ n, rows }, after) => {
      const answered = once(child, 'message');
      const versions = Object.fromEntries([...rows.values()].map(({ id, s }) => [id, s]));
      send({ type: 'check', n, versions, after });
      const [answer] = (await answered) as [CrowdAnswer];
      return answer;
    },
    end: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      send({ type: 'end' });
      await ended;
    },
  };
}
