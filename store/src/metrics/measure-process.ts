import { collectDefaultMetrics, type Registry } from 'prom-client';
import { metersOf } from './meters-of.ts';

export type Build = {
  readonly part: 'api' | 'worker';
  /** The operator's name for this build, such as a commit. */
  readonly version: string;
};

/** Measures the Node process (memory, CPU, event loop delay) and which build this is. Call once per process. */
export function measureProcess(registry: Registry, { part, version }: Build): void {
  collectDefaultMetrics({ register: registry });
  metersOf(registry)
    .gauge('touchline_build_info', 'Always 1; what runs is in its labels', ['part', 'version', 'node'])
    .set({ part, version, node: process.version }, 1);
}
