import type { ServerResponse } from 'node:http';
import { translated } from '@touchline/core/catalogues';
import type { RefusalView } from '@touchline/core/contract';
import type { Language } from '@touchline/core/language';
import { isUnavailable } from '@touchline/store/failures';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import type { App } from './app-type.ts';
import { languageOf } from './request-language.ts';

/** How long a database needs at least to restart after a crash. */
const retryAfterSeconds = '2';

/** Answers every error as a refusal: a caller's error with a sentence, our own only with the request id of its log line. */
export function answerErrors(app: App): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds);
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error))
      return send(reply, 400, invalidRequest(error.validation, languageOf(request)));
    const status = error.statusCode ?? 500;
    // A broken-off upload resets the connection too, but does not mean that the database is unavailable.
    if (status >= 500 && isUnavailable(error)) return sendUnavailable(error, request, reply);
    if (status >= 500) return sendFailure(error, request, reply);
    return send(reply, status, { code: codeOf[status] ?? 'request-invalid', error: sentenceOf(error) });
  });
}

export const nothingHere = (request: FastifyRequest): RefusalView => ({
  code: 'not-found',
  error: `There is nothing at ${request.method} ${request.url.split('?')[0]}.`,
});

/** For a URL that cannot be parsed, before there is a route or a schema. */
export function answerBadAddress(raw: ServerResponse, url: string): void {
  const view: RefusalView = { code: 'request-invalid', error: `${url} is not a valid address.` };
  raw.writeHead(400, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(view));
}

const codeOf: Readonly<Record<number, string>> = {
  401: 'session-invalid',
  404: 'not-found',
  413: 'request-too-large',
  415: 'content-type-unknown',
  429: 'too-many-requests',
};

const send = (reply: FastifyReply, status: number, view: RefusalView): FastifyReply => reply.code(status).send(view);

function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ error }, 'request failed');
  const isBusy = error.statusCode === 503;
  return send(reply, isBusy ? 503 : 500, {
    code: isBusy ? 'unavailable' : 'failed',
    error: 'Something went wrong on our side. Please try again.',
    details: { requestId: request.id },
  });
}

// The command may have succeeded: a retry with the same Idempotency-Key finds out.
function sendUnavailable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ error }, 'request failed: the database is not available');
  return send(reply, 503, {
    code: 'unavailable',
    error: "We can't reach our database right now. Please try again in a few seconds.",
    details: { requestId: request.id },
  });
}

/** The first problem as the sentence, all problems by field. */
function invalidRequest(problems: readonly ZodFastifySchemaValidationError[], language: Language): RefusalView {
  const fields = problems.map((problem) => ({
    path: problem.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    error: translated(language, problem.message ?? 'is not valid'),
  }));
  const [first] = fields;
  return { code: 'request-invalid', error: first ? sentence(first) : 'The request is not valid.', details: { fields } };
}

// Our own sentences stand alone; those of the schema library need the name of the field.
const sentence = (field: { path: string; error: string }): string =>
  /^(Invalid (input|option|key|UUID|ISO)|Too (big|small)|Unrecognized)/.test(field.error) && field.path
    ? `${field.path}: ${field.error}`
    : field.error;

const sentenceOf = (error: FastifyError): string => {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return 'The request is not valid JSON.';
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Please send application/json.';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'The request is too large.';
    default:
      return error.message || 'The request is not valid.';
  }
};
