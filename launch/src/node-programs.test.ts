import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodePrograms } from './node-programs.ts';
import { ROOT } from './root.ts';
import { runNode } from './turbo.ts';

test.each(Object.entries(nodePrograms))('%s is started from the file that npm runs', (name, file) => {
  expect(file).toBe(realpathSync(join(ROOT, 'node_modules', '.bin', name)));
});

test('a program needs neither a shell nor a path', async () => {
  expect(await runNode([nodePrograms.turbo, '--version'], { PATH: '' })).toEqual({
    ok: true,
    output: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
});
