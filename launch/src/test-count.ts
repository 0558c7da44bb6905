import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { ROOT } from './root.ts';

export type TestCount = { readonly passed: number; readonly failed: number; readonly skipped: number };

const SHOWN_LINES = 20;
const SHOWN_CHARACTERS = 2_000;

const Report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int().default(0),
  testResults: z.array(
    z.object({
      name: z.string().default(''),
      message: z.string().default(''),
      status: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string().default(''),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
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

/** For each failed test, and each file that could not be loaded, its name and the first lines of each of its errors. */
export function failuresIn(reportFile: string): readonly string[] {
  const { testResults: files = [] } = readReport(reportFile) ?? {};
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}\n${firstLines(message)}`];
      return failed.map(({ fullName, failureMessages }) =>
        [`${file} > ${fullName}`, ...(failureMessages ?? []).map(firstLines)].join('\n'),
      );
    });
}

const firstLines = (text: string): string =>
  text.split('\n').slice(0, SHOWN_LINES).join('\n').slice(0, SHOWN_CHARACTERS);

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
