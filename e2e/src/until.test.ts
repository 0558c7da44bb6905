import { createServer } from 'node:http';
import { freePort } from '@touchline/launch/ports';
import { expect, test } from 'vitest';
import { until } from './until.ts';

const looked = (url: string) => async () => ((await fetch(url)).ok ? true : undefined);

test('retries while there is no answer or the connection is closed', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (asked === 1) request.socket.destroy();
    else if (asked === 2)
      response.writeHead(200, { 'content-length': '9' }).write('half', () => request.socket.destroy());
    else response.end('ready');
  });
  let looks = 0;
  const whole = async () => {
    looks += 1;
    if (looks === 2) await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const text = await (await fetch(url)).text();
    return text === 'ready' ? text : undefined;
  };
  try {
    expect(await until('the server', whole, { everyMs: 1 })).toBe('ready');
    expect([looks, asked]).toEqual([4, 3]);
  } finally {
    server.close();
  }
});

test('reports the last network error when nothing ever answers', async () => {
  const waiting = until('the product', looked(`http://127.0.0.1:${await freePort()}`), { withinMs: 20, everyMs: 1 });
  await expect(waiting).rejects.toThrow(
    /^Waited 0\.02 s in vain for the product\. The last call was not answered: connect ECONNREFUSED/,
  );
});

test('reports no network error when the answers never match', async () => {
  const waiting = until('the match', async () => undefined, { withinMs: 1, everyMs: 1 });
  await expect(waiting).rejects.toThrow(/^Waited 0\.001 s in vain for the match\.$/);
});

test('rejects at once on any other error', async () => {
  let looks = 0;
  const wrong = async () => {
    looks += 1;
    throw new Error('/events answered 500');
  };
  await expect(until('the match', wrong)).rejects.toThrow('/events answered 500');
  expect(looks).toBe(1);
});
