import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Truth } from './truth.ts';

export type CrowdOrder =
  | { readonly type: 'lead'; readonly nodes: readonly string[] }
  | { readonly type: 'come'; readonly count: number }
  /** Sends the database's versions by match as of `n`, and asks which guests have shown exactly those after `after`. */
  | {
      readonly type: 'look';
      readonly n: number;
      readonly versions: Readonly<Record<string, number>>;
      readonly after: number;
    }
  | { readonly type: 'end' };
export type CrowdAnswer = {
  /** Guests whose line is open and who have read everything so far. */
  readonly current: number;
  readonly converged: number;
  /** How many frames were heard by all together. */
  readonly frames: number;
  readonly faults: readonly string[];
};
export type Crowd = {
  readonly size: number;
  readonly leadTo: (nodes: readonly string[]) => void;
  readonly look: (truth: Truth, after: number) => Promise<CrowdAnswer>;
  readonly end: () => Promise<void>;
};

/** So many guests on bare websockets, in a process of their own, who come back at once to whichever node takes them. */
export function startCrowd(size: number, nodes: readonly string[]): Crowd {
  const child = fork(join(import.meta.dirname, '..', 'crowd.ts'), { stdio: 'inherit' });
  const order = (said: CrowdOrder) => child.send(said);
  order({ type: 'lead', nodes });
  order({ type: 'come', count: size });
  return {
    size,
    leadTo: (others) => void order({ type: 'lead', nodes: others }),
    look: async ({ n, rows }, after) => {
      const answered = once(child, 'message');
      const versions = Object.fromEntries([...rows.values()].map(({ id, s }) => [id, s]));
      order({ type: 'look', n, versions, after });
      const [answer] = (await answered) as [CrowdAnswer];
      return answer;
    },
    end: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      order({ type: 'end' });
      await ended;
    },
  };
}
