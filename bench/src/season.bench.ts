/** Bets on whole seasons, plays and settles them, compares every payout with the file and verifies the ledger: -- season FILE.csv… */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { playSeason, type SeasonReport } from '@touchline/e2e/play-season';
import { readSeasonFile, seasonOf } from '@touchline/e2e/season-file';
import { atMost, runBench, table } from './run-bench.ts';

const accumulatorsOf = { full: 1_000, quick: 200 } as const;
const secondsOfOneSeason = 900;

await runBench(
  'season',
  async ({ pace, args, print }) => {
    if (args.length === 0) throw new Error('Use: npm run bench -- season FILE.csv …');
    const seasons = Map.groupBy(
      [...new Set(args.map((file) => resolve(process.env['INIT_CWD'] ?? '.', file)))],
      (file) => seasonOf(readSeasonFile(readFileSync(file, 'utf8'))[0]?.day ?? ''),
    );
    const rows: { readonly name: string; readonly report: SeasonReport }[] = [];
    for (const [year, files] of [...seasons].sort(([one], [other]) => one - other)) {
      const name = `${year}/${year + 1} ${files.map((file) => basename(file, '.csv')).join(' ')}`;
      print(name);
      const report = await playSeason(files, { accumulators: accumulatorsOf[pace], seed: year, say: print });
      rows.push({ name, report });
      for (const difference of report.differences.slice(0, 20)) print(`  ${difference}`);
    }
    const differences = rows.reduce((sum, { report }) => sum + report.differences.length, 0);
    return {
      lines: table([
        [
          'season',
          'matches',
          'singles',
          'derived',
          'not offered',
          'accumulators',
          'systems',
          'builders',
          'mixed',
          'cashed out',
          'automatically',
          'for',
          'staked',
          'paid',
          'by the file',
          'differences',
          'bets/s',
          'minutes',
        ],
        ...rows.map(({ name, report }) => [
          name,
          String(report.matches),
          String(report.singles),
          String(report.derived),
          String(report.refused),
          String(report.accumulators),
          String(report.systems),
          String(report.builders),
          String(report.mixed),
          String(report.cashedOut),
          String(report.automatic),
          dollars(report.cashedOutCents),
          dollars(report.stakedCents),
          dollars(report.paidCents),
          dollars(report.expectedCents),
          String(report.differences.length),
          report.placedPerSecond.toFixed(0),
          report.minutes.toFixed(1),
        ]),
      ]),
      goals: [atMost('payouts and balances that differ from the file, and findings in the ledger', differences, 0)],
      figures: { seasons: rows.map(({ name, report }) => ({ name, ...report })) },
      mustMeet: true,
    };
  },
  { longestMs: ({ args }) => Math.max(1, args.length) * secondsOfOneSeason * 1000 },
);

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
