import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { App } from '../http/app-type.ts';

/** Scripts, images and connections come from this address only, and the product cannot be framed. */
export function securityHeaders(app: App, publicUrl: string): void {
  const headers = headersOf(optionsFor(publicUrl));
  app.addHook('onRequest', (_request, reply, done) => {
    // Set on the reply, not on the raw response: Node would check and store each header separately.
    reply.headers(headers);
    done();
  });
}

/** Helmet's headers are the same for every answer, so they are read once instead of being built each time. */
function headersOf(options: HelmetOptions): Readonly<Record<string, string>> {
  // An import of `node:http` would load Node's HTTP client, which an api may never need.
  const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, (error) => {
    if (error) throw error;
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function optionsFor(publicUrl: string): HelmetOptions {
  const { protocol, host } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  return {
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The toasts write their style sheet into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        // 'self' covers the socket in today's browsers; Safari before 15.4 needs it by name.
        connectSrc: ["'self'", `${isSecure ? 'wss' : 'ws'}://${host}`],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
  };
}
