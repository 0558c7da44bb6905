import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RefusalView } from '@touchline/core/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, requestAs } from '../testing/test-app.ts';

const api = await buildTestApp();
const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => api.close());

describe('a refusal or an error', () => {
  const headers = { 'content-type': 'application/json' };
  test.each([
    ['nothing there', { method: 'GET', url: '/nowhere?x=1' }, 404, 'not-found', 'GET /nowhere does not exist.'],
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
    [
      'a text with U+0000',
      { method: 'POST', url: '/auth/login', headers, payload: '{"email":"a\\u0000"}' },
      400,
      'request-invalid',
      'The request contains a character that cannot be stored.',
    ],
    [
      'a text with half of a pair of surrogates',
      { method: 'POST', url: '/auth/login', headers, payload: '{"email":"a\\uD83Db"}' },
      400,
      'request-invalid',
      'The request contains a character that cannot be stored.',
    ],
    [
      'an address with U+0000',
      { method: 'GET', url: '/audit?action=%00' },
      400,
      'request-invalid',
      'The request contains a character that cannot be stored.',
    ],
  ] as const)('%s is answered with a code and a sentence', async (_what, asked, status, code, error) => {
    const answer = await api.app.inject(asked);
    const { details: _details, ...view } = answer.json<RefusalView>();
    expect([answer.statusCode, view]).toEqual([status, { code, error }]);
  });

  test.each([
    ['no token', { url: '/auth/me' }, 'No has iniciado sesión'],
    ['another session', { url: '/auth/me', headers: { authorization: 'Bearer x' } }, 'Vuelve a iniciar sesión.'],
    [
      'broken JSON',
      { method: 'POST', url: '/auth/login', headers: { 'content-type': 'application/json' }, payload: '{' },
      'La solicitud no es JSON válido.',
    ],
  ] as const)(
    'what is refused before its route runs is refused in the language asked for: %s',
    async (_what, asked, error) => {
      const headers = { 'accept-language': 'es-MX,en;q=0.5', ...('headers' in asked && asked.headers) };
      const answer = await api.app.inject({ ...asked, headers });
      expect(answer.json<RefusalView>().error).toBe(error);
    },
  );

  test.each([
    ['a pair of surrogates', '\\ud83d\\uDE00'],
    ['a backslash and what would be U+0000 after another', '\\\\u0000'],
    ['a backslash and what would be half of a pair', '\\\\ud800'],
  ])('a text with %s is kept like any other', async (_what, text) => {
    const payload = `{"email":"a@example.com","password":"${text} and more"}`;
    const answer = await api.app.inject({ method: 'POST', url: '/auth/login', headers, payload });
    expect(answer.json<RefusalView>().code).toBe('credentials-wrong');
  });

  test.each([
    ['no HTTP', 'Good evening!\r\n\r\n', '400', 'request-invalid', 'The request is not valid HTTP.'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
      'request-too-large',
      'The headers of the request are too large.',
    ],
  ])('%s is answered with a code and a sentence', async (_what, said, status, code, error) => {
    const line = connect(Number(new URL(address).port), '127.0.0.1');
    line.write(said);
    const [head = '', body = ''] = (await text(line)).split('\r\n\r\n');
    expect([head.split(' ')[1], JSON.parse(body)]).toEqual([status, { code, error }]);
  });

  test('a failure of ours keeps its reasons to itself and names the line of the log', async () => {
    const broken = await buildTestApp();
    await openAccount(broken, 'ada@example.com');
    const token = await logIn(broken.app, 'ada@example.com');
    await broken.store.db.destroy();
    const answer = await requestAs(broken.app, token, 'GET', '/bet/history');
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

describe('every answer', () => {
  test.each([
    ['GET', '/config'],
    ['GET', '/nowhere'],
    ['GET', '/auth/me'],
    ['OPTIONS', '/events'],
    ['TRACE', '/events'],
  ])('%s %s names its type and charset, and opens nothing to another origin', async (method, path) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
        socket.end(
          `${method} ${path} HTTP/1.1\r\nhost: a\r\norigin: https://other.example\r\nconnection: close\r\n\r\n`,
        ),
      );
      text(socket).then(resolve, reject);
    });
    const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
    expect(head).toContain('content-type: application/json; charset=utf-8');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain("frame-ancestors 'none'");
    expect(head).not.toContain('access-control-');
    expect(answer).not.toContain('other.example');
  });
});

test('attack: the next person at a browser finds a token that was tried out at /docs', async () => {
  const { body } = await api.app.inject({ url: '/docs/static/swagger-initializer.js' });
  expect(body).toMatch(/"persistAuthorization":\s*false/);
});
