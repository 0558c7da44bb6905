import { expect, test } from 'vitest';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { nextToDecide } from './transaction-rows.tsx';

const waiting = (id: string) => ({ ...adminTransaction, _id: id });
const decided = (id: string) => ({ ...adminDeposit, _id: id });

test.each([
  ['the next pending row below', [waiting('a'), decided('b'), decided('c'), waiting('d'), waiting('e')], 'd'],
  [
    'the nearest pending row above if there is none below',
    [waiting('x'), waiting('a'), decided('b'), decided('c')],
    'a',
  ],
  ['none if nothing is pending', [decided('a'), decided('b')], undefined],
  ['the first row if the decided row is gone from the list', [decided('a'), waiting('c')], 'c'],
])('after a decision, moves the focus to %s', (_, rows, next) => {
  expect(nextToDecide(rows, 'b')?._id).toBe(next);
});
