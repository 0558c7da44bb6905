import { createServer } from 'node:http';

/** Records what it receives and answers as configured: the product's side of a webhook. */
export async function listenForWebhooks(answerWith: (call: number) => number) {
  const calls: { method: string; type: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      calls.push({ method: request.method ?? '', type: request.headers['content-type'] ?? '', body });
      response.writeHead(answerWith(calls.length)).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}/hook`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
