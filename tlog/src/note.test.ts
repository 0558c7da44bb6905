import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkpointText, cosign, noteSigner, openNote, parseCheckpoint, parseVerifierKey, signNote } from './note.ts';
import { growTree, hashRanges, type Tile } from './tiles.ts';
import { consistencyPath, emptyRoot, hashLeaf } from './tree.ts';
import { addCheckpointBody, answerAddCheckpoint, type CosignedCheckpoint, readWitnessAnswer } from './witness.ts';

const newKey = () => generateKeyPairSync('ed25519').privateKey;
const origin = 'touchline.example/ledger';
const log = noteSigner(origin, 'log', newKey());
const witness = noteSigner('witness.example/w1', 'cosigner', newKey());

describe('notes', () => {
  // The example of c2sp.org/signed-note.
  const example = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;
  const key = parseVerifierKey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k');

  test('the published example verifies', () => {
    expect(openNote(example, [key])).toMatchObject({ text: 'This is an example message.\n', signatures: [{ key }] });
    expect(openNote(example.replace('an example', 'no example'), [key])).toBe('forged');
    expect(openNote(example, [log.key])).toMatchObject({ signatures: [] });
  });

  test('a signed note opens with its key, and a key is written and read as text', () => {
    const note = signNote('one\n\ntwo\n', log);
    expect(openNote(note, [parseVerifierKey(log.key.text)])).toMatchObject({
      text: 'one\n\ntwo\n',
      signatures: [{ time: undefined }],
    });
    expect(() => parseVerifierKey(log.key.text.replace('ledger', 'other'))).toThrow('does not belong');
  });

  test.each([
    ['no blank line', 'text\n— a b\n'],
    ['no signature', 'text\n\n'],
    ['a control character', `te\u0007xt\n\n${example.split('\n')[2]}\n`],
    ['no line feed at its end', example.trimEnd()],
    ['a signature in another spelling of base64', example.replace('aQM=', 'aQM')],
  ])('with %s it is not a note', (_, note) => {
    expect(openNote(note, [key])).toBe('malformed');
  });

  test('a cosignature covers its time', () => {
    const text = checkpointText({ origin, size: 0, root: emptyRoot });
    const note = `${signNote(text, log)}${cosign(text, 1_800_000_000, witness)}`;
    expect(openNote(note, [log.key, witness.key])).toMatchObject({
      signatures: [{ key: log.key }, { time: 1_800_000_000 }],
    });
    const [line = ''] = note.split('\n').slice(-2);
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    bytes[11] = (bytes[11] ?? 0) ^ 1;
    const later = note.replace(line, `— ${witness.key.name} ${bytes.toString('base64')}`);
    expect(openNote(later, [witness.key])).toBe('forged');
  });
});

test('a checkpoint has an origin, an exact size and a root', () => {
  const text = checkpointText({ origin, size: 7, root: hashLeaf(Buffer.of()) });
  expect(parseCheckpoint(text)).toEqual({ origin, size: 7, root: hashLeaf(Buffer.of()) });
  expect(parseCheckpoint(`${text}extension\n`)).toMatchObject({ size: 7 });
  for (const wrong of [
    text.replace('\n7\n', '\n07\n'),
    text.replace('\n7\n', '\n-7\n'),
    `${text}\n`,
    text.slice(0, -5),
    `\n${text}`,
    text.replace('\n7\n', '\n0\n'),
    text.replace('\n7\n', '\n9007199254740993\n'),
  ]) {
    expect(parseCheckpoint(wrong), wrong).toBeUndefined();
  }
});

describe('a witness', () => {
  const tree = growTree();
  const tiles = new Map<string, Tile>();
  const heads = [{ size: 0, root: emptyRoot }];
  for (let size = 1; size <= 40; size += 1) {
    tree.add(hashLeaf(Buffer.of(size)));
    heads.push({ size, root: tree.root() });
  }
  for (const tile of tree.takeTiles()) tiles.set(`${tile.level}/${tile.index}`, tile);
  const prove = (before: number, size: number) =>
    hashRanges(consistencyPath(before, size), async (keys) =>
      keys.flatMap(({ level, index }) => tiles.get(`${level}/${index}`) ?? []),
    );
  const noteOf = (size: number, signer = log) =>
    signNote(checkpointText({ origin, ...(heads[size] ?? { size: 0, root: emptyRoot }) }), signer);
  const ask = (body: string, newest?: CosignedCheckpoint) =>
    answerAddCheckpoint(body, { signer: witness, logs: [log.key], newest: () => newest, time: 1_800_000_000 });
  const cosigned = (size: number) => ask(addCheckpointBody(0, [], noteOf(size))).cosigned?.checkpoint;

  test('cosigns a first checkpoint, and one that extends it', async () => {
    const first = ask(addCheckpointBody(0, [], noteOf(13)));
    expect(first).toMatchObject({ status: 200, cosigned: { origin, checkpoint: heads[13] } });
    expect(readWitnessAnswer(first, noteOf(13), witness.key)).toMatchObject({ kind: 'cosigned', time: 1_800_000_000 });
    const second = ask(addCheckpointBody(13, await prove(13, 40), noteOf(40)), first.cosigned?.checkpoint);
    expect(second).toMatchObject({ status: 200, cosigned: { checkpoint: heads[40] } });
    expect(openNote(second.cosigned?.checkpoint.note ?? '', [log.key, witness.key])).toMatchObject({
      signatures: [{}, {}],
    });
    expect(ask(addCheckpointBody(40, [], noteOf(40)), second.cosigned?.checkpoint).status).toBe(200);
  });

  test('answers with the size it knows when the old size is another one', () => {
    const answer = ask(addCheckpointBody(0, [], noteOf(40)), cosigned(13));
    expect(answer).toMatchObject({ status: 409, contentType: 'text/x.tlog.size', body: '13\n' });
    expect(readWitnessAnswer(answer, noteOf(40), witness.key)).toEqual({ kind: 'other-size', size: 13 });
  });

  test('refuses a checkpoint that rewrites what it cosigned', async () => {
    const rewritten = growTree();
    for (let size = 1; size <= 40; size += 1) rewritten.add(hashLeaf(Buffer.of(size === 5 ? 99 : size)));
    const note = signNote(checkpointText({ origin, size: 40, root: rewritten.root() }), log);
    const answer = ask(addCheckpointBody(13, await prove(13, 40), note), cosigned(13));
    expect([answer.status, answer.cosigned]).toEqual([422, undefined]);
    const same = signNote(checkpointText({ origin, size: 13, root: rewritten.root() }), log);
    expect(ask(addCheckpointBody(13, [], same), cosigned(13)).status).toBe(422);
  });

  test.each([
    ['an unknown log', () => addCheckpointBody(0, [], noteOf(13).replace(origin, 'other.example')), 404],
    [
      "another key than the log's",
      () => addCheckpointBody(0, [], noteOf(13, noteSigner(origin, 'log', newKey()))),
      403,
    ],
    ['a changed note', () => addCheckpointBody(0, [], noteOf(13).replace('\n13\n', '\n14\n')), 403],
    ['an old size above the new one', () => addCheckpointBody(14, [], noteOf(13)), 400],
    ['a proof from the empty tree', () => addCheckpointBody(0, [emptyRoot], noteOf(13)), 422],
    [
      'an empty tree with a root',
      () => addCheckpointBody(0, [], signNote(checkpointText({ origin, size: 0, root: hashLeaf(Buffer.of()) }), log)),
      422,
    ],
    [
      'too long a proof',
      () =>
        addCheckpointBody(
          0,
          Array.from({ length: 64 }, () => emptyRoot),
          noteOf(13),
        ),
      400,
    ],
    ['no old size', () => addCheckpointBody(0, [], noteOf(13)).replace('old 0', 'old 00'), 400],
    ['nothing', () => '', 400],
  ])('refuses %s', (_, body, status) => {
    expect(ask(body())).toMatchObject({ status });
    expect(ask(body()).cosigned).toBeUndefined();
  });

  test('its answer counts only with its own signature', () => {
    const answer = ask(addCheckpointBody(0, [], noteOf(13)));
    const other = noteSigner(witness.key.name, 'cosigner', newKey());
    expect(readWitnessAnswer(answer, noteOf(13), other.key)).toMatchObject({ kind: 'refused' });
    expect(readWitnessAnswer(answer, noteOf(14), witness.key)).toMatchObject({ kind: 'refused' });
    expect(readWitnessAnswer({ status: 500, body: 'broken\n' }, noteOf(13), witness.key)).toEqual({
      kind: 'refused',
      status: 500,
      sentence: 'broken',
    });
  });
});
