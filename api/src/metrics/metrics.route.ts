import { mayReadMetrics } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import { nothingHere } from '../http/answer-errors.ts';
import type { Route } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';

/** The Prometheus endpoint. Without the operator's token, the path looks like one that does not exist. */
export const metricsRoutes = ({
  registry,
  token,
}: {
  readonly registry: Registry;
  readonly token: string | undefined;
}): readonly Route[] => [
  (app) => {
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayReadMetrics(request.headers.authorization, token)) return refuse(reply, 404, nothingHere(request));
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    });
  },
];
