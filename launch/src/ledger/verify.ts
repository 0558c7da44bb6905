import { readFile } from 'node:fs/promises';
import type { Store } from '@touchline/store/connect';
import { readPublicKey, verifyMoney } from '@touchline/store/ledger';
import { StartRefused } from '../refusal.ts';
import type { LedgerOptions } from './options.ts';
import { count, counted, type Progress } from './progress.ts';

/** How many findings of a kind are printed. */
const mostPrinted = 20;

/** Recomputes the whole ledger and prints what it found. @throws {StartRefused} if the kept checkpoint cannot be read */
export async function verify(
  { pool }: Store,
  { checkpoint }: LedgerOptions & { verb: 'verify' },
  publicPem: string | undefined,
  { print, report: note, progress }: Voices & { readonly progress: Progress },
): Promise<number> {
  const kept = checkpoint === undefined ? undefined : [await readNote(checkpoint)];
  if (publicPem === undefined) note("The operator's key is not known here: a log signed with any key is accepted.");
  const report = await verifyMoney(pool, {
    onProgress: progress.seen,
    publicKey: publicPem === undefined ? undefined : readPublicKey(publicPem),
    kept,
  }).finally(progress.end);
  const { wallets, events, entries, checkpoints, uncovered, bets, findings, found } = report;
  const ofWallets = `${counted(events, 'event')} of ${counted(wallets, 'wallet')}`;
  print(
    `${ofWallets}, ${counted(entries, 'leg')} of double entry, ${counted(checkpoints, 'checkpoint')}, ${counted(bets, 'bet')}`,
  );
  if (uncovered > 0) print(`Not covered by a signed checkpoint yet: ${counted(uncovered, 'event')}.`);
  if (report.passed) {
    print('Everything adds up.');
    return 0;
  }
  print('The ledger does not add up:');
  for (const [kind, total] of Object.entries(found)) {
    const shown = findings.filter((finding) => finding.kind === kind).slice(0, mostPrinted);
    for (const { sentence } of shown) print(`  ${kind}: ${sentence}`);
    if (total > shown.length) print(`  ${kind}: and ${count(total - shown.length)} more`);
  }
  return 1;
}

const readNote = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartRefused(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });

export type Voices = { readonly print: (line: string) => void; readonly report: (line: string) => void };
