import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';

/** A copy of the api behind the front. */
export type Node = {
  readonly url: string;
  /** Connections to it that are kept for the next request. */
  readonly agent: Agent;
  /** Sockets of browsers that it serves now. */
  readonly sockets: Set<Duplex>;
  /** Requests that it has not answered yet. */
  underWay: number;
  isUp: boolean;
  /** Its last answer is late: others are asked first until it comes. */
  isLate: boolean;
  /** When the question was asked that it answered last. */
  wellAt: number;
};

export type Nodes = {
  /** The one that has least to do, of those that answer in time; of all when none does, as they may only be slow. */
  readonly choose: (but?: Node) => Node | undefined;
  readonly close: () => void;
};

export type NodesOptions = {
  readonly urls: readonly string[];
  /** Told when one is left out, and when it is taken in again. */
  readonly onChange: (url: string, state: 'up' | 'down') => void;
  readonly lookEveryMs?: number;
  readonly answerWithinMs?: number;
};

/** One answer that is late may be bad luck; a process that hangs gives none. */
const missesAllowed = 1;

/**
 * Looks after the nodes: each is asked for its health twice a second. One that refuses, or does not answer twice in a row while
 * another one does, is left out until it answers again, and whoever waits for it, or has a socket to it, is cut off to come back
 * to another: three seconds at most after it began to hang. When none answers the machine is busy, or we were ourselves.
 */
export function watchNodes({ urls, onChange, lookEveryMs = 500, answerWithinMs = 1_250 }: NodesOptions): Nodes {
  const nodes = urls.map(newNode);
  const closing = new AbortController();
  let turn = 0;

  for (const node of nodes) void watch(node);

  async function watch(node: Node): Promise<void> {
    let misses = 0;
    let missedSince = 0;
    while (!closing.signal.aborted) {
      const askedAt = performance.now();
      const answer = await look(node.url, answerWithinMs, closing.signal);
      if (closing.signal.aborted) return;
      if (misses === 0) missedSince = askedAt;
      misses = answer === 'well' ? 0 : misses + 1;
      node.isLate = misses > 0;
      if (answer === 'well') node.wellAt = askedAt;
      if (answer === 'well') change(node, 'up');
      else if (answer === 'refused') change(node, 'down');
      else if (misses > missesAllowed && nodes.some(({ wellAt }) => wellAt > missedSince)) change(node, 'down');
      // Who was late once is asked again at once: a screen must not stay with a process that hangs.
      if (answer !== 'late') await wait(lookEveryMs, closing.signal);
    }
  }

  function change(node: Node, state: 'up' | 'down'): void {
    if (node.isUp === (state === 'up')) return;
    node.isUp = state === 'up';
    onChange(node.url, state);
    if (node.isUp || !nodes.some((other) => other.isUp)) return;
    for (const socket of node.sockets) socket.destroy();
    node.agent.destroy();
  }

  return {
    choose: (but) => {
      const others = nodes.filter((node) => node !== but);
      const up = others.filter((node) => node.isUp);
      const inTime = up.filter((node) => !node.isLate);
      const eligible = [inTime, up, others].find((some) => some.length > 0) ?? [];
      turn += 1;
      const inTurn = eligible.map((_, index) => eligible[(index + turn) % eligible.length]).filter((node) => !!node);
      return inTurn.toSorted((a, b) => burden(a) - burden(b))[0];
    },
    close: () => {
      closing.abort();
      for (const { agent, sockets } of nodes) {
        for (const socket of sockets) socket.destroy();
        agent.destroy();
      }
    },
  };
}

const newNode = (url: string): Node => ({
  url,
  agent: new Agent({ keepAlive: true }),
  sockets: new Set(),
  underWay: 0,
  isUp: true,
  isLate: false,
  wellAt: 0,
});
const burden = (node: Node): number => node.underWay + node.sockets.size;

async function look(url: string, withinMs: number, closing: AbortSignal): Promise<'well' | 'late' | 'refused'> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(withinMs)]);
    const answer = await fetch(`${url}/healthz`, { signal, redirect: 'manual' });
    await answer.body?.cancel();
    return answer.ok ? 'well' : 'refused';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'refused';
  }
}

const wait = (ms: number, ends: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    ends.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
