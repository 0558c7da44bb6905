import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export type TestCount = { readonly passed: number; readonly failed: number; readonly skipped: number };

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/**
 * Counts results from vitest's report. Failures without a failed test count too: a file that cannot be loaded is one failure, and a
 * run that failed for any other reason, or left no report, is at least one. `failedBefore` are failures outside vitest.
 */
export function countTests(reportFile: string, exitCode: number, failedBefore: number): TestCount {
  const report = readReport(reportFile);
  if (report === undefined) return { passed: 0, failed: 1 + failedBefore, skipped: 0 };
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return {
    passed: report.numPassedTests,
    failed: failedBefore + (failed === 0 && exitCode !== 0 ? 1 : failed),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The summary line that CI parses. */
export function lastLine(count: TestCount): string {
  const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
  return `${count.passed} passed, ${count.failed} failed${skipped}`;
}

function readReport(file: string): z.infer<typeof Report> | undefined {
  if (!existsSync(file)) return undefined;
  const parsed = Report.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  return parsed.success ? parsed.data : undefined;
}
