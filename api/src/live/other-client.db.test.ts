import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestNode, quote } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';

/** Debian's own Python, because another one on the path lacks its packages. */
const python = ['/usr/bin/python3', 'python3'].find(
  (one) => spawnSync(one, ['-c', 'import socketio, websocket'], { timeout: 60_000 }).status === 0,
);
const script = join(import.meta.dirname, 'other-client.py');
const ticks = 6;

let database: TestDatabase;
let node: Awaited<ReturnType<typeof buildTestNode>>;
let client: ChildProcessByStdio<null, Readable, Readable> | undefined;

beforeAll(async () => {
  if (!python) return;
  database = await createTestDatabase();
  node = await buildTestNode(database);
  await node.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  client?.kill('SIGKILL');
  await node?.close();
  await database?.close();
});

const title = 'a client in Python that was written from docs/live-protocol.md ends with the rows of GET /events';

test.skipIf(!python)(
  python ? title : `${title} (skipped: python3-socketio and python3-websocket are not there)`,
  async () => {
    if (!python) return;
    let round = 0;
    const move = async () => {
      round += 1;
      const names = ['Red', 'Blue', 'Green'];
      await quote(
        database,
        names.map((name, at) => ({ name, home: (2 + ((round + at) % 9) / 10).toFixed(1) })),
      );
    };
    await move();
    const { port } = node.app.server.address() as AddressInfo;
    const running = spawn(python, [script, `http://127.0.0.1:${port}`, String(ticks)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    client = running;
    let output = '';
    let complaints = '';
    let code: number | null | undefined;
    running.stdout.on('data', (bytes) => (output += bytes));
    running.stderr.on('data', (bytes) => (complaints += bytes));
    running.on('close', (how) => (code = how));

    await until(async () => {
      if (output.includes('joined') && !output.includes('enough')) await move();
      return code !== undefined;
    }, 90_000);
    expect([code, complaints]).toEqual([0, '']);
    const found = JSON.parse(output.slice(output.indexOf('{')));
    expect(found).toEqual({ rows: found.rows, taken: found.taken, dropped: true, same: true });
    expect(Object.keys(found.rows)).toHaveLength(3);
    expect(found.taken).toBeGreaterThanOrEqual(ticks);
    // It joined once, and once more after its connection was cut.
    expect(output.split('joined').length - 1).toBeGreaterThanOrEqual(2);
  },
  120_000,
);
