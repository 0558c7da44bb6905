import { closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '@touchline/tlog/durable-file';
import { hashBytes } from '@touchline/tlog/tree';
import { z } from 'zod';
import { createWalletStates, stateBytes, type WalletStates } from './wallet-states.ts';

/**
 * What the signer remembers outside the database: the head of the log that it signed last, and the wallets of its newest seal. The
 * database's owner cannot make it forget or change these.
 */
export type StateFolder = {
  readonly readHead: () => SignedHead | undefined;
  readonly writeHead: (head: SignedHead) => void;
  /** `readWallets`: reads the wallets as well, a hundred bytes each. */
  readonly readSealed: () => (SealedState & { readonly readWallets: () => WalletStates }) | undefined;
  readonly writeSealed: (state: SealedState, wallets: WalletStates) => void;
};

const hex = z.string().regex(/^[0-9a-f]{64}$/);
const headSchema = z.object({
  origin: z.string(),
  size: z.int().min(0),
  root: hex,
  /** The signed note; empty before the first. */
  note: z.string(),
  /** What is being appended: signed only after the database has committed it. */
  next: z.object({ size: z.int().min(0), root: hex }).optional(),
});
export type SignedHead = z.infer<typeof headSchema>;

const sealedSchema = z.object({
  origin: z.string(),
  /** The newest seal and its text. */
  seal: z.int().min(1),
  text: z.string(),
  /** The root of the seal's sum tree. */
  sumRoot: hex,
  /** The log that the wallets follow from: its size and root, and the events counted. */
  size: z.int().min(0),
  root: hex,
  events: z.int().min(0),
  wallets: z.int().min(0),
});
export type SealedState = Omit<z.infer<typeof sealedSchema>, 'wallets'>;

const headFile = 'head.json';
const sealedFile = 'sealed.bin';

export function openStateFolder(folder: string): StateFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    readHead: () => {
      const text = readIfPresent(join(folder, headFile));
      return text && headSchema.parse(JSON.parse(text.toString('utf8')));
    },
    writeHead: (head) => writeDurably(join(folder, headFile), [Buffer.from(`${JSON.stringify(head)}\n`, 'utf8')]),
    readSealed: () =>
      readPresent(join(folder, sealedFile), (file) => {
        const start = Buffer.alloc(mostHeaderBytes);
        const end = start.subarray(0, readSync(file, start, 0, start.length, 0)).indexOf('\n');
        const { wallets, ...state } = sealedSchema.parse(JSON.parse(start.toString('utf8', 0, end)));
        return { ...state, readWallets: () => readWallets(join(folder, sealedFile), wallets, end + 1) };
      }),
    writeSealed: (header, wallets) => {
      const line = `${JSON.stringify({ ...header, wallets: wallets.count() })}\n`;
      writeDurably(join(folder, sealedFile), [Buffer.from(line, 'utf8'), ...wallets.toBytes()]);
    },
  };
}

const mostHeaderBytes = 65_536;

/** Reads the wallets straight into the memory where they stay. */
function readWallets(path: string, count: number, start: number): WalletStates {
  const wallets = readPresent(path, (file) => {
    if (fstatSync(file).size !== start + count * stateBytes) throw new Error(`${path} is cut off`);
    let position = start;
    return createWalletStates(count, (part) => {
      for (let at = 0; at < part.length; ) {
        const length = readSync(file, part, at, part.length - at, position);
        if (length === 0) throw new Error(`${path} is cut off`);
        at += length;
        position += length;
      }
    });
  });
  if (!wallets) throw new Error(`${path} is missing`);
  return wallets;
}

function readPresent<Value>(path: string, read: (file: number) => Value): Value | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return read(file);
  } finally {
    closeSync(file);
  }
}

/** Where a state begins that no file holds. */
export const noHash = '0'.repeat(2 * hashBytes);
