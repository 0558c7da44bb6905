import { expect, test } from 'vitest';
import { cents } from '../money/index.ts';
import { needsSecondAdmin } from './four-eyes.ts';

test.each([
  ['the limit alone', { pays: 1_000 }, 0, false],
  ['a cent more', { pays: 1_001 }, 0, true],
  ['both directions together', { pays: 600, takesBack: 401 }, 0, true],
  ['a promise taken away', { pays: 500, promised: -501 }, 0, true],
  ['the rest of the limit', { pays: 400 }, 600, false],
  ['a cent more than the rest', { pays: 401 }, 600, true],
  ['nothing, by who has used up the limit', {}, 1_500, false],
])('who moves %s with a limit of ten dollars: %o after %i cents', (_what, moves, alone, isNeeded) => {
  const amounts = { pays: 0, takesBack: 0, promised: 0, ...moves };
  const run = { pays: cents(amounts.pays), takesBack: cents(amounts.takesBack), promised: cents(amounts.promised) };
  expect(needsSecondAdmin(run, { limit: cents(1_000), alone: cents(alone) })).toBe(isNeeded);
});
