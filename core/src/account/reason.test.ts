import { expect, test } from 'vitest';
import { marketReasonText, reasonText } from '../contract/reason-text.ts';
import { isReason, marketReasonLength } from './index.ts';

test('browser and server check the length of a reason alike, without surrounding blanks', () => {
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

test('actions on matches require and allow longer reasons', () => {
  const words = ['', '     ', ' four ', ' fives ', 'x'.repeat(500), 'x'.repeat(501)];
  const judged = [false, false, false, true, true, false];
  expect(words.map((one) => isReason(one, marketReasonLength))).toEqual(judged);
  expect(words.map((one) => marketReasonText.safeParse(one).success)).toEqual(judged);
});
