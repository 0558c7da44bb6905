import { defaultLimits } from '@touchline/core/betting';
import { connect } from '@touchline/store/connect';
import { measureProcess } from '@touchline/store/metrics';
import { readAlerts, readOperations } from '@touchline/store/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createMetrics, type Metrics } from './create-metrics.ts';
import { type MetricsServer, serveMetrics } from './serve-metrics.ts';
import { watchWorker } from './watch-worker.ts';

const token = 'a-token-that-only-the-operator-knows';
let metrics: Metrics;
let server: MetricsServer;
beforeEach(async () => {
  metrics = createMetrics();
  server = await serveMetrics({ port: 0, host: '127.0.0.1', token, registry: metrics.registry });
});
afterEach(() => server.close());

const get = (path: string, authorization?: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: authorization === undefined ? {} : { authorization } });
const samples = async (name: string) =>
  (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`${name}{`));

test('answers health checks to anyone, and metrics only with the token', async () => {
  const statuses: unknown[] = [];
  for (const [path, authorization] of [
    ['/healthz'],
    ['/metrics'],
    ['/metrics', 'Bearer wrong'],
    ['/metrics', `Bearer ${token}`],
    ['/'],
  ] as const) {
    const answer = await get(path, authorization);
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

test('serves no metrics at all when no token is set', async () => {
  const closed = await serveMetrics({ port: 0, host: '127.0.0.1', token: undefined, registry: metrics.registry });
  const answers = await Promise.all(
    ['Bearer undefined', 'Bearer ', `Bearer ${token}`].map((authorization) =>
      fetch(`http://127.0.0.1:${closed.port}/metrics`, { headers: { authorization } }),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404]);
  await closed.close();
});

test('a job that hangs in its first run has a time since when it has not run', async () => {
  metrics.jobs.begin(['settle-bets']);
  void metrics.jobs.run({ queue: 'settlement', job: 'settle-bets', jobId: '7' }, () => new Promise(() => {}));
  const [sample = ''] = await samples('touchline_job_done_timestamp_seconds');
  expect(sample).toContain('task="settle-bets"');
  expect(Number(sample.split(' ').at(-1))).toBeGreaterThan(1_700_000_000);
});

test('rejects when the port is taken', async () => {
  const again = serveMetrics({ port: server.port, host: '127.0.0.1', token, registry: metrics.registry });
  await expect(again).rejects.toThrow('EADDRINUSE');
});

test('counts jobs and emails by outcome, and passes failures on', async () => {
  const job = { queue: 'settlement', job: 'settle-bets', jobId: '7' };
  await metrics.jobs.run(job, async () => {});
  await expect(metrics.jobs.run(job, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const deliver = metrics.countEmails((email: string) =>
    email === 'good' ? Promise.resolve('250 OK') : Promise.reject(new Error('554 refused')),
  );
  expect(await deliver('good')).toBe('250 OK');
  await expect(deliver('bad')).rejects.toThrow('554');
  expect(await samples('touchline_job_runs_total')).toEqual([
    'touchline_job_runs_total{queue="settlement",task="settle-bets",outcome="done"} 1',
    'touchline_job_runs_total{queue="settlement",task="settle-bets",outcome="failed"} 1',
  ]);
  expect(await samples('touchline_mails_total')).toEqual([
    'touchline_mails_total{outcome="sent"} 1',
    'touchline_mails_total{outcome="failed"} 1',
  ]);
});

/** Returns the names of all worker metrics, without querying the database. */
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

test('every worker alert names metrics that the worker exports, and node_exporter exports none of ours', () => {
  const known = new Set(watched().map(({ name }) => name));
  const missing = readAlerts()
    .filter(({ part }) => part === 'worker' || part === 'machine')
    .flatMap(({ name, part, metrics: named }) =>
      named.filter((metric) => part === 'machine' || !known.has(metric)).map((metric) => [name, metric]),
    );
  expect(missing).toEqual([]);
  expect(known).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('uses no label that Prometheus sets itself, and worker alerts select only by existing labels', () => {
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

test('docs/operations.md describes every alert, and no alert that does not exist', () => {
  const alerts = readAlerts().map(({ name }) => name);
  const described = readOperations().filter((heading) => /^[A-Z][a-z]+([A-Z][a-z]+)+$/.test(heading));
  expect(described.toSorted()).toEqual(alerts.toSorted());
});
