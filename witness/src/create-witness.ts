import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '@touchline/tlog/durable-file';
import { type NoteSigner, noteSigner, openNote, parseCheckpoint, parseVerifierKey } from '@touchline/tlog/note';
import { answerAddCheckpoint, type CosignedCheckpoint } from '@touchline/tlog/witness';

export type WitnessOptions = {
  /** Its key's name, such as `witness.example/w1`. */
  readonly name: string;
  /** Its key and what it cosigned; no other witness may use this folder. */
  readonly folder: string;
  /** The keys of the logs that it cosigns for, as C2SP writes them. */
  readonly logs: readonly string[];
  readonly port: number;
  readonly host?: string;
  /** Seconds since 1970. */
  readonly now?: () => number;
};

export type Witness = { readonly url: string; readonly key: string; readonly close: () => Promise<void> };

const mostBytes = 200_000;

/**
 * Starts a witness (https://c2sp.org/tlog-witness): `POST /add-checkpoint`, and `GET /<origin hash>/checkpoint` for monitors. Creates
 * its key at the first start. Rejects if the port is taken, a key is wrong, or a stored checkpoint is damaged: a witness that forgot
 * what it cosigned would cosign another history.
 */
export async function createWitness(options: WitnessOptions): Promise<Witness> {
  const { name, folder, port, host = '127.0.0.1', now = () => Math.floor(Date.now() / 1000) } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const signer = readOrCreateKey(name, join(folder, 'key.pem'));
  const logs = options.logs.map(parseVerifierKey);
  const newest = new Map<string, CosignedCheckpoint>();
  for (const log of logs) {
    const stored = readCheckpoint(fileOf(folder, log.name), signer);
    if (stored) newest.set(log.name, stored);
  }

  const answer = (body: string) => {
    // Synchronous from the comparison to the stored file, so that two requests cannot both follow the same checkpoint.
    const decided = answerAddCheckpoint(body, { signer, logs, newest: (origin) => newest.get(origin), time: now() });
    if (decided.cosigned) {
      const { origin, checkpoint } = decided.cosigned;
      writeDurably(fileOf(folder, origin), [Buffer.from(checkpoint.note, 'utf8')]);
      newest.set(origin, checkpoint);
    }
    return decided;
  };
  const monitored = (path: string): string | undefined =>
    [...newest].find(([origin]) => path === `/${hashOf(origin)}/checkpoint`)?.[1].note;

  const server = createServer((request, response) => {
    const send = (status: number, body: string, contentType = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'content-type': contentType }).end(body);
    const path = request.url ?? '';
    if (request.method === 'GET') {
      const note = path === '/' ? `${signer.key.text}\n` : monitored(path);
      return void send(note === undefined ? 404 : 200, note ?? 'This witness has no checkpoint there.\n');
    }
    if (request.method !== 'POST' || path !== '/add-checkpoint')
      return void send(404, 'There is only POST /add-checkpoint.\n');
    readBody(request)
      .then((body) => {
        if (body === undefined) return void send(413, 'The request is too long.\n');
        const { status, contentType, body: text } = answer(body);
        send(status, text, contentType);
      })
      .catch((error: unknown) => {
        process.stderr.write(`witness: ${error instanceof Error ? error.message : String(error)}\n`);
        if (!response.headersSent) send(500, 'The witness cannot store the checkpoint.\n');
      });
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: listening } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${listening}`,
    key: signer.key.text,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readOrCreateKey(name: string, file: string): NoteSigner {
  const stored = readIfPresent(file);
  if (stored) return noteSigner(name, 'cosigner', createPrivateKey(stored));
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  writeDurably(file, [Buffer.from(pem, 'utf8')]);
  return noteSigner(name, 'cosigner', privateKey);
}

/** The stored checkpoint carries this witness's own signature, which also shows that the file is whole. */
function readCheckpoint(file: string, signer: NoteSigner): CosignedCheckpoint | undefined {
  const note = readIfPresent(file)?.toString('utf8');
  if (note === undefined) return undefined;
  const opened = openNote(note, [signer.key]);
  const checkpoint = typeof opened === 'string' ? undefined : parseCheckpoint(opened.text);
  if (typeof opened === 'string' || opened.signatures.length === 0 || !checkpoint) {
    throw new Error(`${file} is not a checkpoint that ${signer.key.name} cosigned`);
  }
  return { size: checkpoint.size, root: checkpoint.root, note };
}

const hashOf = (origin: string): string => createHash('sha256').update(origin).digest('hex');
const fileOf = (folder: string, origin: string): string => join(folder, `${hashOf(origin)}.checkpoint`);
