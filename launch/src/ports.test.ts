import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort } from './ports.ts';

const many = 150;

/** What another process is given while this one asks as well. */
async function askedElsewhere(): Promise<readonly number[]> {
  const program = `
    import { freePort } from ${JSON.stringify(join(import.meta.dirname, 'ports.ts'))};
    console.log(JSON.stringify(await Promise.all(Array.from({ length: ${many} }, () => freePort()))));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  return JSON.parse(stdout) as readonly number[];
}

test('products that start side by side are given ports of their own, though nobody listens on them yet', async () => {
  const here = Promise.all(Array.from({ length: many }, () => freePort()));
  const given = (await Promise.all([here, askedElsewhere(), askedElsewhere()])).flat();
  expect(given).toHaveLength(3 * many);
  expect(new Set(given).size).toBe(given.length);
});

test('who stopped gets the port back that it had', async () => {
  const port = await freePort();
  expect(await freePort(port)).toBe(port);
});
