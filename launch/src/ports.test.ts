import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

const many = 150;

/** The port assigned to another process at the same time. */
async function askedElsewhere(): Promise<readonly number[]> {
  const program = `
    import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'ports.ts'))};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: ${many} }, () => freePort()))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as readonly number[];
}

test('assigns different ports to products that start in parallel', async () => {
  const here = Promise.all(Array.from({ length: many }, () => freePort()));
  const given = (await Promise.all([here, askedElsewhere(), askedElsewhere()])).flat();
  expect(given).toHaveLength(3 * many);
  expect(new Set(given).size).toBe(given.length);
});

test('returns the previous port after a stop', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
});
