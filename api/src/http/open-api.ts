import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './app-type.ts';

/** Every route with its schemas, as a page at /docs and as JSON at /docs/json. Registered before the routes. */
export async function describeApi(app: App, publicUrl: string): Promise<void> {
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
