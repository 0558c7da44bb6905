import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const code = ['core', 'store', 'payments', 'migrations', 'api', 'worker', 'sandbox', 'launch', 'bench', 'e2e'].map(
  (name) => `${name}/src/**`,
);
// Nothing is asserted by how long a test may wait: a machine that is busy takes its time, and whoever does not need it loses none.
const patience = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } } as const;
// The same cases in every run, unless `npm run test:random` chose others.
const setupFiles = [join(import.meta.dirname, 'vitest.setup.ts')];
const outsideSources = ['**/node_modules/**', '**/dist/**', '**/.data*/**'];

const projectsInOrder = ['browser', 'db', 'web', 'unit'];
// Of each project, the slowest first.
const slowFiles = [
  ...[
    'axe',
    'deposits',
    'journey',
    'history-and-payments',
    'guards-and-shell',
    'bad-provider',
    'chaos',
    'goal-by-goal',
  ],
  ...['sessions', 'accounts', 'chaos-redis', 'several-processes'],
  ...['deposit-races', 'deposit', 'provider-calls', 'resolve-deposit', 'lockout', 'embedded-postgres'],
  ...['paid-while-excluded', 'nasty-requests', 'settlement.property', 'limits', 'nodes', 'writer.property'],
  ...['profile-screen', 'my-wallet-screen', 'transactions-screen', 'slip-panel', 'slow-client', 'start-nodes'],
];

/** What takes longest begins first, so that a run ends with short files and no core is idle for long. */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankIn = (list: readonly string[], name: string): number =>
      list.includes(name) ? list.indexOf(name) : list.length;
    const nameOf = ({ moduleId }: TestSpecification) =>
      basename(moduleId).replace(/(\.db|\.browser)?\.test\.tsx?$/, '');
    // Files of one project stay together, as they share the workers that keep their modules.
    return (await super.sort(files)).toSorted(
      (a, b) =>
        rankIn(projectsInOrder, a.project.name) - rankIn(projectsInOrder, b.project.name) ||
        rankIn(slowFiles, nameOf(a)) - rankIn(slowFiles, nameOf(b)),
    );
  }
}

export default defineConfig({
  test: {
    // The machines this runs on have two cores; a third worker uses them while the others wait for a browser or PostgreSQL.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // A file keeps no state in its modules, so a worker loads them once: half of the processor time.
          isolate: false,
          include: code.map((folder) => `${folder}/*.test.ts`),
          exclude: [...outsideSources, '**/*.db.test.ts', '**/*.browser.test.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        test: {
          name: 'db',
          isolate: false,
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
            ...['long-timeouts.ts', 'jsdom-polyfills.ts'].map((name) =>
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
          ...patience,
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
