import type { Store } from '@touchline/store/connect';
import { publicKeyFromPem, verifyMoney } from '@touchline/store/ledger';
import { count, counted, type Progress } from './progress.ts';

/** Re-computes the whole ledger; what does not add up is named, the first place of each kind. */
export async function verify(
  { pool }: Store,
  publicPem: string | undefined,
  { say, tell, progress }: Voices & { readonly progress: Progress },
): Promise<number> {
  if (publicPem === undefined)
    tell("The operator's key is not known here: checkpoints signed with any key are accepted.");
  const report = await verifyMoney(pool, {
    onProgress: progress.seen,
    ...(publicPem !== undefined && { publicKey: publicKeyFromPem(publicPem) }),
  }).finally(progress.end);
  const { wallets, events, entries, checkpoints, bets, findings } = report;
  const ofWallets = `${counted(events, 'event')} of ${counted(wallets, 'wallet')}`;
  say(
    `${ofWallets}, ${counted(entries, 'leg')} of double entry, ${counted(checkpoints, 'checkpoint')}, ${counted(bets, 'bet')}`,
  );
  if (report.passed) {
    say('Everything adds up.');
    return 0;
  }
  say('The ledger does not add up:');
  for (const { kind, sentence, count: times } of findings) {
    say(`  ${kind}: ${sentence}${times > 1 ? ` (the first of ${count(times)})` : ''}`);
  }
  return 1;
}

export type Voices = { readonly say: (line: string) => void; readonly tell: (line: string) => void };
