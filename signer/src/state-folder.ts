import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '@touchline/tlog/durable-file';
import { hashBytes } from '@touchline/tlog/tree';
import { z } from 'zod';
import { createWalletStates, type WalletStates } from './wallet-states.ts';

/**
 * What the signer remembers outside the database: the head of the log that it signed last, and the wallets of its newest seal. The
 * database's owner cannot make it forget or change these.
 */
export type StateFolder = {
  readonly readHead: () => SignedHead | undefined;
  readonly writeHead: (head: SignedHead) => void;
  readonly readSealed: () => SealedState | undefined;
  readonly writeSealed: (state: Omit<SealedState, 'wallets'>, wallets: WalletStates) => void;
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
export type SealedState = Omit<z.infer<typeof sealedSchema>, 'wallets'> & { readonly wallets: WalletStates };

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
    readSealed: () => {
      const bytes = readIfPresent(join(folder, sealedFile));
      if (!bytes) return undefined;
      const end = bytes.indexOf('\n');
      const { wallets, ...header } = sealedSchema.parse(JSON.parse(bytes.toString('utf8', 0, end)));
      const states = createWalletStates(bytes.subarray(end + 1));
      if (states.count() !== wallets) throw new Error(`${join(folder, sealedFile)} is cut off`);
      return { ...header, wallets: states };
    },
    writeSealed: (header, wallets) => {
      const line = `${JSON.stringify({ ...header, wallets: wallets.count() })}\n`;
      writeDurably(join(folder, sealedFile), [Buffer.from(line, 'utf8'), ...wallets.toBytes()]);
    },
  };
}

/** Where a state begins that no file holds. */
export const noHash = '0'.repeat(2 * hashBytes);
