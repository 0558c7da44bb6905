import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Store } from '@touchline/store/connect';
import { exportLedger, proveWallet } from '@touchline/store/ledger';
import { codeOf, StartRefused } from '../refusal.ts';
import type { LedgerOptions } from './options.ts';
import type { Progress } from './progress.ts';
import { findWallet } from './replay.ts';

type Way = { readonly out: Writable; readonly report: (line: string) => void };

export async function exportTo(
  { pool }: Store,
  { format, out }: LedgerOptions & { verb: 'export' },
  { progress, ...way }: Way & { readonly progress: Progress },
): Promise<number> {
  const content = Readable.from(exportLedger(pool, { format, onProgress: progress.seen }), { objectMode: false });
  await writeOutput(content, out, way).finally(progress.end);
  return 0;
}

export async function proofTo(
  store: Store,
  { wallet, out }: LedgerOptions & { verb: 'prove' },
  way: Way,
): Promise<number> {
  const proof = await proveWallet(store.pool, await findWallet(store, wallet));
  if (proof === 'no-wallet') throw new StartRefused(`There is no wallet "${wallet}".`);
  await writeOutput(Readable.from(whole(proof), { objectMode: false }), out, way);
  return 0;
}

/** Yields the proof and a final line break. */
async function* whole(proof: AsyncIterable<string>): AsyncGenerator<string> {
  yield* proof;
  yield '\n';
}

/** Writes to a file, renamed into place once complete; or to stdout, for as long as it is read. */
async function writeOutput(content: Readable, file: string | undefined, { out, report }: Way): Promise<void> {
  if (file === undefined) {
    await pipeline(content, out, { end: false }).catch((error: unknown) => {
      if (codeOf(error) !== 'EPIPE') throw error;
    });
    return;
  }
  const part = `${file}.part`;
  try {
    await pipeline(content, createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    const isOfFile = error instanceof Error && 'path' in error;
    if (isOfFile) throw new StartRefused(`${file} cannot be written: ${error.message}`);
    throw error;
  }
  report(`Written: ${file}`);
}
