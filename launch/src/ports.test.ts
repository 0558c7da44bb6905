import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { freePort, portProblem } from './ports.ts';

const many = 150;

/** Ports assigned to another process at the same time. */
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

test.each(['127.0.0.1', '::'])('names a port that a server on %s has taken, and the variable to set', async (host) => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const problem = await portProblem(port, 'PORT');
  await new Promise((resolve) => server.close(resolve));
  expect(problem).toBe(
    `Port ${port} is taken by another program: stop it, or set PORT to a free port, for example PORT=${port + 100}.`,
  );
});

test('reports no problem for a free port', async () => {
  expect(await portProblem(await freePort(), 'PORT')).toBeUndefined();
});
