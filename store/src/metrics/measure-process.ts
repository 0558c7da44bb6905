import { collectDefaultMetrics, type Registry } from 'prom-client';
import { metersOf } from './meters-of.ts';

export type Build = {
  readonly part: 'api' | 'worker';
  /** What the operator calls this build, such as a commit. */
  readonly version: string;
};

/** What Node tells of itself (memory, CPU, the event loop's delay), and which build this is. Once per process. */
export function measureProcess(registry: Registry, { part, version }: Build): void {
  collectDefaultMetrics({ register: registry });
  metersOf(registry)
    .gauge('touchline_build_info', 'Always 1; what runs is in its labels', ['part', 'version', 'node'])
    .set({ part, version, node: process.version }, 1);
}
