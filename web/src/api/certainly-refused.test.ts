import { expect, test } from 'vitest';
import { isCertainlyRefused } from './certainly-refused.ts';
import type { ApiFailure } from './client.ts';

const answered = (status: number): ApiFailure => ({ kind: 'refused', status, view: { code: 'x', error: 'x' } });

test.each([{ kind: 'timeout' }, { kind: 'network' }, answered(500), answered(502), answered(408)] as const)(
  'no clear answer (%o) leaves it unknown',
  (failure) => expect(isCertainlyRefused(failure, 1)).toBe(false),
);
test.each([400, 409, 422])('status %i refuses every attempt under the key', (status) => {
  expect([isCertainlyRefused(answered(status), 1), isCertainlyRefused(answered(status), 3)]).toEqual([true, true]);
});
test.each([401, 403, 429])('status %i says nothing about an earlier attempt', (status) => {
  expect([isCertainlyRefused(answered(status), 1), isCertainlyRefused(answered(status), 2)]).toEqual([true, false]);
});
