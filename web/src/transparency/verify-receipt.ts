import type { ReceiptView } from '@touchline/core/contract';

/**
 * Checks the proof that a wallet is in the sum of all liabilities, using this browser's cryptography only: the wallet's leaf, the
 * path of sums, the seal's entry in the log, the log's signature and the cosignatures of witnesses. `docs/transparency.md` describes
 * every byte.
 */

/** The head of the log that this browser saw at an earlier check. `root` in base64; `at`: milliseconds since 1970. */
export type SeenHead = { readonly origin: string; readonly size: number; readonly root: string; readonly at: number };

export type VerifiedReceipt = {
  readonly head: Head;
  readonly seal: {
    readonly number: number;
    readonly takenAt: string;
    readonly wallets: number;
    /** Cents. */
    readonly liabilities: number;
  };
  /** Witnesses whose cosignatures are valid; `time`: seconds since 1970. */
  readonly cosigned: readonly { readonly name: string; readonly time: number }[];
};

/** What failed; each names one step of the proof. */
export type ProofStep = 'wallet' | 'sums' | 'log' | 'signature' | 'growth';
export class ProofFailed extends Error {
  override readonly name = 'ProofFailed'; // Not translated: a name.
  readonly step: ProofStep;
  constructor(step: ProofStep) {
    super(step);
    this.step = step;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;
const encoder = new TextEncoder();
const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const hexOf = (bytes: Bytes): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOfHex = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const sha256 = async (...parts: readonly Bytes[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));
function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
/** 8 bytes, big-endian, two's complement. */
function int64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}
const same = (one: Bytes, other: Bytes): boolean => hexOf(one) === hexOf(other);
const hashPair = (left: Bytes, right: Bytes): Promise<Bytes> => sha256(Uint8Array.of(1), left, right);

/** The wallet of a receipt belongs to the caller, who compares it; everything else is checked here. Throws `ProofFailed`. */
export async function verifyReceipt(
  receipt: ReceiptView,
  seen: SeenHead | undefined,
  /** The consistency proof between the head that was seen and the one of the receipt, in base64. */
  growth: readonly string[],
): Promise<VerifiedReceipt> {
  const seal = JSON.parse(receipt.seal) as {
    readonly number: number;
    readonly taken_at: string;
    readonly wallets: number;
    readonly liabilities: number;
    readonly sum_root: string;
    readonly origin: string;
  };
  await checkSums(receipt, seal);
  const head = await checkNote(receipt);
  const entry = await sha256(Uint8Array.of(0, sealCode), await sha256(encoder.encode(receipt.seal)));
  const root = await rootOver(entry, receipt.index, head.size, receipt.path.map(bytesOf), hashPair);
  if (!root || !same(root, bytesOf(head.root)) || seal.origin !== head.origin) throw new ProofFailed('log');
  if (seen?.origin === head.origin) {
    const [older, newer] = seen.size <= head.size ? [seen, head] : [head, seen];
    if (!(await hasGrown(older, newer, growth.map(bytesOf)))) throw new ProofFailed('growth');
  }
  const { number, taken_at: takenAt, wallets, liabilities } = seal;
  return {
    head: { origin: head.origin, size: head.size, root: head.root },
    seal: { number, takenAt, wallets, liabilities },
    cosigned: head.cosigned,
  };
}

/** The code of a seal's entry in the log. */
const sealCode = 7;

type Sum = { readonly hash: Bytes; readonly sum: number };

async function checkSums(
  { wallet, salt, position, size, sums }: ReceiptView,
  seal: { readonly wallets: number; readonly liabilities: number; readonly sum_root: string },
): Promise<void> {
  const amounts = [wallet.cash, wallet.held, wallet.bonus, wallet.staked];
  if (!amounts.every(Number.isSafeInteger)) throw new ProofFailed('wallet');
  const version = new Uint8Array(4);
  new DataView(version.buffer).setUint32(0, wallet.version);
  const hash = await sha256(
    Uint8Array.of(2),
    bytesOf(salt),
    bytesOfHex(wallet.id.replaceAll('-', '')),
    version,
    bytesOfHex(wallet.head),
    ...amounts.map(int64),
  );
  const sum = Math.max(0, wallet.cash + wallet.held + wallet.bonus + wallet.staked);
  const path = sums.map((node) => ({ hash: bytesOf(node.hash), sum: node.sum }));
  const top = await rootOver<Sum>({ hash, sum }, position, size, path, async (left, right) => {
    const total = left.sum + right.sum;
    if (left.sum < 0 || right.sum < 0 || !Number.isSafeInteger(total)) throw new ProofFailed('sums');
    const pair = await sha256(Uint8Array.of(3), left.hash, int64(left.sum), right.hash, int64(right.sum));
    return { hash: pair, sum: total };
  });
  const isSealed = top?.sum === seal.liabilities && hexOf(top.hash) === seal.sum_root && size === seal.wallets;
  if (!isSealed) throw new ProofFailed('sums');
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** Returns the root for a leaf, from its siblings, nearest first; `undefined` if there are too many or too few. */
async function rootOver<Node>(
  leaf: Node,
  index: number,
  size: number,
  path: readonly Node[],
  pair: (left: Node, right: Node) => Promise<Node>,
): Promise<Node | undefined> {
  if (!(Number.isSafeInteger(index) && index >= 0 && index < size)) return undefined;
  const isLeft: boolean[] = [];
  for (let at = index, width = size; width > 1; ) {
    const split = splitOf(width);
    isLeft.push(at < split);
    [at, width] = at < split ? [at, split] : [at - split, width - split];
  }
  if (isLeft.length !== path.length) return undefined;
  let node = leaf;
  for (const [at, sibling] of path.entries()) {
    node = isLeft[isLeft.length - 1 - at] ? await pair(node, sibling) : await pair(sibling, node);
  }
  return node;
}

type Head = Omit<SeenHead, 'at'>;

/** Whether the proof leads from the older head to the newer one (RFC 9162, section 2.1.4.2). */
async function hasGrown(seen: Head, head: Head, proof: readonly Bytes[]): Promise<boolean> {
  if (seen.size === head.size) return seen.root === head.root;
  const isPerfect = Number.isInteger(Math.log2(seen.size));
  const path = isPerfect ? [bytesOf(seen.root), ...proof] : proof;
  const [first, ...rest] = path;
  if (!first) return false;
  let [old, now] = [first, first];
  let [fn, sn] = [seen.size - 1, head.size - 1];
  const up = () => {
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  };
  while (fn % 2 === 1) up();
  for (const hash of rest) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [old, now] = [await hashPair(hash, old), await hashPair(hash, now)];
      while (fn % 2 === 0 && fn !== 0) up();
    } else now = await hashPair(now, hash);
    up();
  }
  return sn === 0 && same(old, bytesOf(seen.root)) && same(now, bytesOf(head.root));
}

type Key = { readonly name: string; readonly id: string; readonly kind: number; readonly key: Bytes };

async function parseKey(text: string): Promise<Key> {
  const [name = '', id = '', ...rest] = text.split('+');
  const typed = bytesOf(rest.join('+'));
  const hash = await sha256(encoder.encode(`${name}\n`), typed);
  if (hexOf(hash.slice(0, 4)) !== id || typed.length !== 33) throw new ProofFailed('signature');
  return { name, id, kind: typed[0] ?? 0, key: typed.slice(1) };
}

const logKind = 1;
const cosignerKind = 4;

async function checkNote({ note, keys }: ReceiptView) {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  const known = await Promise.all([keys.log, ...keys.witnesses].map(parseKey));
  const signed: { readonly name: string; readonly kind: number; readonly time: number }[] = [];
  for (const line of note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1)) {
    const [, name = '', encoded = ''] = line.split(' ');
    const bytes = bytesOf(encoded);
    const key = known.find((one) => one.name === name && one.id === hexOf(bytes.slice(0, 4)));
    if (!key) continue;
    const isCosigned = key.kind === cosignerKind;
    const time = isCosigned ? Number(new DataView(bytes.buffer).getBigUint64(4)) : 0;
    // Not translated: the format of C2SP.
    const message = encoder.encode(isCosigned ? `cosignature/v1\ntime ${time}\n${text}` : text);
    if (!(await isSigned(key.key, bytes.slice(isCosigned ? 12 : 4), message))) throw new ProofFailed('signature');
    signed.push({ name, kind: key.kind, time });
  }
  const isWhole = end > 0 && /^(0|[1-9]\d{0,15})$/.test(size) && rest.join() === '';
  if (!isWhole || !signed.some(({ name, kind }) => name === origin && kind === logKind))
    throw new ProofFailed('signature');
  return {
    origin,
    size: Number(size),
    root,
    cosigned: signed.flatMap(({ name, kind, time }) => (kind === cosignerKind ? [{ name, time }] : [])),
  };
}

const algorithm = 'Ed25519'; // Not translated: a name.

/** Ed25519, by the browser; one that cannot yet loads a library for it. */
async function isSigned(key: Bytes, signature: Bytes, message: Bytes): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']).catch(() => undefined);
  if (imported) return crypto.subtle.verify(algorithm, imported, signature, message);
  const { verifyAsync } = await import('@noble/ed25519');
  return verifyAsync(signature, message, key);
}
