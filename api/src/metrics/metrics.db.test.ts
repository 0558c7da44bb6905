import { readAlerts } from '@touchline/store/testing';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, openBettor, quote } from '../testing/test-app.ts';

const token = 'a-token-that-only-the-operator-knows';
const api = await buildTestApp({ metricsToken: token });
afterAll(() => api.close());

const ask = (authorization?: string) =>
  api.app.inject({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
const samples = async (name: string) => {
  const { body } = await ask(`Bearer ${token}`);
  return body.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
};

test('only the token opens the metrics; any other caller gets a 404, also from this machine', async () => {
  const { token: ofBettor } = await openBettor(api, 'curious@example.com');
  const answers: unknown[] = [];
  for (const authorization of [undefined, 'Bearer', 'Bearer wrong', `Basic ${token}`, `Bearer ${ofBettor}`]) {
    const { statusCode, body } = await ask(authorization);
    answers.push([statusCode, body.includes('touchline_')]);
  }
  expect(answers).toEqual(Array.from({ length: 5 }, () => [404, false]));
  const read = await ask(`Bearer ${token}`);
  expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
});

test('counts requests by the pattern of their route', async () => {
  for (const id of ['one', 'two', 'three']) await api.app.inject({ method: 'GET', url: `/bet/${id}` });
  for (const path of ['/.env', '/wp-login.php?a=1']) await api.app.inject({ method: 'GET', url: path });
  const counted = await samples('touchline_http_requests_total');
  expect(counted).toContain('touchline_http_requests_total{method="GET",route="/bet/:id",status="401"} 3');
  expect(counted).toContain('touchline_http_requests_total{method="GET",route="none",status="404"} 2');
  expect(await samples('touchline_http_request_duration_seconds_count')).toContain(
    'touchline_http_request_duration_seconds_count{method="GET",route="/bet/:id"} 3',
  );
});

test('every alert on the api uses metrics that it exports', async () => {
  const { body } = await ask(`Bearer ${token}`);
  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map((line) => line[1]));
  // Measured once per process, by its entry.
  const ofNode = /^(nodejs|process)_/;
  const missing = readAlerts()
    .filter(({ part }) => part === 'api')
    .flatMap(({ name, metrics }) =>
      metrics.filter((one) => !known.has(one) && !ofNode.test(one)).map((one) => [name, one]),
    );
  expect(missing).toEqual([]);
});

test('exports connections, the age of the replica, and the leagues that take bets', async () => {
  await quote(api.database, [{ name: 'Red' }]);
  await expect
    .poll(() => samples('touchline_feed_ok'), { timeout: 60_000 })
    .toEqual(['touchline_feed_ok{league="soccer_epl"} 1']);
  expect(await samples('touchline_feed_state')).toEqual(['touchline_feed_state 2']);
  expect(await samples('touchline_live_matches')).toEqual(['touchline_live_matches 1']);
  expect(await samples('touchline_live_sockets')).toEqual(
    ['guest', 'bettor', 'admin', 'auditor'].map((kind) => `touchline_live_sockets{kind="${kind}"} 0`),
  );
  const [readAt = ''] = await samples('touchline_live_replica_read_timestamp_seconds');
  expect(Number(readAt.split(' ')[1])).toBeGreaterThan(1_700_000_000);
  expect(await samples('touchline_database_connections_max')).toContain(
    'touchline_database_connections_max{pool="main"} 10',
  );
  // A frame with that match was published without subscribers.
  await expect
    .poll(() => samples('touchline_live_freshness_seconds_count'), { timeout: 60_000 })
    .toEqual(['touchline_live_freshness_seconds_count 1']);
});
