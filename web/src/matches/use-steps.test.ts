import { expect, test } from 'vitest';
import { nextStep } from './use-steps.ts';

const ids = Array.from({ length: 30 }, (_, index) => `m${index}`);

test('a long list begins with its top, a screen and a little more', () =>
  expect(nextStep(ids, new Set())).toEqual(ids.slice(0, 12)));
test('each step adds as many again', () => expect(nextStep(ids, new Set(ids.slice(0, 12)))).toEqual(ids.slice(0, 24)));
test('what was drawn before does not count', () => expect(nextStep(ids, new Set(ids.slice(0, 20)))).toEqual(ids));
test('a short list comes whole', () => expect(nextStep(ids.slice(0, 5), new Set())).toEqual(ids.slice(0, 5)));
