import type { RefusalView } from '@touchline/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, type TestApp } from '../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api.close());

describe('what is not a success', () => {
  const headers = { 'content-type': 'application/json' };
  test.each([
    ['nothing there', { method: 'GET', url: '/nowhere?x=1' }, 404, 'not-found', 'There is nothing at GET /nowhere.'],
    [
      'broken JSON',
      { method: 'POST', url: '/auth/login', headers, payload: '{"email"' },
      400,
      'request-invalid',
      'The request is not valid JSON.',
    ],
    [
      'no JSON at all',
      { method: 'POST', url: '/auth/login', headers: { 'content-type': 'text/plain' }, payload: 'x' },
      415,
      'content-type-unknown',
      'Please send application/json.',
    ],
    [
      'too much',
      { method: 'POST', url: '/auth/login', headers, payload: `"${'x'.repeat(70_000)}"` },
      413,
      'request-too-large',
      'The request is too large.',
    ],
    [
      'a missing field',
      { method: 'GET', url: '/auth/verify' },
      400,
      'request-invalid',
      'token: Invalid input: expected string, received undefined',
    ],
  ] as const)('%s is answered with a code and a sentence', async (_what, asked, status, code, error) => {
    const answer = await api.app.inject(asked);
    const { details: _details, ...view } = answer.json<RefusalView>();
    expect([answer.statusCode, view]).toEqual([status, { code, error }]);
  });

  test('a failure of ours keeps its reasons to itself and names the line of the log', async () => {
    const broken = await buildTestApp();
    await openAccount(broken, 'ada@example.com');
    const headers = { authorization: `Bearer ${await logIn(broken.app, 'ada@example.com')}` };
    await broken.database.db.destroy();
    const answer = await broken.app.inject({ method: 'GET', url: '/bet/history', headers });
    const view = answer.json<RefusalView>();
    expect([answer.statusCode, view]).toEqual([
      500,
      {
        code: 'failed',
        error: 'Something went wrong on our side. Please try again.',
        details: { requestId: view.details?.['requestId'] },
      },
    ]);
    expect(view.details?.['requestId']).toMatch(/^[0-9a-f-]{36}$/);
    await broken.close();
  });
});
