import { mayReadMetrics } from '@touchline/store/metrics';
import type { Registry } from 'prom-client';
import { nothingHere } from '../http/answer-errors.ts';
import type { App } from '../http/app-type.ts';
import { refuse } from '../http/refuse.ts';

/** What Prometheus reads. Whoever does not hold the operator's token learns not even that there is something. */
export const metricsRoute =
  ({ registry, token }: { readonly registry: Registry; readonly token: string | undefined }) =>
  async (app: App) => {
    app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      if (!mayReadMetrics(request.headers.authorization, token)) return refuse(reply, 404, nothingHere(request));
      return reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics());
    });
  };
