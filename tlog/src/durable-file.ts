import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files for what a signer or witness must never forget. */

export function readIfPresent(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file so that after a power cut it holds the old content or the new one. Only its owner can read it. */
export function writeDurably(file: string, parts: readonly Buffer[]): void {
  const draft = `${file}.new`;
  const written = openSync(draft, 'w', 0o600);
  try {
    for (const part of parts) for (let at = 0; at < part.length; ) at += writeSync(written, part, at);
    fsyncSync(written);
  } finally {
    closeSync(written);
  }
  renameSync(draft, file);
  // Windows cannot open a folder; there a rename is durable by itself.
  if (process.platform === 'win32') return;
  const directory = openSync(dirname(file), 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
