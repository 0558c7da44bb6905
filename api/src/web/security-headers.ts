import helmet from '@fastify/helmet';
import type { App } from '../http/app-type.ts';

/** Scripts, pictures and connections come from this address only, and nobody may put the product into a frame. */
export async function securityHeaders(app: App, publicUrl: string): Promise<void> {
  const { protocol, host } = new URL(publicUrl);
  const isSecure = protocol === 'https:';
  await app.register(helmet, {
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
  });
}
