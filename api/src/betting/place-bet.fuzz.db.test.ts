import type { RefusalView } from '@touchline/core/contract';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { buildTestApp, openBettor, quote } from '../testing/test-app.ts';

const api = await buildTestApp();
const [match] = await quote(api.database, [{ name: 'Red' }]);
const { token } = await openBettor(api, 'ada@example.com', 1_000_000);
afterAll(() => api.close());

const oddity = fc.constantFrom(
  '\u0000',
  '\ud800',
  'Draw',
  'Over 2.5',
  'Red United Win',
  'NaN',
  '../../etc/passwd',
  '1e999',
);
const text = fc.oneof(oddity, fc.string({ unit: 'binary', maxLength: 30 }));
const amount = fc.oneof(fc.constantFrom(0, -0, 1e21, 5e-324, 2.1, 3.4, 10), fc.double({ noNaN: true }), fc.integer());
const leg = () =>
  fc.record({
    matchId: fc.oneof(fc.constant(match), fc.uuid(), text),
    betOutcome: fc.oneof(oddity, text),
    odds: amount,
  });
const nearlyRight = fc.record(
  {
    stake: fc.oneof(amount, fc.jsonValue()),
    matches: fc.oneof(fc.array(fc.oneof(fc.constant(null), fc.jsonValue()), { maxLength: 3 }), fc.jsonValue()),
    oddsPolicy: fc.oneof(fc.constantFrom('none', 'better', 'any'), text),
  },
  { requiredKeys: [] },
);

/** A bet answers 201 or a refusal with a message; no request makes it fail. */
async function neverFails(payload: string, key: string | undefined): Promise<void> {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/bet',
    payload,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  if (answer.statusCode === 201) return;
  expect([400, 409, 422]).toContain(answer.statusCode);
  expect(answer.json<RefusalView>()).toMatchObject({ code: expect.any(String), error: expect.stringMatching(/\S/) });
}

const keys = fc.option(fc.stringMatching(/^[\x21-\x7e]{0,20}$/), { nil: undefined });

test('accepts any bet request or refuses it with a message', async () => {
  const shapes = fc.oneof(
    fc.record({
      stake: amount,
      matches: fc.array(leg(), { maxLength: 4 }),
      oddsPolicy: fc.constantFrom('none', 'better', 'any'),
    }),
    nearlyRight,
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(shapes, keys, (body, key) => neverFails(JSON.stringify(body), key)),
    { numRuns: 400 },
  );
});

test('refuses invalid JSON with a message', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60 }), (body) => neverFails(body, undefined)),
    { numRuns: 100 },
  );
});
