import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

/** The keys that encrypt texts at rest: the current one, and earlier ones, which still decrypt. */
export type DataKey = { readonly current: OneKey; readonly all: ReadonlyMap<string, OneKey> };
type OneKey = { readonly id: string; readonly key: KeyObject };

/**
 * A key as `DATA_KEY` holds it: 32 bytes in base64. Older keys may follow, each behind a comma, so that a key can be changed
 * without losing what it sealed. `undefined` when it is none.
 */
export function readDataKey(text: string): DataKey | undefined {
  const keys = text.split(',').map((part) => oneKey(part.trim()));
  const known = keys.filter((key) => key !== undefined);
  const [current] = known;
  if (!current || known.length !== keys.length) return undefined;
  return { current, all: new Map(known.map((key) => [key.id, key])) };
}

/** A new key, as `DATA_KEY` takes it. */
export const makeDataKey = (): string => randomBytes(32).toString('base64');

/**
 * Seals a text with AES-256-GCM. `context` says what it is and whose, for example `totp:<user id>`: it is not part of the answer,
 * and the sealed text opens in the same context only, so that it cannot be moved to another row.
 */
export function seal({ current: { id, key } }: DataKey, text: string, context: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(id, context));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [form, id, nonce.toString('base64url'), body.toString('base64url')].join('.');
}

/** @throws {SealBroken} if its key is missing, or it was sealed under another context, or changed since. */
export function open(key: DataKey, sealed: string, context: string): string {
  const [itsForm, id = '', nonce = '', body = '', ...more] = sealed.split('.');
  const used = key.all.get(id);
  const bytes = Buffer.from(body, 'base64url');
  if (itsForm !== form || more.length > 0 || bytes.length < tagBytes) throw new SealBroken('not a sealed text');
  if (!used) throw new SealBroken(`a text was sealed with the data key ${id}, which is not among those given`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', used.key, Buffer.from(nonce, 'base64url'), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(boundTo(id, context)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealBroken('a sealed text was changed, or belongs to another context');
  }
}

/** What is sealed cannot be opened: the key is missing, or the stored text was changed. */
export class SealBroken extends Error {}

const form = 's1';
const tagBytes = 16;
const boundTo = (id: string, context: string): Buffer => Buffer.from(`${form}.${id}.${context}`);

function oneKey(text: string): OneKey | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32 || bytes.toString('base64') !== text) return undefined;
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), key: createSecretKey(bytes) };
}
