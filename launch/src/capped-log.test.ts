import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openCappedLog } from './capped-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchline-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a full log replaces the previous one', () => {
  const path = join(folder, 'api.log');
  const log = openCappedLog(path, 20);
  for (const line of ['first....', 'second...', 'third....', 'fourth...', 'fifth....']) log.write(`${line}\n`);
  log.close();
  expect(readdirSync(folder).sort()).toEqual(['api.log', 'api.log.1']);
  expect([readFileSync(`${path}.1`, 'utf8'), readFileSync(path, 'utf8')]).toEqual([
    'third....\nfourth...\n',
    'fifth....\n',
  ]);
});

test('returns the last lines across a rotation', () => {
  const log = openCappedLog(join(folder, 'worker.log'), 16);
  for (const line of ['one', 'two', 'three', 'four']) log.write(`${line}\n`);
  const last = log.lastLines(3);
  log.close();
  expect(last).toBe('two\nthree\nfour');
});
