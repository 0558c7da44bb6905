import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';

export type Answered = {
  readonly method: string;
  /** The pattern, such as `/bet/:id`, never the requested URL. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/**
 * Adds the request id to every answer, and counts and logs every finished request: by its pattern, never by its URL, which may hold
 * secrets.
 */
export function finishRequests(app: App, answered: (request: Answered) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const ended = { method, route: routeOf(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    answered({ ...ended, ms: reply.elapsedTime });
    if (!isNoise(request, reply)) {
      const userId = request.session?.userId;
      const line = { ...ended, ...callerIdOf(request), ...(userId !== undefined && { userId }) };
      request.log[levelOf(line)](line, 'answered');
    }
    done();
  });
}

/** A failing readiness probe is a warning: a dependency failed, not this process. */
const levelOf = ({ route, status }: Pick<Answered, 'route' | 'status'>): 'info' | 'warn' | 'error' => {
  if (status < 500) return 'info';
  return route === '/readyz' ? 'warn' : 'error';
};

/**
 * The request id from a caller or proxy. It may be forged or repeated, so it is only logged beside our own, and only if it has the
 * form of an id.
 */
function callerIdOf({ headers }: FastifyRequest): { readonly callerRequestId?: string } {
  const given = headers['x-request-id'];
  const isId = typeof given === 'string' && /^[0-9A-Za-z][0-9A-Za-z-]{15,63}$/.test(given);
  return isId ? { callerRequestId: given } : {};
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/** Probes run every few seconds and are logged only when they fail. */
const isNoise = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && ['/healthz', '/readyz', '/metrics'].includes(routeOf(request));
