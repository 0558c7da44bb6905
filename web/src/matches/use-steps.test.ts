import { expect, test } from 'vitest';
import { nextStep } from './use-steps.ts';

const ids = Array.from({ length: 30 }, (_, index) => `m${index}`);

test('a long list starts with its first twelve', () => expect(nextStep(ids, new Set())).toEqual(ids.slice(0, 12)));
test('each step adds twelve', () => expect(nextStep(ids, new Set(ids.slice(0, 12)))).toEqual(ids.slice(0, 24)));
test('ids that were rendered before do not count', () => expect(nextStep(ids, new Set(ids.slice(0, 20)))).toEqual(ids));
test('a short list renders at once', () => expect(nextStep(ids.slice(0, 5), new Set())).toEqual(ids.slice(0, 5)));
