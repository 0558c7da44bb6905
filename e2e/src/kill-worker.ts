/**
 * Kills the worker while it pays out, several times, and shows from the ledger that every bet was settled exactly once.
 *
 *   node e2e/src/kill-worker.ts [--bets 1000] [--bettors 11]
 */
import { parseArgs } from 'node:util';
import { dollarsText } from './exact-payout.ts';
import { type KillReport, killDuringSettlement } from './kill-during-settlement.ts';
import { openProduct } from './open-product.ts';

const { values } = parseArgs({
  options: { bets: { type: 'string', default: '1000' }, bettors: { type: 'string', default: '11' } },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const product = await openProduct({ env: { ODDS_POLL_SECONDS: '1' } });
try {
  const report = await killDuringSettlement(product, {
    bets: Number(values.bets),
    bettors: Number(values.bettors),
    say,
  });
  printReport(report);
  process.exitCode = isSound(report) ? 0 : 1;
} finally {
  await product.stop();
}

function isSound({ audit }: KillReport): boolean {
  const faults = audit.notOnce.length + audit.wrong.length + audit.wrongWallets.length;
  return faults === 0 && audit.sumCents === 0 && audit.ledger.passed;
}

function printReport({ kills, audit, tookMs }: KillReport): void {
  const { ledger } = audit;
  const rows: readonly (readonly [string, string | number])[] = [
    ['kills', kills.length],
    ['bets', audit.bets],
    ['  won', audit.won],
    ['  lost', audit.lost],
    ['paid', dollarsText(audit.paidCents)],
    ['bets not settled exactly once', audit.notOnce.length],
    ['bets with a wrong end or payout', audit.wrong.length],
    ['wallets that differ from the fold', audit.wrongWallets.length],
    ['sum of all accounts', dollarsText(audit.sumCents)],
    ['ledger events verified', ledger.events],
    ['ledger', ledger.passed ? 'passed' : `FAILED: ${ledger.findings.map(({ sentence }) => sentence).join('; ')}`],
    ['from the final whistle, kills included', `${(tookMs / 1000).toFixed(1)} s`],
  ];
  for (const [what, value] of rows) say(`${what.padEnd(42)}${String(value).padStart(12)}`);
}
