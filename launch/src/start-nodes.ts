import { join } from 'node:path';
import type { ManagedProcess, ProcessSpec } from './managed-process.ts';
import { nodeEnv, nodeMemory } from './node-memory.ts';
import { freePort } from './ports.ts';
import { ROOT } from './root.ts';
import type { Undo } from './undo.ts';
import type { Health } from './watch-for-hang.ts';

/** How many processes of each kind. */
export type Processes = { readonly apis: number; readonly workers: number };
/** An api process with its own address. */
export type ApiProcess = ManagedProcess & { readonly url: string };

/** How this product starts its processes. */
export type Starter = {
  readonly begin: (
    name: string,
    args: readonly string[],
    env: ProcessSpec['env'],
    isReady: ProcessSpec['isReady'],
    health?: ProcessSpec['health'],
  ) => Promise<ManagedProcess>;
  readonly program: (workspace: string, file: string) => readonly string[];
  readonly answersOk: (url: string) => Promise<boolean>;
  /** After how long without a response a process is restarted; 0: never. */
  readonly hungAfterMs: number;
};

export type NodesPlan = Starter & {
  readonly processes: Processes;
  /** The product's public port. */
  readonly port: number;
  /** The address to listen on. Default: reachable from this machine only. */
  readonly host: string | undefined;
  /** How many proxies the operator has in front, or their addresses. */
  readonly trustProxy: string | undefined;
  /** The first worker's port for health and metrics; each further worker uses the next port. Default: none. */
  readonly metricsPort: string | undefined;
  readonly api: Readonly<Record<string, string>>;
  readonly worker: Readonly<Record<string, string>>;
};

const stopWithinMs = 8_000;
/** Our proxy checks an api twice a second. */
const drainSeconds = '1.5';

/**
 * Starts the apis and the workers, and resolves when all are ready. A single api listens on the product's port itself. Several
 * listen on their own ports on this machine only, behind a proxy on the product's port.
 */
export async function startNodes(
  plan: NodesPlan,
  undo: Undo,
): Promise<{ apis: readonly ApiProcess[]; workers: ManagedProcess[] }> {
  const { processes, begin, answersOk } = plan;
  const started: ManagedProcess[] = [];
  undo.add(async () => {
    await Promise.all(started.map((running) => running.stop(stopWithinMs)));
  });
  const keep = async <Kind extends ManagedProcess>(starting: Promise<Kind>): Promise<Kind> => {
    const running = await starting;
    started.push(running);
    return running;
  };
  const nodes = await addressesOf(plan);
  const apis = nodes.map(({ name, url, env }) => {
    const isHealthy = () => answersOk(`${url}/healthz`);
    const args = [...nodeMemory, ...plan.program('api', 'server.ts')];
    const starting = begin(name, args, { ...nodeEnv, ...plan.api, ...env }, isHealthy, healthCheck(plan, isHealthy));
    return keep(starting.then((running) => Object.assign(running, { url })));
  });
  const workers = namesOf('worker', processes.workers).map((name, index) => {
    const metrics = metricsEnv(plan, index);
    const args = [...nodeMemory, ...plan.program('worker', 'main.ts')];
    const isReady = async (printed: string) => printed.includes('worker ready');
    return keep(begin(name, args, { ...nodeEnv, ...plan.worker, ...metrics }, isReady, healthCheck(plan)));
  });
  // All start together. If one fails, wait for the others before everything is stopped.
  await Promise.allSettled([...apis, ...workers]);
  const ready = { apis: await Promise.all(apis), workers: await Promise.all(workers) };
  if (processes.apis > 1) await keep(startProxy(plan, nodes));
  return ready;
}

const healthCheck = ({ hungAfterMs }: NodesPlan, isHealthy?: Health['isHealthy']): Health | undefined =>
  hungAfterMs > 0 ? { isHealthy, hungAfterMs } : undefined;

function metricsEnv({ metricsPort }: NodesPlan, index: number): { readonly METRICS_PORT: string } | undefined {
  return metricsPort && /^\d+$/.test(metricsPort) ? { METRICS_PORT: String(Number(metricsPort) + index) } : undefined;
}

type Address = { readonly name: string; readonly url: string; readonly env: Readonly<Record<string, string>> };

async function addressesOf({ processes, port, trustProxy }: NodesPlan): Promise<readonly Address[]> {
  if (processes.apis === 1) return [{ name: 'api', url: `http://localhost:${port}`, env: {} }];
  const nodes: (Address & { readonly port: number })[] = [];
  for (const name of namesOf('api', processes.apis)) {
    const own = await portBeside(
      port,
      nodes.map((node) => node.port),
    );
    const env = {
      ...{ PORT: String(own), HOST: '127.0.0.1', TRUST_PROXY: countOwnProxy(trustProxy) },
      DRAIN_SECONDS: drainSeconds,
    };
    nodes.push({ name, port: own, url: `http://127.0.0.1:${own}`, env });
  }
  return nodes;
}

async function portBeside(port: number, taken: readonly number[]): Promise<number> {
  const wanted = port + taken.length + 1;
  for (let own = await freePort(wanted); ; own = await freePort()) if (!taken.includes(own)) return own;
}

/** Counts our own proxy in addition to the operator's. */
function countOwnProxy(trustProxy: string | undefined): string {
  if (trustProxy === undefined || trustProxy === '') return '1';
  return /^\d+$/.test(trustProxy) ? String(Number(trustProxy) + 1) : `127.0.0.1,${trustProxy}`;
}

function startProxy(plan: NodesPlan, nodes: readonly Address[]): Promise<ManagedProcess> {
  const { begin, answersOk, port, host } = plan;
  const env = {
    PORT: String(port),
    HOST: host === undefined || host === '' ? '127.0.0.1' : host,
    PROXY_NODES: nodes.map(({ url }) => url).join(),
  };
  const entry = join(ROOT, 'launch', 'src', 'proxy', 'main.ts');
  // Checked by heartbeat, because the apis answer requests to its port.
  return begin('proxy', [entry], env, () => answersOk(`http://localhost:${port}/healthz`), healthCheck(plan));
}

const namesOf = (kind: string, count: number): readonly string[] =>
  count === 1 ? [kind] : Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
