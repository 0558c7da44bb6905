import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';

const healthView = z.object({ status: z.enum(['ok', 'draining']) });

/** Each dependency is `ok` or a sentence about its problem. Leader, credits and payments do not affect readiness. */
const readinessView = z.object({
  database: z.string(),
  queue: z.string(),
  feed: z.string(),
  leader: z.string(),
  credits: z.string(),
  payments: z.string(),
});
export type ReadinessView = z.infer<typeof readinessView>;

export const healthEndpoints = endpoints({
  health: {
    method: 'GET',
    path: '/healthz',
    access: 'everyone',
    tag: 'health',
    summary: 'The process answers; 404 when it is about to close, so that balancers send nothing new',
    answer: healthView,
    otherAnswers: { 404: healthView },
  },
  readiness: {
    method: 'GET',
    path: '/readyz',
    access: 'everyone',
    tag: 'health',
    summary:
      "The dependencies of this process, each 'ok' or a sentence; 503 if one fails. Leader, credits and payments are shown and never count",
    answer: readinessView,
    otherAnswers: { 503: readinessView },
  },
});
