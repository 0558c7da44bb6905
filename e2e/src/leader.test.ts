import { expect, test } from 'vitest';
import { isLeading } from './leader.ts';

const started = '--- worker-1 starts at 2026-11-20T12:00:00.000Z';
const leads = '{"level":"info","time":"2026-11-20T12:00:01.000Z","msg":"this worker leads"}';
const lost = '{"level":"info","time":"2026-11-20T12:00:02.000Z","msg":"this worker no longer leads"}';

test.each([
  ['a worker that leads', [started, leads, '{"msg":"odds read"}'], true],
  ['a worker that leads again', [started, leads, lost, leads], true],
  ['a worker that has lost the lead', [started, leads, lost], false],
  ['a worker that was started again since', [started, leads, started], false],
  ['a worker that never led', [started], false],
])('tells from its log whether %s is the leader', (_, lines, isLeader) => {
  expect(isLeading(lines.join('\n'))).toBe(isLeader);
});
