import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBrowser } from './open-browser.ts';

test('starts a browser that crashes at its start once more, and then says why there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-browser-'));
  const program = join(folder, 'browser');
  const starts = join(folder, 'starts');
  try {
    await writeFile(program, `#!/bin/sh\necho start >> '${starts}'\nexit 3\n`);
    await chmod(program, 0o755);
    const refusal = await openBrowser({ env: { CHROMIUM_PATH: program } }).catch(String);
    expect(await readFile(starts, 'utf8')).toBe('start\nstart\n');
    expect(refusal).toMatch(/^Error: No browser could be opened\..*Tried:\n- CHROMIUM_PATH \S+: [^\n]+$/s);
  } finally {
    await rm(folder, { recursive: true });
  }
});
