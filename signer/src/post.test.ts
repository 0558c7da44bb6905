import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { causeOf, post } from './post.ts';

async function postTo(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await post(`http://127.0.0.1:${port}/`, 'question', { withinMs: 20_000, mostBytes: 10 });
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('an answer arrives with its status, and one that is too long without its body', async () => {
  const reply = await postTo((request, response) => {
    request.on('data', (question) => response.writeHead(409).end(`${question}!!`));
  });
  expect(reply).toEqual({ status: 409, body: Buffer.from('question!!') });
  expect(await postTo((_, response) => response.end('x'.repeat(11)))).toEqual({ status: 200, body: undefined });
});

test('an answer that breaks off rejects', async () => {
  const broken = postTo((_, response) => {
    response.writeHead(200, { 'content-length': '10' });
    response.write('half', () => response.destroy());
  });
  expect(await broken.catch(causeOf)).toBe('aborted');
});

test('the cause of a refused connection is named', async () => {
  const refused = post('http://127.0.0.1:9/', '', { withinMs: 20_000, mostBytes: 10 });
  expect(await refused.catch(causeOf)).toContain('ECONNREFUSED');
});
