import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

test("only one process holds a folder's lock", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-lock-'));
  const first = await lockFolder(folder);
  const second = await lockFolder(folder);
  await first?.release();
  const third = await lockFolder(folder);
  await third?.release();
  rmSync(folder, { recursive: true });
  expect([first, second, third].map((lock) => lock !== undefined)).toEqual([true, false, true]);
});
