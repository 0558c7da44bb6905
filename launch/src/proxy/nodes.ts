import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

/** An api process behind the proxy. */
export type Node = {
  readonly url: string;
  /** Keep-alive connections to it. */
  readonly agent: Agent;
  /** Browser sockets that it serves. */
  readonly sockets: Set<Duplex>;
  /** Requests in progress. */
  underWay: number;
  isUp: boolean;
  /** Its last health check is late: other nodes are preferred until it answers. */
  isLate: boolean;
  /** When the last successful health check was sent. */
  healthyAt: number;
};

export type Nodes = {
  /** Returns the least busy node among those that answer in time, or among all if none does, since they may only be slow. */
  readonly choose: (except?: Node) => Node | undefined;
  readonly close: () => void;
};

export type NodesOptions = {
  readonly urls: readonly string[];
  /** Called when a node is excluded or included again. */
  readonly onChange: (url: string, state: 'up' | 'draining' | 'down') => void;
  readonly checkEveryMs?: number;
  readonly answerWithinMs?: number;
};

/** A single late answer may be chance; a hanging process never answers. */
const missesAllowed = 1;

/**
 * Checks each node's health twice a second. A node that is about to close gets nothing new, and finishes what it has. One that
 * refuses, or misses two checks in a row while another answers, is excluded until it answers again. Its requests and sockets are
 * closed so that clients move to another node, at most three seconds after it began to hang. If no node answers, none is excluded: the
 * machine, or this process, is just busy.
 */
export function watchNodes({ urls, onChange, checkEveryMs = 500, answerWithinMs = 1_250 }: NodesOptions): Nodes {
  const nodes = urls.map(newNode);
  const closing = new AbortController();
  let turn = 0;

  for (const node of nodes) void watch(node);

  async function watch(node: Node): Promise<void> {
    let misses = 0;
    let missedSince = 0;
    while (!closing.signal.aborted) {
      const askedAt = performance.now();
      const answer = await checkHealth(node.url, answerWithinMs, closing.signal);
      if (closing.signal.aborted) return;
      if (misses === 0) missedSince = askedAt;
      misses = answer === 'healthy' ? 0 : misses + 1;
      node.isLate = misses > 0;
      if (answer === 'healthy') node.healthyAt = askedAt;
      const hangs = misses > missesAllowed && nodes.some(({ healthyAt }) => healthyAt > missedSince);
      if (answer === 'draining') leave(node);
      else if (answer !== 'late' || hangs) change(node, answer === 'healthy' ? 'up' : 'down');
      // After a late answer, check again at once: screens must not stay on a hanging process.
      if (answer !== 'late') await pause(checkEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
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

  /** Nothing new goes to a node that is about to close. It finishes its requests, and moves its sockets away itself. */
  function leave(node: Node): void {
    if (node.isUp) onChange(node.url, 'draining');
    node.isUp = false;
  }

  return {
    choose: (except) => {
      const others = nodes.filter((node) => node !== except);
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
  healthyAt: 0,
});
const burden = (node: Node): number => node.underWay + node.sockets.size;

async function checkHealth(
  url: string,
  withinMs: number,
  closing: AbortSignal,
): Promise<'healthy' | 'draining' | 'late' | 'refused'> {
  try {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(withinMs)]);
    const answer = await fetch(`${url}/healthz`, { signal, redirect: 'manual' });
    await answer.body?.cancel();
    if (answer.status === 404) return 'draining';
    return answer.ok ? 'healthy' : 'refused';
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'late' : 'refused';
  }
}
