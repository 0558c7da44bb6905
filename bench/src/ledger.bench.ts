// Bets per second through the wallet writer, beside one transaction per bet and pgbench TPC-B.
import { betPaths } from './bet-paths.ts';
import { median, percentile } from './figures.ts';
import type { Stretch } from './load-loops.ts';
import { atLeast, atMost, type Goal, type Report, rounded, runBench, table } from './run-bench.ts';

const AT_ONCE = [1, 8, 64, 256, 1024];
const PACES = { full: { rounds: 3, forMs: 2_000 }, quick: { rounds: 1, forMs: 1_000 } } as const;

type Cell = { readonly way: string; readonly atOnce: number; readonly stretches: Stretch[] };

await runBench('ledger', async (run) => {
  const { paths, checkBooks, figures } = await betPaths(run);
  const { rounds, forMs } = PACES[run.pace];
  const cells: Cell[] = [];
  // A machine's speed changes within minutes, so compared runs are seconds apart and repeated in every round.
  for (let round = 0; round < rounds; round += 1) {
    for (const atOnce of AT_ONCE) {
      for (const path of paths.filter((each) => each.at.includes(atOnce))) {
        run.signal.throwIfAborted();
        const stretch = await path.load({ atOnce, forMs, signal: run.signal });
        stretchesOf(cells, path.way, atOnce).push(stretch);
      }
    }
    run.print(`round ${round + 1} of ${rounds}: ${await checkBooks()} bets, all of them in the books`);
  }
  return report(cells, figures);
});

function stretchesOf(cells: Cell[], way: string, atOnce: number): Stretch[] {
  const known = cells.find((cell) => cell.way === way && cell.atOnce === atOnce);
  if (known) return known.stretches;
  const added = { way, atOnce, stretches: [] };
  cells.push(added);
  return added.stretches;
}

function report(cells: readonly Cell[], figures: Report['figures']): Report {
  const measured = cells.map(({ way, atOnce, stretches }) => ({
    way,
    atOnce,
    perSecond: Math.round(median(stretches.map((stretch) => stretch.perSecond))),
    p50: rounded(median(stretches.map((stretch) => percentile(stretch.sorted, 0.5)))),
    p99: rounded(median(stretches.map((stretch) => percentile(stretch.sorted, 0.99)))),
  }));
  const at = (way: string, atOnce: number) => measured.find((row) => row.way === way && row.atOnce === atOnce);
  const rate = (way: string) => at(way, 256)?.perSecond ?? Number.NaN;
  const p50 = (way: string) => at(way, 1)?.p50 ?? Number.NaN;
  const overTpcB: Goal[] = at('pgbench TPC-B', 256)
    ? [
        atLeast('two writers ÷ pgbench TPC-B, 256 at once', rate('two writers') / rate('pgbench TPC-B'), 5),
        atLeast('one writer ÷ pgbench TPC-B, 256 at once', rate('one writer') / rate('pgbench TPC-B'), 5),
      ]
    : [];
  return {
    lines: table([
      ['median of the rounds', 'at once', 'per second', 'p50 ms', 'p99 ms'],
      ...measured.map((row) => [row.way, ...[row.atOnce, row.perSecond, row.p50, row.p99].map(String)]),
    ]),
    goals: [
      atLeast('one writer ÷ plain path, 256 at once', rate('one writer') / rate('plain path'), 4),
      ...overTpcB,
      atMost('p50 of one writer ÷ plain path, 1 at once', p50('one writer') / p50('plain path'), 1.5),
    ],
    figures: { ...figures, measured },
  };
}
