import { Counter, Histogram, type Registry } from 'prom-client';
import type { Answered } from '../http/finish-requests.ts';

export function measureRequests(registry: Registry): (request: Answered) => void {
  const requests = new Counter({
    name: 'touchline_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'touchline_http_request_duration_seconds',
    help: 'From the arrival of a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return ({ method, route, status, ms }) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, ms / 1_000);
  };
}
