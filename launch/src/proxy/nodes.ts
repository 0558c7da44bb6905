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
      change(node, answer === 'late' && hangs ? 'refused' : answer);
      // After a late answer, check again at once: screens must not stay on a hanging process.
      if (answer !== 'late') await pause(checkEveryMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  function change(node: Node, answer: Answer): void {
    const isUp = answer === 'healthy';
    if (answer === 'late' || node.isUp === isUp) return;
    node.isUp = isUp;
    onChange(node.url, states[answer]);
    // One that is about to close finishes its requests, and moves its sockets away itself.
    if (answer === 'refused' && nodes.some((other) => other.isUp)) disconnect(node);
  }

  return {
    choose: (except) => {
      turn += 1;
      return leastBusy(
        nodes.filter((node) => node !== except),
        turn,
      );
    },
    close: () => {
      closing.abort();
      nodes.forEach(disconnect);
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

function disconnect({ agent, sockets }: Node): void {
  for (const socket of sockets) socket.destroy();
  agent.destroy();
}

/** Of the equally busy ones, another in each turn. */
function leastBusy(nodes: readonly Node[], turn: number): Node | undefined {
  const up = nodes.filter((node) => node.isUp);
  const inTime = up.filter((node) => !node.isLate);
  const eligible = [inTime, up, nodes].find((some) => some.length > 0) ?? [];
  const first = turn % (eligible.length || 1);
  return [...eligible.slice(first), ...eligible.slice(0, first)].toSorted((a, b) => burden(a) - burden(b))[0];
}

const burden = (node: Node): number => node.underWay + node.sockets.size;

type Answer = 'healthy' | 'draining' | 'late' | 'refused';
const states = { healthy: 'up', draining: 'draining', refused: 'down' } as const;

async function checkHealth(url: string, withinMs: number, closing: AbortSignal): Promise<Answer> {
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
