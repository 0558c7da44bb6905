import { expect, test } from 'vitest';
import { actTexts } from '../screens/cases/case-texts.ts';
import { knownActions } from './audit-texts.ts';

test.each(Object.keys(actTexts))('the audit log can be filtered by cases that were %s, in every language', (act) => {
  expect(knownActions).toContain(`case-${act}`);
});
