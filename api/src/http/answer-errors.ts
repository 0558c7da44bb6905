import { inLanguage } from '@touchline/core/catalogues';
import { type RefusalView, sessionRefusalView } from '@touchline/core/contract';
import { schemaText, t } from '@touchline/core/language';
import { SessionEnded } from '@touchline/store/accounts';
import { isBeyondSafeNumbers, isUnavailable } from '@touchline/store/failures';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors, type ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';
import type { App } from './app-type.ts';
import { refuse } from './refuse.ts';
import { languageOf, translatedFor } from './request-language.ts';

/** How long a database needs at least to restart after a crash. */
const retryAfterSeconds = '2';

/** Answers every error as a refusal: a caller's error with a sentence, our own only with the request id of its log line. */
export function answerErrors(app: App): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds);
    done();
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) return send(reply, 400, invalidRequest(error.validation, request));
    if (error instanceof SessionEnded) {
      return send(
        reply,
        401,
        inLanguage(languageOf(request), () => sessionRefusalView({ code: 'session-ended' })),
      );
    }
    const status = error.statusCode ?? 500;
    // A broken-off upload resets the connection too, but does not mean that the database is unavailable.
    if (status >= 500 && isUnavailable(error)) return sendUnavailable(error, request, reply);
    if (status >= 500) return sendFailure(error, request, reply);
    if (status === 429) return send(reply, 429, tooMany(request, Number(reply.getHeader('retry-after'))));
    return send(reply, status, { code: codeOf[status] ?? 'request-invalid', error: sentenceOf(error) });
  });
}

export const nothingHere = (request: FastifyRequest): RefusalView => ({
  code: 'not-found',
  error: inLanguage(languageOf(request), () =>
    t('{address} does not exist.', { address: `${request.method} ${request.url.split('?')[0]}` }),
  ),
});

const codeOf: Readonly<Record<number, string>> = {
  401: 'session-invalid',
  404: 'not-found',
  413: 'request-too-large',
  415: 'content-type-unknown',
};

function send(reply: FastifyReply, status: number, view: RefusalView): FastifyReply {
  refuse<number>(reply, status, view);
  return reply;
}

function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ error }, 'request failed');
  const details = { requestId: request.id };
  if (request.method === 'GET' && isBeyondSafeNumbers(error)) {
    return send(reply, 500, {
      code: 'unreadable',
      error: schemaText(
        "We can't show this: a stored number has been changed to one we can't read. Verifying the ledger shows which.",
      ),
      details,
    });
  }
  const isBusy = error.statusCode === 503;
  return send(reply, isBusy ? 503 : 500, {
    code: isBusy ? 'unavailable' : 'failed',
    error: schemaText('Something went wrong on our side. Please try again.'),
    details,
  });
}

// The command may have succeeded: a retry with the same Idempotency-Key finds out.
function sendUnavailable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ error }, 'request failed: the database is not available');
  return send(reply, 503, {
    code: 'unavailable',
    error: schemaText("We can't reach our database right now. Please try again in a few seconds."),
    details: { requestId: request.id },
  });
}

const tooMany = (request: FastifyRequest, seconds: number): RefusalView => ({
  code: 'too-many-requests',
  error: inLanguage(languageOf(request), () =>
    t('Too many requests. Please try again in {minutes, plural, one {# minute} other {# minutes}}.', {
      minutes: Math.max(1, Math.ceil(seconds / 60)),
    }),
  ),
});

/** The first problem as the sentence, all problems by field. */
function invalidRequest(problems: readonly ZodFastifySchemaValidationError[], request: FastifyRequest): RefusalView {
  const fields = problems.map((problem) => ({
    path: problem.instancePath.replace(/^\//, '').replaceAll('/', '.'),
    error: translatedFor(request, problem.message ?? 'is not valid'),
  }));
  const [first] = fields;
  return {
    code: 'request-invalid',
    error: first ? sentence(first) : schemaText('The request is not valid.'),
    details: { fields },
  };
}

// Our own sentences stand alone; those of the schema library need the name of the field.
const sentence = (field: { path: string; error: string }): string =>
  /^(Invalid (input|option|key|UUID|ISO)|Too (big|small)|Unrecognized)/.test(field.error) && field.path
    ? `${field.path}: ${field.error}`
    : field.error;

const sentenceOf = (error: FastifyError): string => {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return schemaText('The request is not valid JSON.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return schemaText('Please send application/json.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return schemaText('The request is too large.');
    default:
      return error.message || schemaText('The request is not valid.');
  }
};
