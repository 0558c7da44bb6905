import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Signer } from './create-signer.ts';

export type ProofServer = { readonly url: string; readonly close: () => Promise<void> };

/**
 * Serves `GET /healthz`, and `GET /proofs/<wallet id>` to the api, which knows the token and who may see which wallet.
 * Rejects if the port is taken.
 */
export async function serveProofs(
  prove: Signer['prove'],
  { port, host, token }: { readonly port: number; readonly host: string; readonly token: string },
): Promise<ProofServer> {
  const expected = Buffer.from(`Bearer ${token}`, 'utf8');
  const server = createServer({ requestTimeout: 5_000 }, (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
    const path = request.url ?? '';
    if (request.method !== 'GET') return void send(405, { error: 'Only GET is allowed.' });
    if (path === '/healthz') return void send(200, { status: 'ok' });
    const [, walletId] = /^\/proofs\/([0-9a-f-]{36})$/.exec(path) ?? [];
    const given = Buffer.from(request.headers.authorization ?? '', 'utf8');
    const isAllowed = given.length === expected.length && timingSafeEqual(given, expected);
    if (walletId === undefined || !isAllowed) return void send(404, { error: 'Not found.' });
    const proof = prove(walletId);
    if (!proof) return void send(404, { error: 'No seal has this wallet yet.' });
    send(200, {
      ...proof,
      salt: proof.salt.toString('base64'),
      path: proof.path.map(({ hash, sum }) => ({ hash: hash.toString('base64'), sum })),
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${listening}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
