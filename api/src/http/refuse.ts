import { type RefusalStatus, type RefusalView, refusalView } from '@touchline/core/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { translatedFor } from './request-language.ts';

/** For `schema.response` of every route: whatever is not a success has one shape. */
export const refusalAnswers = { '4xx': refusalView, '5xx': refusalView } as const;

type Reply<Status> = {
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly code: (status: Status) => { readonly send: (view: RefusalView) => unknown };
};

/** Answers with a refusal: a code for machines, a sentence for people in their language, and the data to show. */
export function refuse<Status extends number = RefusalStatus>(
  reply: Reply<Status>,
  status: Status,
  view: RefusalView,
): void {
  reply.code(status).send({ ...view, error: translatedFor(reply.request, view.error) });
}

/** Sets `Retry-After` for a refusal with `retryAt`, the moment from which another attempt is allowed. */
export function setRetryAfter(reply: FastifyReply, refusal: object): void {
  if (!('retryAt' in refusal) || typeof refusal.retryAt !== 'number') return;
  reply.header('retry-after', String(Math.max(1, Math.ceil((refusal.retryAt - Date.now()) / 1_000))));
}
