import { defineConfig } from 'vitest/config';

const code = ['core', 'store', 'payments', 'migrations', 'api', 'worker', 'sandbox', 'launch', 'bench', 'e2e'].map(
  (name) => `${name}/src/**`,
);
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
        },
      },
      {
        test: {
          name: 'db',
          include: code.map((folder) => `${folder}/*.db.test.ts`),
          exclude: outsideSources,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          root: './web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          css: false,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/src/**/*.browser.test.ts'],
          exclude: outsideSources,
          // Each file has a product of its own, which mostly waits: two at a time take little more than one.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
