import fastifyCookie from '@fastify/cookie';
import fastifyJwt from '@fastify/jwt';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Instant } from '@touchline/core/instant';
import type { Db } from '@touchline/store/connect';
import Fastify, {
  type FastifyBaseLogger,
  type FastifySchemaCompiler,
  type FastifySerializerCompiler,
  LogController,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify';
import {
  jsonSchemaTransform,
  ResponseSerializationError,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiEnv } from '../env.ts';
import { securityHeaders } from '../web/security-headers.ts';
import { answerErrors } from './answer-errors.ts';
import { answerBadAddress, answerNoRequest } from './answer-no-request.ts';
import type { App } from './app-type.ts';
import { clientNetwork } from './client-network.ts';
import { type Answered, finishRequests } from './finish-requests.ts';
import { createLimitCounter } from './limit-counter.ts';
import { parseJsonOnly, refuseUnstorable } from './parse-json.ts';
import { addressedTo } from './sessions.ts';
import type { TrustsProxy } from './trusted-proxies.ts';

export type ServerOptions = {
  readonly env: Pick<ApiEnv, 'jwtSecret' | 'publicUrl' | 'redisUrl' | 'tokenMinutes' | 'trustProxy'>;
  readonly db: Db;
  readonly logger: FastifyBaseLogger;
  /** Whether an address is a trusted proxy. */
  readonly trusts: TrustsProxy;
  readonly now: () => Instant;
  readonly onError: (error: unknown) => void;
  /** Called for each answered request. */
  readonly onAnswer: (request: Answered) => void;
  /** From when on connections are closed after their response, so that a proxy opens the next one to another node. */
  readonly draining: AbortSignal;
  /** Called for each route as it is added. */
  readonly onRoute?: ((route: RouteOptions) => void) | undefined;
};

/** Creates the HTTP server without routes: limits, parsers, headers, tokens and error handling. */
export async function createServer(options: ServerOptions): Promise<App> {
  const { env, db, logger, trusts, now, onError, onAnswer, onRoute, draining } = options;
  const app: App = Fastify<RawServerDefault>({
    loggerInstance: logger,
    trustProxy: env.trustProxy === undefined ? false : trusts,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    frameworkErrors: (_error, request, reply) => answerBadAddress(reply.hijack().raw, request.url),
    clientErrorHandler: answerNoRequest,
    bodyLimit: 64 * 1_024,
    requestTimeout: 20_000,
    // Requests are finished; a connection that waits for its next one is closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Never taken from the caller: it becomes the cause of ledger events and names an action in the audit log.
    genReqId: () => crypto.randomUUID(),
    requestIdHeader: false,
    // All schemas are Zod's, so Ajv and its companions need not be loaded.
    schemaController: { compilersFactory: { buildValidator: refuseOtherSchemas, buildSerializer: refuseOtherSchemas } },
  }).withTypeProvider<ZodTypeProvider>();
  if (onRoute) app.addHook('onRoute', onRoute);
  finishRequests(app, onAnswer);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.aborted) reply.header('connection', 'close');
    done();
  });
  parseJsonOnly(app);
  app.setValidatorCompiler(readCompiled);
  app.setSerializerCompiler(writeCompiled);
  answerErrors(app);
  app.decorateRequest('session', null);
  securityHeaders(app, env.publicUrl);
  await app.register(fastifyJwt, {
    secret: env.jwtSecret,
    sign: { algorithm: 'HS256', expiresIn: `${Math.round(env.tokenMinutes * 60)}s`, ...addressedTo },
    verify: {
      algorithms: ['HS256'],
      allowedIss: addressedTo.iss,
      allowedAud: addressedTo.aud,
      requiredClaims: ['iss', 'aud'],
    },
  });
  await app.register(fastifyCookie);
  refuseUnstorable(app);
  const limitCounter = await createLimitCounter({ db, redisUrl: env.redisUrl, now, onError });
  app.addHook('onReady', () => limitCounter.ready());
  app.addHook('onClose', async () => limitCounter.close());
  await app.register(rateLimit, {
    global: false,
    store: limitCounter.store,
    skipOnError: true,
    keyGenerator: (request) => clientNetwork(request.ip),
  });
  await describeApi(app, env.publicUrl);
  return app;
}

/** Compiles a schema when it is first used. Those of the contract, written with `zod/mini`, would be interpreted otherwise. */
function compiledLater(schema: z.ZodType): () => z.ZodType {
  let compiled: z.ZodType | undefined;
  return () => {
    compiled ??= z.compile(schema);
    return compiled;
  };
}

const readCompiled: FastifySchemaCompiler<z.ZodType> = ({ schema, ...of }) => {
  const compiled = compiledLater(schema);
  return (data) => validatorCompiler({ ...of, schema: compiled() })(data);
};

/** Writes an answer with the members of its schema. Answers are read, not encoded, which is the same: none transforms anything. */
const writeCompiled: FastifySerializerCompiler<z.ZodType> = ({ schema, method, url }) => {
  const compiled = compiledLater(schema);
  return (data) => {
    const answer = compiled().safeParse(data);
    if (!answer.success) throw new ResponseSerializationError(method, url, { cause: answer.error });
    return JSON.stringify(answer.data);
  };
};

function refuseOtherSchemas(): never {
  throw new Error('Schemas are Zod’s, and their compilers are set for the whole server.');
}

/** Every route with its schemas, as a page at /docs and as JSON at /docs/json. Registered before the routes. */
async function describeApi(app: App, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Touchline',
        version: '1',
        description:
          'Football betting with live odds. Money is in dollars. Every answer that is not a success is a code, a sentence and the data to show. Live facts come over Socket.IO at the same address.',
      },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // A token that is tried out here must not stay in the browser: this page is public and so may be the machine.
    uiConfig: { persistAuthorization: false },
  });
}
