import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { portMessage, portProblem } from './port-holder.ts';
import { freePort } from './ports.ts';

test('names a taken port, its process and the variable to set', () => {
  expect(portMessage(4000, 'PORT', { pid: 12, command: 'node server.js' })).toBe(
    'Port 4000 is taken by process 12 (node server.js): stop it, or set PORT to a free port, for example PORT=4100.',
  );
});

test('names a taken port of another account', () => {
  expect(portMessage(4010, 'SANDBOX_PORT', undefined)).toBe(
    'Port 4010 is taken by another program: stop it, or set SANDBOX_PORT to a free port, for example SANDBOX_PORT=4110.',
  );
});

test.each(['127.0.0.1', '::'])('finds a server that listens on %s', async (host) => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const problem = await portProblem(port, 'PORT');
  await new Promise((resolve) => server.close(resolve));
  expect(problem).toContain(`Port ${port} is taken by process ${process.pid} (`);
});

test('returns nothing for a free port', async () => {
  expect(await portProblem(await freePort(), 'PORT')).toBeUndefined();
});
