import { basename, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const code = [
  'core',
  'tlog',
  'witness',
  'signer',
  'store',
  'payments',
  'migrations',
  'api',
  'worker',
  'sandbox',
  'launch',
  'bench',
  'e2e',
].map((name) => `${name}/src/**`);
// No test asserts how long something takes, so a busy machine may take its time.
const longTimeouts = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } } as const;
// The same cases in every run, except with `npm run test:random`.
const setupFiles = [join(import.meta.dirname, 'vitest.setup.ts')];
const outsideSources = ['**/node_modules/**', '**/dist/**', '**/.data*/**'];

const projectsInOrder = ['outages', 'db', 'web', 'unit', 'browser'];
/** Processes and connections that fail, storms, long watches, and what is repeated hundreds of times: `npm run test:outages`. */
const outages = [
  ...['bad-provider', 'chaos', 'chaos-redis', 'goal-by-goal', 'kill-worker', 'killed-postgres', 'no-socket'].map(
    (name) => `e2e/src/${name}.browser.test.ts`,
  ),
  ...['several-processes', 'storm'].map((name) => `e2e/src/${name}.browser.test.ts`),
  'launch/src/database-outages.db.test.ts',
  'launch/src/previous-release.db.test.ts',
  'launch/src/restore-test.db.test.ts',
  'api/src/betting/cash-out-races.db.test.ts',
  'api/src/http/nasty-requests.db.test.ts',
  ...['deposit-races', 'provider-calls', 'resolve-deposit'].map((name) => `api/src/payments/${name}.db.test.ts`),
  'signer/src/unreadable.db.test.ts',
  'store/src/wallet/races.db.test.ts',
];
// The slowest of each project, slowest first.
const slowFiles = [
  ...['axe', 'slip', 'bets', 'deposits', 'guards-and-shell', 'wallet', 'matches', 'accounts', 'history-and-payments'],
  ...['money', 'journey', 'sessions', 'transparency'],
  ...['unreadable', 'bad-provider', 'chaos', 'goal-by-goal', 'chaos-redis', 'several-processes'],
  ...['deposit-races', 'races', 'provider-calls', 'resolve-deposit', 'attacks', 'derived-markets', 'embedded-postgres'],
  ...['doctor', 'create-signer', 'verify', 'nodes', 'staff', 'writer', 'play-to-date', 'bonus-legs', 'redis-failover'],
  ...['prepare-database', 'acceptance.property', 'deposit', 'limit-counter', 'standby-reads', 'lockout'],
  ...['nasty-requests', 'settlement.property', 'writer.property'],
  ...['my-wallet-screen', 'slip-panel', 'transactions-screen', 'profile-screen', 'slow-client', 'deploy-files'],
  ...['make-secrets', 'start-nodes'],
];

/** Slow files start first, so that a run ends with short files and no core is idle for long. */
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
    // Two cores: the third worker uses them while the others wait for PostgreSQL.
    maxWorkers: 3,
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // No file keeps state in its modules, so a worker loads them once: half of the CPU time.
          isolate: false,
          include: code.map((folder) => `${folder}/*.test.ts`),
          exclude: [...outsideSources, '**/*.db.test.ts', '**/*.browser.test.ts'],
          setupFiles,
          ...longTimeouts,
        },
      },
      {
        test: {
          name: 'db',
          isolate: false,
          include: code.map((folder) => `${folder}/*.db.test.ts`),
          exclude: [...outsideSources, ...outages],
          setupFiles,
          ...longTimeouts,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'web',
          root: './web',
          environment: 'jsdom',
          // Each file has its own document, but a worker loads jsdom once: a third of the CPU time. (With vmThreads a run once
          // did not end.)
          pool: 'vmForks',
          vmMemoryLimit: '1GB',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, join(import.meta.dirname, 'web', 'src', 'testing', 'set-up-jsdom.ts')],
          css: false,
          ...longTimeouts,
        },
      },
      {
        test: {
          name: 'browser',
          // Each file keeps a core busy with its pages and its product: a third worker makes all of them slower.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: ['e2e/src/**/*.browser.test.ts'],
          exclude: [...outsideSources, ...outages],
          setupFiles: [...setupFiles, join(import.meta.dirname, 'e2e', 'src', 'close-visitors.ts')],
          // Without the league rounds of two weeks each product polls, pushes and draws 15 matches instead of 180.
          env: { SANDBOX_DAYS_AHEAD: '0' },
          ...longTimeouts,
        },
      },
      {
        test: {
          name: 'outages',
          include: outages,
          setupFiles,
          env: { SANDBOX_DAYS_AHEAD: '0' },
          ...longTimeouts,
        },
      },
    ],
  },
});
