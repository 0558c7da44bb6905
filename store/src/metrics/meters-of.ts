import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * Returns functions that create metrics in a registry. Without one, the library would use its global registry, which is not read.
 */
export function metersOf(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    histogram: <Label extends string = never>(
      name: string,
      help: string,
      buckets: number[],
      labelNames: readonly Label[] = [],
    ) => new Histogram({ name, help, buckets, labelNames, registers }),
    gauge: <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    /** A gauge that `update` sets whenever metrics are read. */
    watched: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      update: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return update(this);
        },
      }),
  };
}
