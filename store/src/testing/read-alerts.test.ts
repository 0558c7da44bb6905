import { expect, test } from 'vitest';
import { readAlerts } from './read-alerts.ts';

/** What Prometheus lists of a job: 1 for each that answers, 0 for one that does not. `before`: for most of the last hour. */
type Seen = { readonly now: readonly (0 | 1)[]; readonly before: readonly (0 | 1)[] };

const up = 'up\\{job="[\\w-]+"\\}';
/** As much of Prometheus as the rules about processes need: an empty list has no count, so that nothing can be said of it. */
const clauses: readonly (readonly [RegExp, (seen: Seen) => boolean])[] = [
  [new RegExp(`^${up} == 0$`), ({ now }) => now.includes(0)],
  [new RegExp(`^absent\\(${up}\\)$`), ({ now }) => now.length === 0],
  [
    new RegExp(`^count\\(${up}\\) < quantile_over_time\\(0\\.5, count\\(${up}\\)\\[1h:1m\\]\\)$`),
    ({ now, before }) => now.length > 0 && now.length < before.length,
  ],
];

function isRaised(rule: string, seen: Seen): boolean {
  const expression = readAlerts().find(({ name }) => name === rule)?.expression ?? '';
  return expression.split(' or ').some((clause) => {
    const known = clauses.find(([form]) => form.test(clause));
    if (!known) throw new Error(`${rule} asks what this test cannot answer: ${clause}`);
    return known[1](seen);
  });
}

test.each(['ApiDown', 'WorkerDown'])('%s detects each way in which one of several is missed', (rule) => {
  const three = [1, 1, 1] as const;
  const seen = {
    'all answer': isRaised(rule, { now: three, before: three }),
    'one does not answer': isRaised(rule, { now: [1, 0, 1], before: three }),
    'one has left the list': isRaised(rule, { now: [1, 1], before: three }),
    'all have left the list': isRaised(rule, { now: [], before: three }),
    'there is one more, as while they are replaced': isRaised(rule, { now: [1, 1, 1, 1], before: three }),
    'the one more is gone again': isRaised(rule, { now: three, before: three }),
  };
  expect(seen).toEqual({
    'all answer': false,
    'one does not answer': true,
    'one has left the list': true,
    'all have left the list': true,
    'there is one more, as while they are replaced': false,
    'the one more is gone again': false,
  });
});

test.each(['ApiDown', 'WorkerDown'])('%s queries only the job that it is named after', (rule) => {
  const expression = readAlerts().find(({ name }) => name === rule)?.expression ?? '';
  const jobs = [...expression.matchAll(/job="([\w-]+)"/g)].map(([, job]) => job);
  expect([...new Set(jobs)]).toEqual([`touchline-${rule.replace('Down', '').toLowerCase()}`]);
});
