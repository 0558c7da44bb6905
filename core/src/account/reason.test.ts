import { expect, test } from 'vitest';
import { reasonText } from '../contract/reason-text.ts';
import { isReason } from './index.ts';

test('browser and server judge a reason alike: blanks do not count, and it is neither too short nor too long', () => {
  const words = [
    '',
    '   ',
    ' \n\t ',
    'ab',
    ' ab ',
    'abc',
    '  abc  ',
    'x'.repeat(300),
    ` ${'x'.repeat(300)} `,
    'x'.repeat(301),
  ];
  const judged = [false, false, false, false, false, true, true, true, true, false];
  expect(words.map((one) => isReason(one))).toEqual(judged);
  expect(words.map((one) => reasonText.safeParse(one).success)).toEqual(judged);
});
