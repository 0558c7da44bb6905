import Fastify, { type RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { answerErrors } from './answer-errors.ts';
import type { App } from './app-type.ts';

test('attack: a stranger aborts an upload to make the database look unavailable', async () => {
  const app: App = Fastify<RawServerDefault>().withTypeProvider<ZodTypeProvider>();
  answerErrors(app);
  app.post('/', async () => {
    // What Fastify makes of an upload that ends before its length.
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET', statusCode: 400 });
  });
  const answer = await app.inject({ method: 'POST', url: '/' });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'request-invalid']);
  await app.close();
});
