import { createPublicKey, hash as digest, type KeyObject, sign, verify } from 'node:crypto';
import { emptyRoot, hashBytes, type TreeHead } from './tree.ts';

/**
 * Signed notes (https://c2sp.org/signed-note), checkpoints of a log (https://c2sp.org/tlog-checkpoint) and timestamped Ed25519
 * cosignatures of witnesses (https://c2sp.org/tlog-cosignature).
 */

/** `log`: signs the text of a note. `cosigner`: signs a checkpoint and the time. */
export type KeyKind = 'log' | 'cosigner';
const typeOf: Record<KeyKind, number> = { log: 0x01, cosigner: 0x04 };

/** A key that signatures are checked with. `publicKey`: 32 bytes, Ed25519. `text`: the key as C2SP writes it. */
export type VerifierKey = {
  readonly name: string;
  readonly kind: KeyKind;
  readonly id: Buffer;
  readonly publicKey: Buffer;
  readonly text: string;
};
export type NoteSigner = { readonly key: VerifierKey; readonly privateKey: KeyObject };

const idBytes = 4;
const publicKeyBytes = 32;
const timeBytes = 8;
const signatureBytes = 64;

/** Throws a TypeError for a name with spaces or plus signs, or a key of the wrong length. */
export function verifierKey(name: string, kind: KeyKind, publicKey: Buffer): VerifierKey {
  if (!keyName.test(name)) throw new TypeError(`${JSON.stringify(name)} cannot name a key`);
  if (publicKey.length !== publicKeyBytes) throw new TypeError('an Ed25519 key has 32 bytes');
  const typed = Buffer.concat([Buffer.of(typeOf[kind]), publicKey]);
  const id = digest('sha256', Buffer.concat([Buffer.from(`${name}\n`, 'utf8'), typed]), 'buffer').subarray(0, idBytes);
  return { name, kind, id, publicKey, text: `${name}+${id.toString('hex')}+${typed.toString('base64')}` };
}
const keyName = /^[^\s+\p{Z}]+$/u;

/** Parses a key as C2SP writes it: name, id and key, joined with `+`. Throws a TypeError if it is not one or its id is wrong. */
export function parseVerifierKey(text: string): VerifierKey {
  const [name = '', id = '', ...rest] = text.trim().split('+');
  const typed = fromBase64(rest.join('+'));
  const kind = typed?.[0] === typeOf.log ? 'log' : typed?.[0] === typeOf.cosigner ? 'cosigner' : undefined;
  if (!typed || !kind) throw new TypeError(`${JSON.stringify(text)} is not the key of a log or a witness`);
  const key = verifierKey(name, kind, typed.subarray(1));
  if (key.id.toString('hex') !== id)
    throw new TypeError(`the id in ${JSON.stringify(text)} does not belong to its key`);
  return key;
}

/** Makes a signer from an Ed25519 private key. */
export function noteSigner(name: string, kind: KeyKind, privateKey: KeyObject): NoteSigner {
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('notes are signed with an Ed25519 key');
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { key: verifierKey(name, kind, spki.subarray(-publicKeyBytes)), privateKey };
}

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const keyObjectOf = (key: VerifierKey): KeyObject =>
  createPublicKey({ key: Buffer.concat([spkiPrefix, key.publicKey]), format: 'der', type: 'spki' });

const signatureLine = ({ name, id }: VerifierKey, signature: Buffer): string =>
  `\u2014 ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;

/** Signs the text of a note, which must end with a line feed; returns the whole note. */
export function signNote(text: string, signer: NoteSigner): string {
  if (!isNoteText(text)) throw new TypeError('the text of a note ends with a line feed and has no control characters');
  return `${text}\n${signatureLine(signer.key, sign(null, Buffer.from(text, 'utf8'), signer.privateKey))}`;
}

/** Returns a witness's signature line for a checkpoint's text. `time`: seconds since 1970. */
export function cosign(text: string, time: number, signer: NoteSigner): string {
  const stamp = Buffer.alloc(timeBytes);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = sign(null, cosignedBytes(text, BigInt(time)), signer.privateKey);
  return signatureLine(signer.key, Buffer.concat([stamp, signature]));
}

const cosignedBytes = (text: string, time: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${time}\n${text}`, 'utf8');

// biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not contain them.
const isNoteText = (text: string): boolean => text.endsWith('\n') && !/[\u0000-\u0009\u000b-\u001f]/.test(text);

/** A signature that was checked. `time`: seconds since 1970, of cosignatures only. */
export type NoteSignature = { readonly key: VerifierKey; readonly time: number | undefined; readonly line: string };
export type OpenedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] };

const mostBytes = 100_000;

/**
 * Returns a note's text and the signatures of the given keys; signatures of other keys are ignored.
 * @returns `malformed` if it is not a note, `forged` if a signature of one of the keys does not verify
 */
export function openNote(note: string, keys: readonly VerifierKey[]): OpenedNote | 'malformed' | 'forged' {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || note.length > mostBytes || !isNoteText(note)) return 'malformed';
  const text = note.slice(0, end + 1);
  const lines = note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1);
  if (lines.length === 0) return 'malformed';
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/u.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === '' || !bytes || bytes.length <= idBytes) return 'malformed';
    const key = keys.find((known) => known.name === name && known.id.equals(bytes.subarray(0, idBytes)));
    if (!key) continue;
    const signature = verified(text, key, bytes.subarray(idBytes), `${line}\n`);
    if (!signature) return 'forged';
    signatures.push(signature);
  }
  return { text, signatures };
}

function verified(text: string, key: VerifierKey, bytes: Buffer, line: string): NoteSignature | undefined {
  if (key.kind === 'log') {
    const isValid = bytes.length === signatureBytes && verify(null, Buffer.from(text, 'utf8'), keyObjectOf(key), bytes);
    return isValid ? { key, time: undefined, line } : undefined;
  }
  if (bytes.length !== timeBytes + signatureBytes) return undefined;
  const time = bytes.readBigUInt64BE();
  const isValid = verify(null, cosignedBytes(text, time), keyObjectOf(key), bytes.subarray(timeBytes));
  return isValid && time <= BigInt(Number.MAX_SAFE_INTEGER) ? { key, time: Number(time), line } : undefined;
}

/** A log's checkpoint: how many leaves it has and their root. */
export type Checkpoint = TreeHead & { readonly origin: string };

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Parses the text of a note as a checkpoint; `undefined` if it is not one. Extension lines are ignored. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n');
  const size = parseSize(sizeText);
  const root = fromBase64(rootText);
  if (origin === '' || size === undefined || root?.length !== hashBytes) return undefined;
  if (rest.pop() !== '' || rest.includes('')) return undefined;
  return size > 0 || root.equals(emptyRoot) ? { origin, size, root } : undefined;
}

/** A size as ASCII decimal without leading zeros; `undefined` if it is not one or not exact as a number. */
export function parseSize(text: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(size) ? size : undefined;
}

/** Decodes standard base64 with padding; `undefined` for any other spelling, so that every value has one text. */
export function fromBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
