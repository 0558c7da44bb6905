import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkpointText, noteSigner, openNote, parseVerifierKey, signNote } from '@touchline/tlog/note';
import { growTree, hashRanges, type Tile } from '@touchline/tlog/tiles';
import { consistencyPath, hashLeaf } from '@touchline/tlog/tree';
import { addCheckpointBody, readWitnessAnswer } from '@touchline/tlog/witness';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWitness, type Witness } from './create-witness.ts';

const origin = 'touchline.example/ledger';
const log = noteSigner(origin, 'log', generateKeyPairSync('ed25519').privateKey);
const tree = growTree();
const tiles = new Map<string, Tile>();
const heads = [{ size: 0, root: tree.root() }];
for (let size = 1; size <= 40; size += 1) {
  tree.add(hashLeaf(Buffer.of(size)));
  heads.push({ size, root: tree.root() });
}
for (const tile of tree.takeTiles()) tiles.set(`${tile.level}/${tile.index}`, tile);

const noteOf = (size: number) => {
  const head = heads[size];
  if (!head) throw new RangeError('the test has 40 leaves');
  return signNote(checkpointText({ origin, ...head }), log);
};
const prove = (before: number, size: number) =>
  hashRanges(consistencyPath(before, size), async (keys) =>
    keys.flatMap(({ level, index }) => tiles.get(`${level}/${index}`) ?? []),
  );

let folder: string;
let witness: Witness;
const start = () =>
  createWitness({ name: 'witness.example/w1', folder, logs: [log.key.text], port: 0, now: () => 1_800_000_000 });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-witness-'));
  witness = await start();
});
afterEach(async () => {
  await witness.close();
  rmSync(folder, { recursive: true });
});

async function ask(before: number, size: number) {
  const body = addCheckpointBody(before, await prove(before, size), noteOf(size));
  const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
  const read = { status: answer.status, body: await answer.text() };
  return { ...read, cosignature: readWitnessAnswer(read, noteOf(size), parseVerifierKey(witness.key)) };
}

test('cosigns what extends the checkpoint before, and keeps its key and memory over a restart', async () => {
  expect((await ask(0, 13)).cosignature).toMatchObject({ kind: 'cosigned', time: 1_800_000_000 });
  const { key } = witness;
  await witness.close();
  witness = await start();
  expect(witness.key).toBe(key);
  expect((await ask(0, 40)).cosignature).toEqual({ kind: 'other-size', size: 13 });
  expect((await ask(13, 40)).cosignature).toMatchObject({ kind: 'cosigned' });
});

test('of two requests after the same checkpoint only one is cosigned', async () => {
  await ask(0, 13);
  const [one, other] = await Promise.all([ask(13, 20), ask(13, 40)]);
  expect([one.status, other.status].toSorted()).toEqual([200, 409]);
});

test('serves monitors the newest checkpoint with both signatures', async () => {
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.checkpoint'));
  expect(file).toBe('');
  await ask(0, 13);
  const [stored = ''] = readdirSync(folder).filter((name) => name.endsWith('.checkpoint'));
  const answer = await fetch(`${witness.url}/${stored.replace('.', '/')}`);
  const opened = openNote(await answer.text(), [log.key, parseVerifierKey(witness.key)]);
  expect(opened).toMatchObject({ text: checkpointText({ origin, ...heads[13] } as never), signatures: [{}, {}] });
  expect((await fetch(`${witness.url}/${'0'.repeat(64)}/checkpoint`)).status).toBe(404);
});

test('does not start on a damaged memory, which would let it cosign another history', async () => {
  await ask(0, 13);
  await witness.close();
  const [stored = ''] = readdirSync(folder).filter((name) => name.endsWith('.checkpoint'));
  writeFileSync(join(folder, stored), noteOf(12));
  await expect(start()).rejects.toThrow('is not a checkpoint that witness.example/w1 cosigned');
  rmSync(join(folder, stored));
  witness = await start();
});

test('refuses requests that are too long', async () => {
  const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(300_000) });
  expect(answer.status).toBe(413);
});
