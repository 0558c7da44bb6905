import type { Store } from '@touchline/store/connect';
import { rebuildWallets } from '@touchline/store/ledger';
import { count, counted, type Progress } from './progress.ts';

/** Folds every balance anew from the events; wallets that had differed are named, and are right afterwards. */
export async function rebuild(
  { pool }: Store,
  { say, progress }: { readonly say: (line: string) => void; readonly progress: Progress },
): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('select count(*) as total from ledger_events');
  const total = rows[0]?.total ?? 0;
  const report = await rebuildWallets(pool, (done) => progress.seen({ done, total })).finally(progress.end);
  say(`${counted(report.wallets, 'balance')} folded anew from ${counted(report.events, 'event')}`);
  if (report.bookDiffered) say('The totals of open bets were not what the bets come to. They are repaired.');
  if (report.mendedCount === 0) {
    say('All of them were right.');
    return report.bookDiffered ? 1 : 0;
  }
  say(`${counted(report.mendedCount, 'wallet')} had another balance, which is mended:`);
  for (const walletId of report.mended) say(`  ${walletId}`);
  if (report.mendedCount > report.mended.length) say(`  and ${count(report.mendedCount - report.mended.length)} more`);
  return 1;
}
