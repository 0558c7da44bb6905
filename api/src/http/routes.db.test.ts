import type { Role } from '@touchline/core/account';
import type { RefusalView } from '@touchline/core/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, logIn, openAccount, type TestApp } from '../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await buildTestApp();
});
afterAll(() => api.close());

/** What a guest may ask for (spec §6). Every other route is for logged-in users, also one that is added later. */
const openRoutes = [
  'GET /auth/verify',
  'GET /config',
  'GET /events',
  'GET /events/leagues',
  'GET /healthz',
  'GET /ledger/public-key',
  'GET /readyz',
  'POST /auth/forgot-password',
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/refresh',
  'POST /auth/register',
  'POST /auth/resend-verification',
  'POST /auth/reset-password',
  'POST /support',
];
const rolesOf: Readonly<Record<string, readonly Role[]>> = {
  'DELETE /auth/sessions/{id}': ['bettor', 'admin', 'auditor'],
  'GET /audit': ['admin', 'auditor'],
  'GET /auth/download': ['bettor', 'admin', 'auditor'],
  'GET /auth/me': ['bettor', 'admin', 'auditor'],
  'GET /auth/sessions': ['bettor', 'admin', 'auditor'],
  'GET /auth/settings': ['bettor', 'admin', 'auditor'],
  'PATCH /auth/me': ['bettor', 'admin', 'auditor'],
  'PATCH /auth/settings': ['bettor', 'admin', 'auditor'],
  'POST /auth/change-password': ['bettor', 'admin', 'auditor'],
  'POST /auth/sessions/end-all': ['bettor', 'admin', 'auditor'],
  'POST /auth/totp/confirm': ['admin'],
  'POST /auth/totp/disable': ['admin'],
  'POST /auth/totp/enrol': ['admin'],
  'GET /bet/history': ['bettor', 'admin', 'auditor'],
  'GET /bet/{id}': ['bettor', 'admin', 'auditor'],
  'GET /bet/{id}/timeline': ['bettor', 'admin', 'auditor'],
  'GET /ledger/access-log': ['auditor'],
  'GET /ledger/events': ['bettor', 'auditor'],
  'GET /ledger/export': ['auditor'],
  'GET /ledger/proof/{walletId}': ['bettor', 'auditor'],
  'GET /ledger/trial-balance': ['auditor'],
  'GET /ledger/verifications': ['auditor'],
  'GET /ledger/verifications/{id}': ['auditor'],
  'GET /ledger/wallets': ['auditor'],
  'GET /ledger/wallets/{id}': ['bettor', 'auditor'],
  'POST /bet': ['bettor'],
  'POST /ledger/verifications': ['auditor'],
};

type Method = (typeof methods)[number];
const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;

type Described = {
  readonly name: string;
  readonly method: Method;
  readonly url: string;
  readonly needsToken: boolean;
};

function described(): readonly Described[] {
  const { paths = {} } = api.app.swagger();
  return Object.entries(paths).flatMap(([path, routes]) =>
    Object.entries(routes ?? {}).map(([verb, route]) => ({
      name: `${verb.toUpperCase()} ${path}`,
      method: methodOf(verb),
      url: path.replace(/\{\w+\}/, crypto.randomUUID()),
      needsToken: typeof route === 'object' && route !== null && 'security' in route && route.security !== undefined,
    })),
  );
}

function methodOf(verb: string): Method {
  const method = methods.find((one) => one === verb.toUpperCase());
  if (!method) throw new Error(`no test knows how to call ${verb}`);
  return method;
}

test('every route is either open to guests or has its roles named', () => {
  const names = described().map((route) => route.name);
  expect(names.toSorted()).toEqual([...openRoutes, ...Object.keys(rolesOf)].toSorted());
});

describe('who may call what', () => {
  test('every route that is not open refuses a call without a token, and says so in its description', async () => {
    const closed = described().filter((route) => !openRoutes.includes(route.name));
    expect(closed.length).toBeGreaterThan(0);
    for (const { name, method, url, needsToken } of closed) {
      const answer = await api.app.inject({ method, url });
      expect([name, answer.statusCode, answer.json<RefusalView>().code]).toEqual([name, 401, 'no-token']);
      expect([name, needsToken]).toEqual([name, true]);
    }
  });

  test.each<Role>(['bettor', 'admin', 'auditor'])(
    'a %s is refused what is not theirs before anything is read',
    async (role) => {
      const email = `${role}@example.com`;
      await openAccount(api, email, role);
      const headers = { authorization: `Bearer ${await logIn(api.app, email)}` };
      for (const { name, method, url } of described()) {
        const allowed = rolesOf[name];
        if (!allowed) continue;
        const { statusCode } = await api.app.inject({ method, url, headers });
        expect([name, statusCode === 403]).toEqual([name, !allowed.includes(role)]);
        expect([name, statusCode === 401]).toEqual([name, false]);
      }
    },
  );
});

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
