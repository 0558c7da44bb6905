import { join } from 'node:path';
import { expect, test } from 'vitest';
import { feedNotice, readOptions, replayFolder, sandboxArguments } from './start-options.ts';

const here = import.meta.dirname;
const season = join(here, 'start-options.ts');

test('continues the demo by default', () => {
  expect(readOptions([], here)).toEqual({
    ok: true,
    value: { beginning: 'continue', replay: undefined, processes: { apis: 1, workers: 1 } },
  });
});

test("resolves a replay file from the caller's folder", () => {
  const answer = readOptions(
    ['--fresh', '--replay', 'start-options.ts', '--from', '2025-05-10', '--speed', '3600', '--lead=5'],
    here,
  );
  expect(answer).toEqual({
    ok: true,
    value: {
      beginning: 'fresh',
      replay: { files: [season], from: '2025-05-10', speed: 3600, leadSeconds: 5 },
      processes: { apis: 1, workers: 1 },
    },
  });
});

test('reports all invalid options at once', () => {
  const answer = readOptions(['--replay', 'gone.csv', '--from', '2025-02-30', '--speed', '0', '--lead', 'soon'], here);
  expect(answer).toEqual({
    ok: false,
    problems: [
      `--replay: there is no file ${join(here, 'gone.csv')}`,
      '--from: must be a day such as 2025-05-10',
      '--speed: must be a number above 0',
      '--lead: must be a number of seconds',
    ],
  });
});

test('starts several processes on request, up to a limit', () => {
  expect(readOptions(['--api', '3', '--worker=2'], here)).toEqual({
    ok: true,
    value: { beginning: 'continue', replay: undefined, processes: { apis: 3, workers: 2 } },
  });
  expect(readOptions(['--api', '0', '--worker', 'many'], here)).toEqual({
    ok: false,
    problems: ['--api: must be 1 to 16', '--worker: must be 1 to 16'],
  });
});

test('refuses replay options without a replay', () => {
  expect(readOptions(['--speed', '60'], here)).toEqual({
    ok: false,
    problems: ['--from, --speed and --lead belong to --replay FILE.csv'],
  });
});

test('refuses an unknown option', () => {
  expect(readOptions(['--frehs'], here).ok).toBe(false);
});

const replay = { files: ['/seasons/E0_2425.csv'], from: '2025-05-10', speed: 3600, leadSeconds: undefined };

test('each replay has its own folder', () => {
  expect(replayFolder(replay)).toBe(replayFolder({ ...replay }));
  expect(replayFolder(replay)).not.toBe(replayFolder({ ...replay, speed: 60 }));
  expect(replayFolder(replay)).toMatch(/^replay-E0_2425-[0-9a-f]{8}$/);
});

test('passes the whole replay to the sandbox', () => {
  expect(sandboxArguments({ ...replay, leadSeconds: 0 })).toEqual([
    '--replay',
    '/seasons/E0_2425.csv',
    '--from',
    '2025-05-10',
    '--speed',
    '3600',
    '--lead',
    '0',
  ]);
});

test('the notice describes the calendar', () => {
  expect([feedNotice(undefined), feedNotice(replay), feedNotice({ ...replay, from: undefined, speed: 1 })]).toEqual([
    'Demo calendar: matches run about twelve times faster than real time.',
    'Replay of a past season: E0_2425.csv from 2025-05-10, 3600 times faster than real time.',
    'Replay of a past season: E0_2425.csv, in real time.',
  ]);
});
