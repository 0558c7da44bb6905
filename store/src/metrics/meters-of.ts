import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * The ways to count and to measure, for one registry. What is made here is in that registry: the library puts a metric that names
 * none into one of its own, which nobody reads.
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
    /** A gauge that `look` sets anew whenever somebody asks for the metrics. */
    watched: <Label extends string = never>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      look: (gauge: Gauge<Label>) => void | Promise<void>,
    ) =>
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          return look(this);
        },
      }),
  };
}
