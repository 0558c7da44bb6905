import type { MollieClient } from '@mollie/api-client';

/**
 * Lets the client speak to a stand-in without TLS. It always brings an agent of its own that can do nothing else (4.6.0), so every
 * request through it to an http:// address is refused before it is sent; without that agent the address decides. Throws when the
 * client is built differently.
 */
export function speakPlainHttp(mollie: MollieClient): void {
  const network: unknown = Reflect.get(Object(Reflect.get(Object(mollie.payments), 'networkClient')), 'networkClient');
  const request: unknown = Reflect.get(Object(network), 'request');
  if (typeof network !== 'object' || network === null || typeof request !== 'function') {
    throw new Error('the Mollie client has changed: it cannot be taught to speak http:// in this way any more');
  }
  Reflect.set(network, 'request', (path: string, options?: object) =>
    request.call(network, path, { ...options, agent: undefined }),
  );
}
