import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import type { App } from '../http/app-type.ts';

/** Scripts, images and connections come from this address only, and the product cannot be framed. */
export async function securityHeaders(app: App, publicUrl: string): Promise<void> {
  const headers = await headersOf(optionsFor(publicUrl));
  app.addHook('onRequest', (_request, reply, done) => {
    // Set on the reply, not on the raw response: Node would check and store each header separately.
    reply.headers(headers);
    done();
  });
}

/** Helmet's headers are the same for every answer, so they are read once instead of being built each time. */
async function headersOf(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const bare = Fastify();
  bare.get('/bare', async () => '');
  const protectedApp = Fastify();
  await protectedApp.register(helmet, options);
  protectedApp.get('/bare', async () => '');
  const [without, withHelmet] = await Promise.all([bare.inject('/bare'), protectedApp.inject('/bare')]);
  await Promise.all([bare.close(), protectedApp.close()]);
  const added = Object.entries(withHelmet.headers).filter(([name]) => !(name in without.headers));
  return Object.fromEntries(added.map(([name, value]) => [name, String(value)]));
}

function optionsFor(publicUrl: string): FastifyHelmetOptions {
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
