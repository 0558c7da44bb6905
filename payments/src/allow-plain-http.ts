import type { MollieClient } from '@mollie/api-client';

/**
 * Lets the client connect to a sandbox without TLS. The client (4.6.0) always sets an https agent, which refuses http:// URLs; this
 * removes it. Throws when the client's internals have changed.
 */
export function allowPlainHttp(mollie: MollieClient): void {
  const network: unknown = Reflect.get(Object(Reflect.get(Object(mollie.payments), 'networkClient')), 'networkClient');
  const request: unknown = Reflect.get(Object(network), 'request');
  if (typeof network !== 'object' || network === null || typeof request !== 'function') {
    throw new Error('the Mollie client has changed: http:// can no longer be allowed in this way');
  }
  Reflect.set(network, 'request', (path: string, options?: object) =>
    request.call(network, path, { ...options, agent: undefined }),
  );
}
