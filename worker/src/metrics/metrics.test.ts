import { defaultLimits } from '@touchline/core/betting';
import { connect } from '@touchline/store/connect';
import { measureProcess } from '@touchline/store/metrics';
import { readAlerts, readOperations } from '@touchline/store/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { type MetricsDoor, openMetricsDoor } from './open-metrics-door.ts';
import { watchWorker } from './watch-worker.ts';

const token = 'a-token-that-only-the-operator-knows';
let metrics: Metrics;
let door: MetricsDoor;
beforeEach(async () => {
  metrics = createMetrics();
  door = await openMetricsDoor({ port: 0, host: '127.0.0.1', token, registry: metrics.registry });
});
afterEach(() => door.close());

const ask = (path: string, authorization?: string) =>
  fetch(`http://127.0.0.1:${door.port}${path}`, { headers: authorization === undefined ? {} : { authorization } });
const samples = async (name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

test('everybody who reaches the door may ask whether the worker lives, and only who has the token how it is', async () => {
  const statuses: unknown[] = [];
  for (const [path, authorization] of [
    ['/healthz'],
    ['/metrics'],
    ['/metrics', 'Bearer wrong'],
    ['/metrics', `Bearer ${token}`],
    ['/'],
  ] as const) {
    const answer = await ask(path, authorization);
    statuses.push([path, answer.status, (await answer.text()).includes('touchline_')]);
  }
  expect(statuses).toEqual([
    ['/healthz', 200, false],
    ['/metrics', 404, false],
    ['/metrics', 404, false],
    ['/metrics', 200, true],
    ['/', 404, false],
  ]);
});

test('where no token was set nobody reads the metrics, whatever they send', async () => {
  const closed = await openMetricsDoor({ port: 0, host: '127.0.0.1', token: undefined, registry: metrics.registry });
  const answers = await Promise.all(
    ['Bearer undefined', 'Bearer ', `Bearer ${token}`].map((authorization) =>
      fetch(`http://127.0.0.1:${closed.port}/metrics`, { headers: { authorization } }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
  await closed.close();
});

test('a port that is taken is told, not ignored', async () => {
  const again = openMetricsDoor({ port: door.port, host: '127.0.0.1', token, registry: metrics.registry });
  await expect(again).rejects.toThrow('EADDRINUSE');
});

test('a job and a letter are counted by what became of them, and still fail for whoever waits for them', async () => {
  const job = { queue: 'settlement', job: 'settle-bets', jobId: '7' };
  await metrics.job(job, async () => {});
  await expect(metrics.job(job, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const post = metrics.counted((letter: string) =>
    letter === 'good' ? Promise.resolve('250 OK') : Promise.reject(new Error('554 refused')),
  );
  expect(await post('good')).toBe('250 OK');
  await expect(post('bad')).rejects.toThrow('554');
  expect(await samples('touchline_job_runs_total')).toEqual([
    'touchline_job_runs_total{queue="settlement",task="settle-bets",outcome="done"} 1',
    'touchline_job_runs_total{queue="settlement",task="settle-bets",outcome="failed"} 1',
  ]);
  expect(await samples('touchline_mails_total')).toEqual([
    'touchline_mails_total{outcome="sent"} 1',
    'touchline_mails_total{outcome="failed"} 1',
  ]);
});

/** With all that a worker tells, which is only named here: the database is never asked. */
function watched() {
  const store = connect('postgres://127.0.0.1:9/none');
  measureProcess(metrics.registry, { part: 'worker', version: 'test' });
  watchWorker(metrics.registry, {
    queues: { depths: async () => [] },
    store,
    reading: store,
    isLeader: () => false,
    limits: defaultLimits,
    onError: () => {},
  });
  return metrics.registry.getMetricsAsArray();
}

test('every alert that is raised by the worker names metrics that it tells, and node_exporter tells no metric of ours', () => {
  const known = new Set(watched().map(({ name }) => name));
  const missing = readAlerts()
    .filter(({ part }) => part !== 'api')
    .flatMap(({ name, part, metrics: named }) =>
      named.filter((one) => part === 'machine' || !known.has(one)).map((one) => [name, one]),
    );
  expect(missing).toEqual([]);
  expect(known).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('no label is one that Prometheus gives itself, which would hide ours, and no alert of the worker picks by one that is not there', () => {
  const labels = new Map(
    watched().map((metric) => [metric.name, z.array(z.string()).parse(Reflect.get(metric, 'labelNames'))]),
  );
  const hidden = [...labels].flatMap(([name, own]) =>
    own.filter((label) => /^(job|instance)$/.test(label)).map((label) => [name, label]),
  );
  expect(hidden).toEqual([]);
  const picked = readAlerts().flatMap((rule) => (rule.part === 'worker' ? rule.picked : []));
  expect(picked.filter(({ metric, label }) => !labels.get(metric)?.includes(label))).toEqual([]);
  expect(picked).toContainEqual({ metric: 'touchline_job_done_timestamp_seconds', label: 'task' });
});

test('what to do is written down for every alert, and for none that does not exist', () => {
  const alerts = readAlerts().map(({ name }) => name);
  const described = readOperations().filter((heading) => /^[A-Z][a-z]+([A-Z][a-z]+)+$/.test(heading));
  expect(described.toSorted()).toEqual(alerts.toSorted());
});
