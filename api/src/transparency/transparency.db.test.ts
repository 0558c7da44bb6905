import { spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReceiptView, TransparencyView } from '@touchline/core/contract';
import { createSigner } from '@touchline/signer/create';
import { serveProofs } from '@touchline/signer/serve';
import { connect } from '@touchline/store/connect';
import { createTestDatabase } from '@touchline/store/testing';
import { saveTimeStamp, saveTimeStampProblem, saveWitnessReport } from '@touchline/store/transparency';
import { cosign, noteSigner, openNote, parseCheckpoint, parseVerifierKey } from '@touchline/tlog/note';
import { rootFromSums, sumLeaf } from '@touchline/tlog/sum-tree';
import { growTree } from '@touchline/tlog/tiles';
import { hashLeaf, isConsistent, rootFromInclusion } from '@touchline/tlog/tree';
import { afterAll, expect, test } from 'vitest';
import { buildTestNode, creditDollars, logIn, openAccount, requestAs } from '../testing/test-app.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = noteSigner('touchline.test/ledger', 'log', privateKey);
const witness = noteSigner('witness.test/w1', 'cosigner', generateKeyPairSync('ed25519').privateKey);
const token = 'the token of the signer';

const database = await createTestDatabase();
const signing = connect(database.urlAs('touchline_signer'));
const folder = mkdtempSync(join(tmpdir(), 'touchline-log-'));
const signer = createSigner({ pool: signing.pool, folder, key, master: Buffer.alloc(32, 3) });
const server = await serveProofs(signer.prove, { port: 0, host: '127.0.0.1', token });
const node = await buildTestNode(database, {
  ledgerPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  logOrigin: key.key.name,
  signer: { url: server.url, token },
});
const api = { ...node, database, close: async () => node.close().then(() => database.close()) };
const user = await openAccount(api, 'ada@example.com');
await creditDollars(api, user, 100);
await creditDollars(api, await openAccount(api, 'bob@example.com'), 250);
const userToken = await logIn(api.app, 'ada@example.com');
afterAll(async () => {
  await api.close();
  await server.close();
  await signing.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string) => requestAs(api.app, userToken, 'GET', url);
async function signAndCosign() {
  const signed = await signer.sign();
  if (!signed) throw new Error('there was nothing to sign');
  const text = signed.note.slice(0, signed.note.lastIndexOf('\n\n') + 1);
  await saveWitnessReport(signing.pool, {
    witness: witness.key.text,
    size: signed.size,
    line: cosign(text, 1_800_000_000, witness),
    time: 1_800_000_000,
  });
  return signed;
}

test('before the first signature the log is empty, and no wallet can be proved', async () => {
  expect((await get('/log/checkpoint')).json()).toMatchObject({ code: 'log-empty' });
  expect((await get('/log/receipt')).json()).toMatchObject({ code: 'not-sealed' });
  expect((await get('/log')).json<TransparencyView>()).toMatchObject({
    origin: key.key.name,
    key: key.key.text,
    checkpoint: null,
    seal: null,
    timeStamping: null,
  });
});

test('a bettor gets a receipt that leads from the wallet to a cosigned checkpoint', async () => {
  await signer.sign();
  await signer.seal();
  await signAndCosign();
  const receipt = (await get('/log/receipt')).json<ReceiptView>();
  const opened = openNote(receipt.note, [
    parseVerifierKey(receipt.keys.log),
    ...receipt.keys.witnesses.map(parseVerifierKey),
  ]);
  const checkpoint = typeof opened === 'string' ? undefined : parseCheckpoint(opened.text);
  expect(opened).toMatchObject({ signatures: [{ key: key.key }, { key: witness.key }] });
  if (!checkpoint) throw new Error('the receipt has no checkpoint');

  const bytes = (text: string) => Buffer.from(text, 'base64');
  const entry = Buffer.concat([Buffer.of(7), createHash('sha256').update(receipt.seal).digest()]);
  expect(rootFromInclusion(hashLeaf(entry), receipt.index, checkpoint.size, receipt.path.map(bytes))).toEqual(
    checkpoint.root,
  );
  const { id, head, ...wallet } = receipt.wallet;
  expect(wallet).toEqual({ version: 1, cash: 10_000, held: 0, bonus: 0, staked: 0 });
  const leaf = sumLeaf(bytes(receipt.salt), {
    ...wallet,
    id: Buffer.from(id.replaceAll('-', ''), 'hex'),
    head: Buffer.from(head, 'hex'),
  });
  const top = rootFromSums(
    leaf,
    receipt.position,
    receipt.size,
    receipt.sums.map(({ hash, sum }) => ({ hash: bytes(hash), sum })),
  );
  const seal = JSON.parse(receipt.seal) as { sum_root: string; liabilities: number };
  expect([top?.hash.toString('hex'), top?.sum]).toEqual([seal.sum_root, 35_000]);
  expect(seal.liabilities).toBe(35_000);
  expect(JSON.stringify(receipt).length).toBeLessThan(4_500);
});

test('anyone can fetch the log as C2SP tiles, recompute its root and check that it only grew', async () => {
  const before = (await get('/log')).json<TransparencyView>().checkpoint;
  await creditDollars(api, await openAccount(api, 'cyd@example.com'), 5);
  await signAndCosign();
  const note = (await get('/log/checkpoint')).body;
  const opened = openNote(note, [key.key]);
  const checkpoint = typeof opened === 'string' ? undefined : parseCheckpoint(opened.text);
  if (!checkpoint || !before) throw new Error('there is no checkpoint');

  const tile = await get(`/log/tile/0/000.p/${checkpoint.size}`);
  expect(tile.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const bundle = (await get(`/log/tile/entries/000.p/${checkpoint.size}`)).rawPayload;
  const tree = growTree();
  for (let at = 0; at < bundle.length; at += 2 + bundle.readUInt16BE(at)) {
    tree.add(hashLeaf(bundle.subarray(at + 2, at + 2 + bundle.readUInt16BE(at))));
  }
  expect([tree.size(), tree.root()]).toEqual([checkpoint.size, checkpoint.root]);
  expect(tree.takeTiles()[0]?.hashes).toEqual(tile.rawPayload);

  const { proof } = (await get(`/log/consistency?from=${before.size}&to=${checkpoint.size}`)).json<{
    proof: string[];
  }>();
  const old = parseCheckpoint(before.note.slice(0, before.note.indexOf('\n\n') + 1));
  if (!old) throw new Error('there was no checkpoint');
  expect(
    isConsistent(
      old,
      checkpoint,
      proof.map((hash) => Buffer.from(hash, 'base64')),
    ),
  ).toBe(true);
});

test('the newest time stamp and since when its authority is away are public, and the stamp itself is served as it arrived', async () => {
  const size = (await get('/log')).json<TransparencyView>().checkpoint?.size ?? 0;
  const reply = Buffer.from('30030201', 'hex');
  const stampedAt = 1_800_000_000_500;
  await saveTimeStamp(signing.pool, { size, authority: 'A stamper', stampedAt, reply });
  await saveTimeStampProblem(signing.pool, 'It answered with status 500.');
  expect((await get('/log')).json<TransparencyView>().timeStamping).toEqual({
    newest: { size, authority: 'A stamper', stampedAt },
    awaySince: expect.any(Number),
    problem: 'It answered with status 500.',
  });
  const file = await get(`/log/timestamps/${size}`);
  expect(file.headers['content-type']).toBe('application/timestamp-reply');
  expect(file.rawPayload).toEqual(reply);
  expect((await get(`/log/timestamps/${size + 1}`)).json()).toMatchObject({ code: 'not-stamped' });
});

test.each([
  ['/log/tile/0/001', 'tile-unknown'],
  ['/log/tile/0/000', 'tile-unknown'],
  ['/log/tile/entries/009', 'tile-unknown'],
  ['/log/tile/nonsense', 'tile-unknown'],
  ['/log/consistency?from=2&to=999', 'size-unknown'],
  ['/log/consistency?from=2&to=1', 'size-unknown'],
  ['/log/seals/9', 'seal-unknown'],
])('%s is refused with %s', async (url, code) => {
  expect((await get(url)).json()).toMatchObject({ code });
});

test('checkpoints are listed newest first, in pages', async () => {
  const first = (await get('/log/checkpoints?limit=2')).json<{ checkpoints: { size: number }[]; next: number }>();
  const second = (await get(`/log/checkpoints?before=${first.next}`)).json<{
    checkpoints: { size: number }[];
    next: null;
  }>();
  const sizes = [...first.checkpoints, ...second.checkpoints].map(({ size }) => size);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect([new Set(sizes).size, second.next]).toEqual([3, null]);
  const { recent } = (await get('/log')).json<TransparencyView>();
  expect(recent.map(({ size, witnesses }) => [size, witnesses])).toEqual(
    sizes.map((size, at) => [size, at < 2 ? 1 : 0]),
  );
});

type OtherClient = { readonly name: string; readonly needs: string; readonly command: readonly string[] | undefined };

/** Debian's own Python: its packages are not those of another Python that may come first. */
const python = ['/usr/bin/python3', 'python3'].find(
  (path) => spawnSync(path, ['-c', 'import cryptography'], { timeout: 60_000 }).status === 0,
);

/** Builds the client with the packages that come with Go's own source, so that nothing is downloaded. */
function buildGoClient(): string | undefined {
  const root = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8', timeout: 60_000 }).stdout?.trim();
  const packages = root && join(root, 'src/cmd/vendor/golang.org');
  if (!packages || !existsSync(packages)) return undefined;
  const path = mkdtempSync(join(tmpdir(), 'touchline-go-'));
  mkdirSync(join(path, 'src'));
  symlinkSync(packages, join(path, 'src/golang.org'));
  const env = { ...process.env, GO111MODULE: 'off', GOFLAGS: '', GOPATH: path, GOCACHE: join(path, 'cache') };
  const program = join(path, 'client');
  const source = join(import.meta.dirname, 'other-log-client.go');
  const built = spawnSync('go', ['build', '-o', program, source], { encoding: 'utf8', env, timeout: 120_000 });
  if (built.status !== 0) throw new Error(built.stderr);
  goFolders.push(path);
  return program;
}
const goFolders: string[] = [];
afterAll(() => {
  for (const path of goFolders) rmSync(path, { recursive: true });
});
const go = buildGoClient();

test.for<OtherClient>([
  {
    name: 'a client in Python that was written from the C2SP pages',
    needs: 'python3-cryptography',
    command: python ? [python, join(import.meta.dirname, 'other-log-client.py')] : undefined,
  },
  { name: "a client made of Go's own sumdb/note and sumdb/tlog", needs: 'golang-go', command: go ? [go] : undefined },
])('$name verifies checkpoints, inclusion and consistency', async ({ needs, command }, { skip }) => {
  const [program, ...args] = command ?? [];
  if (!program) return skip(`${needs} is not there`);
  const url = await listening();
  const client = spawn(program, [...args, url, key.key.text, witness.key.text], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
    const report = async () => {
      client.stdin.write('\n');
      const { value } = await lines.next();
      return JSON.parse(value ?? '{}') as unknown;
    };
    // More than one tile of entries, so that full and partial tiles are read.
    const owner = await openAccount(api, `${needs}@example.com`);
    for (let at = 0; at < 270; at += 1) await creditDollars(api, owner, 1);
    const first = await signAndCosign();
    expect(await report()).toEqual({ size: first.size, cosigned: 1, consistent: null });
    await creditDollars(api, owner, 1);
    const second = await signAndCosign();
    expect(await report()).toEqual({ size: second.size, cosigned: 1, consistent: true });
  } finally {
    client.kill('SIGKILL');
  }
});

let address: Promise<string> | undefined;
const listening = () => {
  address ??= api.app.listen({ port: 0, host: '127.0.0.1' });
  return address;
};

test('a connection that the signer closes as it is used again costs no receipt', async () => {
  let closed = 0;
  const line = createServer((socket) => {
    const { port, hostname } = new URL(server.url);
    const onward = connectTo(Number(port), hostname);
    onward.pipe(socket);
    socket.once('data', (first) => {
      onward.write(first);
      socket.on('data', () => {
        closed += 1;
        socket.destroy();
      });
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  const node = await buildTestNode(api.database, {
    ledgerPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    logOrigin: key.key.name,
    signer: { url: `http://127.0.0.1:${port}`, token },
  });
  try {
    const receipt = () => requestAs(node.app, userToken, 'GET', '/log/receipt');
    expect([(await receipt()).statusCode, (await receipt()).statusCode]).toEqual([200, 200]);
    expect(closed).toBe(1);
  } finally {
    await node.close();
    line.close();
  }
});

test('while the signer is away, receipts are refused and the rest is served', async () => {
  await server.close();
  expect((await get('/log/receipt')).json()).toMatchObject({ code: 'signer-away' });
  expect((await get('/log/checkpoint')).statusCode).toBe(200);
});
