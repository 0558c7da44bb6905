import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from './app-type.ts';

export type Answered = {
  readonly method: string;
  /** The pattern, such as `/bet/:id`; never the address that was asked for. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
};

/**
 * Every answer carries the id of its request, and every finished request is counted and has one line in the log: what was asked
 * by its pattern, never by its address, which may hold what is secret.
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

/** A red readiness probe warns of what this process depends on: the process itself did not fail. */
const levelOf = ({ route, status }: Pick<Answered, 'route' | 'status'>): 'info' | 'warn' | 'error' => {
  if (status < 500) return 'info';
  return route === '/readyz' ? 'warn' : 'error';
};

/**
 * The id that a caller or a proxy gave the request. It may be a lie or a repetition, so it only stands beside our own in the log,
 * and only when it has the form of an id.
 */
function callerIdOf({ headers }: FastifyRequest): { readonly callerRequestId?: string } {
  const given = headers['x-request-id'];
  const isId = typeof given === 'string' && /^[0-9A-Za-z][0-9A-Za-z-]{15,63}$/.test(given);
  return isId ? { callerRequestId: given } : {};
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none';

/** Probes come every few seconds for ever, and say something only when something is wrong. */
const isNoise = (request: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && ['/healthz', '/readyz', '/metrics'].includes(routeOf(request));
