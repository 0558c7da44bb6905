import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';
import type { App } from '../http/app-type.ts';

/** Scripts, pictures and connections come from this address only, and nobody may put the product into a frame. */
export async function securityHeaders(app: App, publicUrl: string): Promise<void> {
  const headers = await headersOf(optionsFor(publicUrl));
  app.addHook('onRequest', (_request, reply, done) => {
    // Not into the raw answer: Node would check and keep each header by itself before it writes any.
    reply.headers(headers);
    done();
  });
}

/** What helmet sets is the same for every answer of ours, so it is asked once instead of building its policy each time. */
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
