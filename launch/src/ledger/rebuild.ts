import type { Store } from '@touchline/store/connect';
import { rebuildWallets } from '@touchline/store/ledger';
import { count, counted, type Progress } from './progress.ts';

/** Recomputes every balance from the events, and names the wallets that differed and were repaired. */
export async function rebuild(
  { pool }: Store,
  { print, progress }: { readonly print: (line: string) => void; readonly progress: Progress },
): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('select count(*) as total from ledger_events');
  const total = rows[0]?.total ?? 0;
  const report = await rebuildWallets(pool, (done) => progress.seen({ done, total })).finally(progress.end);
  print(`${counted(report.wallets, 'balance')} recomputed from ${counted(report.events, 'event')}`);
  if (report.bookDiffered) print('The totals of open bets did not match the bets. They were repaired.');
  if (report.repairedCount === 0) {
    print('All of them were correct.');
    return report.bookDiffered ? 1 : 0;
  }
  print(`${counted(report.repairedCount, 'wallet')} had a wrong balance, which was repaired:`);
  for (const walletId of report.repaired) print(`  ${walletId}`);
  if (report.repairedCount > report.repaired.length)
    print(`  and ${count(report.repairedCount - report.repaired.length)} more`);
  return 1;
}
