import { expect, test } from 'vitest';
import { adminDeposit, adminTransaction } from '../../payments/samples.ts';
import { nextToDecide } from './next-to-decide.ts';

const waiting = (id: string) => ({ ...adminTransaction, _id: id });
const decided = (id: string) => ({ ...adminDeposit, _id: id });

test.each([
  ['the next below that waits', [waiting('a'), decided('b'), decided('c'), waiting('d'), waiting('e')], 'd'],
  ['the nearest above when none waits below', [waiting('x'), waiting('a'), decided('b'), decided('c')], 'a'],
  ['none when nothing waits', [decided('a'), decided('b')], undefined],
  ['the first of the list when the decided row has left it', [decided('a'), waiting('c')], 'c'],
])('after a decision an admin goes on at %s', (_, rows, next) => {
  expect(nextToDecide(rows, 'b')?._id).toBe(next);
});
