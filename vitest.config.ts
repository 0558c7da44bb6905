import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const code = ['core', 'store', 'payments', 'migrations', 'api', 'worker', 'sandbox', 'launch', 'bench', 'e2e'].map(
  (name) => `${name}/src/**`,
);
// Nothing is asserted by how long a test may wait: a machine that is busy takes its time, and whoever does not need it loses none.
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } } as const;
// The same cases in every run, unless `npm run test:random` chose others.
const setupFiles = [join(import.meta.dirname, 'vitest.setup.ts')];
const outsideSources = ['**/node_modules/**', '**/dist/**', '**/.data*/**'];

export default defineConfig({
  test: {
    // The machines this runs on have two cores, and PostgreSQL and a browser want a part of them.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: code.map((folder) => `${folder}/*.test.ts`),
          exclude: [...outsideSources, '**/*.db.test.ts', '**/*.browser.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'db',
          include: code.map((folder) => `${folder}/*.db.test.ts`),
          exclude: outsideSources,
          setupFiles,
          ...patience,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          root: './web',
          environment: 'jsdom',
          // A document for each file as ever, but jsdom itself is loaded once per worker: a third of the processor time. (With
          // vmThreads a run was seen that never came to its end.)
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [
            ...setupFiles,
            ...['be-patient.ts', 'what-jsdom-lacks.ts'].map((name) =>
              join(import.meta.dirname, 'web', 'src', 'testing', name),
            ),
          ],
          css: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.browser.test.ts'],
          exclude: outsideSources,
          setupFiles,
          // Each file has a product of its own, which mostly waits: two at a time take little more than one.
          maxWorkers: 2,
          ...patience,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
