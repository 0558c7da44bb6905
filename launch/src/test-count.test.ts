import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from './root.ts';
import { countTests, failuresIn, lastLine } from './test-count.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-count-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(counts: { passed: number; failed: number; pending: number }, files: readonly object[]): string {
  const path = join(folder, 'report.json');
  const body = {
    numPassedTests: counts.passed,
    numFailedTests: counts.failed,
    numPendingTests: counts.pending,
    testResults: files,
  };
  writeFileSync(path, JSON.stringify(body));
  return path;
}

test("counts passed, failed and skipped tests of vitest's report", () => {
  const path = report({ passed: 3, failed: 1, pending: 2 }, [
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ]);
  expect(countTests(path, 1, 0)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

test('counts a file that cannot be loaded as a failure', () => {
  const path = report({ passed: 3, failed: 0, pending: 0 }, [{ status: 'failed', assertionResults: [] }]);
  expect(countTests(path, 1, 0)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test('a failed run is never green, whatever its report says', () => {
  const path = report({ passed: 3, failed: 0, pending: 0 }, []);
  expect([
    countTests(path, 1, 0).failed,
    countTests(join(folder, 'none.json'), 0, 0).failed,
    countTests(path, 0, 1).failed,
  ]).toEqual([1, 1, 1]);
});

test('the last line mentions skipped tests only if there are any', () => {
  expect([lastLine({ passed: 5, failed: 0, skipped: 0 }), lastLine({ passed: 5, failed: 1, skipped: 2 })]).toEqual([
    '5 passed, 0 failed',
    '5 passed, 1 failed, 2 skipped',
  ]);
});

test('names what failed, with the first lines of each error, and files that could not be loaded', () => {
  const path = report({ passed: 1, failed: 1, pending: 0 }, [
    {
      name: join(ROOT, 'core', 'src', 'a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts', failureMessages: [`Error: 3\n${'at line\n'.repeat(100)}`] },
      ],
    },
    { name: join(ROOT, 'b.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
    { name: join(ROOT, 'c.test.ts'), status: 'passed', assertionResults: [{ status: 'passed' }] },
  ]);
  const [first = '', second, ...others] = failuresIn(path);
  expect(first.split('\n').slice(0, 3)).toEqual(['core/src/a.test.ts > subtracts', 'Error: 3', 'at line']);
  expect(first.split('\n')).toHaveLength(21);
  expect([second, others]).toEqual(['b.test.ts\nCannot find module', []]);
  expect(failuresIn(join(folder, 'none.json'))).toEqual([]);
});
