import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type AlertRule = {
  readonly name: string;
  readonly expression: string;
  /** The process with the metrics. */
  readonly part: 'api' | 'worker' | 'machine' | 'backup';
  /** As a registry calls them: a histogram is one. */
  readonly metrics: readonly string[];
  /** The labels by which it picks some series of a metric. */
  readonly picked: readonly { readonly metric: string; readonly label: string }[];
};

const docs = join(import.meta.dirname, '..', '..', '..', 'docs');

/** The rules of docs/alerts.yml, for the tests that no rule names a metric that does not exist. Throws for one it cannot read. */
export function readAlerts(): readonly AlertRule[] {
  const [, ...rules] = readFileSync(join(docs, 'alerts.yml'), 'utf8').split(/^ +- alert: /m);
  return rules.map((rule) => {
    const name = /^\w+/.exec(rule)?.[0];
    const expression = /^ +expr: (.+)$/m.exec(rule)?.[1];
    const part = (['api', 'worker', 'machine', 'backup'] as const).find((one) => rule.includes(`, part: ${one} }`));
    if (!name || !expression || !part) throw new Error(`a rule has no name, expression or part:\n${rule}`);
    const metrics = expression.match(/\b(?:touchline|nodejs|process)_\w+/g) ?? [];
    return { name, expression, part, metrics: metrics.map(inRegistry), picked: pickedBy(expression) };
  });
}

const inRegistry = (metric: string): string => metric.replace(/_(bucket|sum|count)$/, '');

const pickedBy = (expression: string) =>
  [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => ({ metric: inRegistry(metric), label })),
  );

/** The headings of docs/operations.md. */
export const readOperations = (): readonly string[] =>
  [...readFileSync(join(docs, 'operations.md'), 'utf8').matchAll(/^#+ (.+)$/gm)].map((heading) => heading[1] ?? '');
