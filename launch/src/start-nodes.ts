import { join } from 'node:path';
import { nodeEnv, nodeMemory } from './node-memory.ts';
import type { Part, PartPlan } from './part.ts';
import { freePort } from './ports.ts';
import { ROOT } from './root.ts';
import type { Undo } from './undo.ts';
import type { Health } from './watch-for-hang.ts';

/** How many processes of each kind. */
export type Processes = { readonly apis: number; readonly workers: number };
/** A copy of the api, with its own address. */
export type ApiPart = Part & { readonly url: string };

export type NodesPlan = {
  readonly processes: Processes;
  /** Where people reach the product. */
  readonly port: number;
  /** The address of this machine that is listened on; not set, only this machine itself reaches the product. */
  readonly host: string | undefined;
  /** How many proxies of the operator stand in front, or which. */
  readonly trustProxy: string | undefined;
  /** Where the first worker answers how it is, and each further one a port higher; not set, none does. */
  readonly metricsPort: string | undefined;
  readonly api: Readonly<Record<string, string>>;
  readonly worker: Readonly<Record<string, string>>;
  readonly program: (workspace: string, file: string) => readonly string[];
  readonly begin: (
    name: string,
    args: readonly string[],
    env: PartPlan['env'],
    isReady: PartPlan['isReady'],
    health?: PartPlan['health'],
  ) => Promise<Part>;
  /** How long a process may answer nothing before it is started again; 0: for ever. */
  readonly hungAfterMs: number;
  readonly answersOk: (url: string) => Promise<boolean>;
};

const stopWithinMs = 5_000;

/**
 * Starts the copies of the api and the workers, and resolves when all are ready. One copy of the api has the product's port
 * itself; several have ports of their own on this machine only, and a front in front of them passes on what comes to that port.
 */
export async function startNodes(plan: NodesPlan, undo: Undo): Promise<{ apis: readonly ApiPart[]; workers: Part[] }> {
  const { processes, begin, answersOk } = plan;
  const parts: Part[] = [];
  undo.add(async () => {
    await Promise.all(parts.map((part) => part.stop(stopWithinMs)));
  });
  const keep = async <Kind extends Part>(starting: Promise<Kind>): Promise<Kind> => {
    const part = await starting;
    parts.push(part);
    return part;
  };
  const nodes = await addressesOf(plan);
  const apis = nodes.map(({ name, url, env }) => {
    const isWell = () => answersOk(`${url}/healthz`);
    const args = [...nodeMemory, ...plan.program('api', 'server.ts')];
    const starting = begin(name, args, { ...nodeEnv, ...plan.api, ...env }, isWell, healthOf(plan, isWell));
    return keep(starting.then((part) => Object.assign(part, { url })));
  });
  const workers = namesOf('worker', processes.workers).map((name, index) => {
    const door = metricsDoor(plan, index);
    const args = [...nodeMemory, ...plan.program('worker', 'main.ts')];
    const isReady = async (printed: string) => printed.includes('worker ready');
    return keep(begin(name, args, { ...nodeEnv, ...plan.worker, ...door }, isReady, healthOf(plan)));
  });
  // All come up together; if one fails, the others must have settled before everything is stopped again.
  await Promise.allSettled([...apis, ...workers]);
  const started = { apis: await Promise.all(apis), workers: await Promise.all(workers) };
  if (processes.apis > 1) await keep(startFront(plan, nodes));
  return started;
}

const healthOf = ({ hungAfterMs }: NodesPlan, isWell?: Health['isWell']): Health | undefined =>
  hungAfterMs > 0 ? { isWell, hungAfterMs } : undefined;

function metricsDoor({ metricsPort }: NodesPlan, index: number): { readonly METRICS_PORT: string } | undefined {
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
    const env = { PORT: String(own), HOST: '127.0.0.1', TRUST_PROXY: withTheFront(trustProxy) };
    nodes.push({ name, port: own, url: `http://127.0.0.1:${own}`, env });
  }
  return nodes;
}

async function portBeside(port: number, taken: readonly number[]): Promise<number> {
  const wanted = port + taken.length + 1;
  for (let own = await freePort(wanted); ; own = await freePort()) if (!taken.includes(own)) return own;
}

/** The front is one proxy more than those the operator knows of. */
function withTheFront(trustProxy: string | undefined): string {
  if (trustProxy === undefined || trustProxy === '') return '1';
  return /^\d+$/.test(trustProxy) ? String(Number(trustProxy) + 1) : `127.0.0.1,${trustProxy}`;
}

function startFront(plan: NodesPlan, nodes: readonly Address[]): Promise<Part> {
  const { begin, answersOk, port, host } = plan;
  const env = {
    PORT: String(port),
    HOST: host === undefined || host === '' ? '127.0.0.1' : host,
    FRONT_NODES: nodes.map(({ url }) => url).join(),
  };
  const entry = join(ROOT, 'launch', 'src', 'front', 'main.ts');
  // Its own pulse: what is asked of its port, the copies of the api answer.
  return begin('front', [entry], env, () => answersOk(`http://localhost:${port}/healthz`), healthOf(plan));
}

const namesOf = (kind: string, count: number): readonly string[] =>
  count === 1 ? [kind] : Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`);
