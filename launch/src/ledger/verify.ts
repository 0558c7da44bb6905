import type { Store } from '@touchline/store/connect';
import { publicKeyFromPem, verifyMoney } from '@touchline/store/ledger';
import { count, counted, type Progress } from './progress.ts';

/** Recomputes the whole ledger and prints the first finding of each kind. */
export async function verify(
  { pool }: Store,
  publicPem: string | undefined,
  { print, report: note, progress }: Voices & { readonly progress: Progress },
): Promise<number> {
  if (publicPem === undefined)
    note("The operator's key is not known here: checkpoints signed with any key are accepted.");
  const report = await verifyMoney(pool, {
    onProgress: progress.seen,
    ...(publicPem !== undefined && { publicKey: publicKeyFromPem(publicPem) }),
  }).finally(progress.end);
  const { wallets, events, entries, checkpoints, bets, findings } = report;
  const ofWallets = `${counted(events, 'event')} of ${counted(wallets, 'wallet')}`;
  print(
    `${ofWallets}, ${counted(entries, 'leg')} of double entry, ${counted(checkpoints, 'checkpoint')}, ${counted(bets, 'bet')}`,
  );
  if (report.passed) {
    print('Everything adds up.');
    return 0;
  }
  print('The ledger does not add up:');
  for (const { kind, sentence, count: times } of findings) {
    print(`  ${kind}: ${sentence}${times > 1 ? ` (the first of ${count(times)})` : ''}`);
  }
  return 1;
}

export type Voices = { readonly print: (line: string) => void; readonly report: (line: string) => void };
