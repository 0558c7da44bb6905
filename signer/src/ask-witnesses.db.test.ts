import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Store } from '@touchline/store/connect';
import { createPlayer, createTestDatabase, type TestDatabase } from '@touchline/store/testing';
import { listCheckpoints, listWitnesses } from '@touchline/store/transparency';
import { createWalletWriter, type WalletWriter } from '@touchline/store/wallet';
import { noteSigner, openNote, parseVerifierKey } from '@touchline/tlog/note';
import { createWitness, type Witness } from '@touchline/witness/create';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWitnesses, type Witnesses } from './ask-witnesses.ts';
import { createSigner, type Signer } from './create-signer.ts';
import { serveProofs } from './serve-proofs.ts';

const key = noteSigner('touchline.test/ledger', 'log', generateKeyPairSync('ed25519').privateKey);

let database: TestDatabase;
let signing: Store;
let writer: WalletWriter;
let folder: string;
let witness: Witness;
let signer: Signer;
let witnesses: Witnesses;
let problems: string[];

const startWitness = (port = 0) =>
  createWitness({ name: 'witness.test/w1', folder: join(folder, 'witness'), logs: [key.key.text], port });
beforeEach(async () => {
  database = await createTestDatabase();
  signing = connect(database.urlAs('touchline_signer'));
  writer = createWalletWriter(database);
  folder = mkdtempSync(join(tmpdir(), 'touchline-witnessed-'));
  witness = await startWitness();
  signer = createSigner({ pool: signing.pool, folder: join(folder, 'signer'), key, master: Buffer.alloc(32) });
  problems = [];
  witnesses = createWitnesses(signing.pool, [{ url: witness.url, key: parseVerifierKey(witness.key) }], (_, problem) =>
    problems.push(problem),
  );
});
afterEach(async () => {
  await writer.close();
  await witness.close();
  await signing.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

async function depositAndSign() {
  await createPlayer(database.db, writer, 10);
  const checkpoint = await signer.sign();
  if (!checkpoint) throw new Error('there was nothing to sign');
  await witnesses.ask(checkpoint);
  return checkpoint;
}

test('checkpoints are cosigned, also after both sides restarted', async () => {
  await depositAndSign();
  const port = Number(new URL(witness.url).port);
  await witness.close();
  witness = await startWitness(port);
  // A signer that does not know the witness's size learns it from the first answer.
  witnesses = createWitnesses(signing.pool, [{ url: witness.url, key: parseVerifierKey(witness.key) }], () => {});
  const { size } = await depositAndSign();
  const [newest, first] = await listCheckpoints(database.pool, { limit: 2 });
  expect([newest?.size, newest?.cosignatures.length, first?.cosignatures.length]).toEqual([size, 1, 1]);
  const note = `${newest?.note}${newest?.cosignatures[0]?.line}`;
  expect(openNote(note, [key.key, parseVerifierKey(witness.key)])).toMatchObject({ signatures: [{}, {}] });
  expect(await listWitnesses(database.pool)).toMatchObject([{ witness: witness.key, size, awaySince: null }]);
});

test('a witness that is away holds nothing up, and since when is known until it is back', async () => {
  await depositAndSign();
  const port = Number(new URL(witness.url).port);
  await witness.close();
  await depositAndSign();
  const [away] = await listWitnesses(database.pool);
  expect(away?.problem).toContain('It does not answer');
  expect(away?.awaySince).toBeGreaterThan(away?.cosignedAt ?? Number.POSITIVE_INFINITY);
  await depositAndSign();
  expect((await listWitnesses(database.pool))[0]?.awaySince).toBe(away?.awaySince);
  expect(problems).toHaveLength(1);
  witness = await startWitness(port);
  await depositAndSign();
  expect(await listWitnesses(database.pool)).toMatchObject([{ awaySince: null, problem: null }]);
});

test('a checkpoint that comes while a witness is asked is cosigned too, and none is cosigned again', async () => {
  const sign = async () => {
    await createPlayer(database.db, writer, 10);
    const checkpoint = await signer.sign();
    if (!checkpoint) throw new Error('there was nothing to sign');
    return checkpoint;
  };
  const [first, second] = [await sign(), await sign()];
  await Promise.all([witnesses.ask(first), witnesses.ask(second)]);
  const [newest] = await listCheckpoints(database.pool, { limit: 2 });
  expect([newest?.size, newest?.cosignatures.length]).toEqual([second.size, 1]);
  await witness.close();
  await witnesses.ask(second);
  expect(await listWitnesses(database.pool)).toMatchObject([{ size: second.size, awaySince: null }]);
});

test('a witness that is no longer asked neither confirms nor is away; what it cosigned stays', async () => {
  const gone = generateKeyPairSync('ed25519').privateKey;
  const silent = noteSigner('gone.test/w2', 'cosigner', gone).key;
  const url = 'http://127.0.0.1:1';
  const ours = { url: witness.url, key: parseVerifierKey(witness.key) };
  witnesses = createWitnesses(signing.pool, [ours, { url, key: silent }], () => {});
  await depositAndSign();
  expect(await listWitnesses(database.pool)).toMatchObject([{ witness: silent.text }, { witness: witness.key }]);
  witnesses = createWitnesses(signing.pool, [ours], () => {});
  await depositAndSign();
  expect(await listWitnesses(database.pool)).toMatchObject([{ witness: witness.key, awaySince: null }]);
  witnesses = createWitnesses(signing.pool, [], () => {});
  await depositAndSign();
  expect(await listWitnesses(database.pool)).toEqual([]);
  const [, confirmed] = await listCheckpoints(database.pool, { limit: 2 });
  expect(confirmed?.cosignatures).toMatchObject([{ witness: witness.key }]);
});

test('a log that lost entries is refused by its witness', async () => {
  await depositAndSign();
  await depositAndSign();
  // The same key signs another, shorter history: what an operator with the key could do.
  const other = await createTestDatabase();
  const otherSigning = connect(other.urlAs('touchline_signer'));
  const otherWriter = createWalletWriter(other);
  try {
    await createPlayer(other.db, otherWriter, 99);
    const forged = createSigner({
      pool: otherSigning.pool,
      folder: join(folder, 'forged'),
      key,
      master: Buffer.alloc(32),
    });
    const checkpoint = await forged.sign();
    if (!checkpoint) throw new Error('there was nothing to sign');
    const asked = createWitnesses(
      otherSigning.pool,
      [{ url: witness.url, key: parseVerifierKey(witness.key) }],
      (_, problem) => problems.push(problem),
    );
    await asked.ask(checkpoint);
    expect(problems).toEqual(['It has cosigned 2 entries, but the log has 1: entries were lost.']);
    await createPlayer(other.db, otherWriter, 99);
    await createPlayer(other.db, otherWriter, 99);
    const longer = await forged.sign();
    if (longer) await asked.ask(longer);
    expect((await listWitnesses(other.pool))[0]?.problem).toContain('It refused (422)');
  } finally {
    await otherWriter.close();
    await otherSigning.close();
    await other.close();
  }
});

test('proofs are served to the api only', async () => {
  const { walletId } = await createPlayer(database.db, writer, 10);
  await signer.sign();
  const token = 'a token of sixteen';
  const server = await serveProofs(signer.prove, { port: 0, host: '127.0.0.1', token });
  const get = (path: string, sent = token) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${sent}` } });
  try {
    expect((await get(`/proofs/${walletId}`)).status).toBe(404);
    await signer.seal();
    expect(await (await get(`/proofs/${walletId}`)).json()).toMatchObject({
      seal: 1,
      size: 1,
      position: 0,
      path: [],
      wallet: { cash: 1_000 },
    });
    expect((await get(`/proofs/${walletId}`, 'another token 123')).status).toBe(404);
    expect((await get('/healthz')).status).toBe(200);
  } finally {
    await server.close();
  }
});
