import { metersOf } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import type { Answered } from '../http/finish-requests.ts';

export function measureRequests(registry: Registry): (request: Answered) => void {
  const meters = metersOf(registry);
  const requests = meters.counter('touchline_http_requests_total', 'Requests that were answered', [
    'method',
    'route',
    'status',
  ]);
  const durations = meters.histogram(
    'touchline_http_request_duration_seconds',
    'From the arrival of a request to the end of its answer',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['method', 'route'],
  );
  return ({ method, route, status, ms }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, ms / 1_000);
  };
}
