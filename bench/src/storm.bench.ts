/** Kills api, worker and Postgres at random while 20 bettors bet; nothing is lost or doubled, and all restart: -- storm --minutes 10 --seed 1 */
import { type Kill, openProduct, runStorm, type StormReport, targets } from '@touchline/e2e/storm';
import { atMost, type BenchRun, type Report, runBench, table } from './run-bench.ts';

const usualMinutes = { full: 10, quick: 1 } as const;
/** Besides the storm itself: the start, the last responses and the count. */
const aroundMs = 900_000;

await runBench('storm', measureStorm, { sizes: { seed: 1, bettors: 20 }, longestMs: () => aroundMs + 1_200_000 });

async function measureStorm(run: BenchRun): Promise<Report> {
  const { pace, minutes, sizes, print } = run;
  const { seed = 1, bettors = 20 } = sizes;
  const forMs = (minutes || usualMinutes[pace]) * 60_000;
  const product = await openProduct({
    env: { ODDS_POLL_SECONDS: '1' },
    print: (line) => print(line.split('\n')[0] ?? line),
  });
  run.atEnd(() => product.stop());
  print(`${bettors} bettors, kills for ${forMs / 60_000} minutes, seed ${seed} ...`);
  const report = await runStorm(product, { bettors, seed, kills: { forMs }, say: print });
  const { kills, audit, deeds } = report;
  return {
    mustMeet: true,
    lines: linesOf(report),
    goals: [
      atMost('acknowledged and not in the ledger exactly once', audit.lost.length, 0),
      atMost('sent again and again and never answered', deeds.unanswered.length, 0),
      atMost('in the ledger and not acknowledged', audit.unknown.length, 0),
      atMost('done twice', audit.doubled.length, 0),
      atMost('paid deposits not credited exactly once', audit.wrongDeposits.length, 0),
      atMost('faults in the books', audit.wrongBooks.length, 0),
      atMost('exit code of ledger -- verify', report.verifyExitCode, 0),
      atMost('parts that did not come back by themselves', report.notBack === undefined ? 0 : 1, 0),
    ],
    figures: {
      seed,
      bettors,
      minutes: forMs / 60_000,
      kills: kills.map(({ target, ...times }) => ({ target, ...times })),
      acknowledged: Object.fromEntries(countBy(deeds.acknowledged.map(({ kind }) => kind))),
      paidDeposits: deeds.paid.size,
      logIns: deeds.logIns,
      refused: Object.fromEntries(deeds.refused),
      repeated: Object.fromEntries(deeds.repeated),
    },
  };
}

function linesOf({ kills, notBack, deeds, audit }: StormReport): readonly string[] {
  const counts = countBy(deeds.acknowledged.map(({ kind }) => kind));
  const problems = Object.entries(audit).flatMap(([what, found]) => found.slice(0, 5).map((one) => `${what}: ${one}`));
  return [
    '',
    ...table([
      ['killed', 'kills', 'answered s (min/median/max)', 'bet accepted s', 'prices confirmed s'],
      ...[...targets, 'any of them'].flatMap((target) => {
        const own = target === 'any of them' ? kills : kills.filter((kill) => kill.target === target);
        if (own.length === 0) return [];
        const spread = (of: (kill: Kill) => number) => spreadText(own.map(of));
        return [
          [
            target,
            String(own.length),
            spread((k) => k.answered),
            spread((k) => k.betTaken),
            spread((k) => k.pricesConfirmed),
          ],
        ];
      }),
    ]),
    '',
    `acknowledged: ${[...counts].map(([kind, count]) => `${count} ${kind}s`).join(', ')}; ${deeds.paid.size} deposits paid, ${deeds.logIns} logins`,
    `refused: ${textOf(deeds.refused)}`,
    `sent again: ${textOf(deeds.repeated)}`,
    ...(notBack === undefined ? [] : [notBack]),
    ...problems,
  ];
}

function spreadText(seconds: readonly number[]): string {
  const sorted = seconds.toSorted((a, b) => a - b);
  const [least, median, most] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return [least, median, most].map((each) => (each ?? 0).toFixed(1)).join(' / ');
}

function countBy(kinds: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function textOf(counts: ReadonlyMap<string, number>): string {
  return counts.size === 0 ? 'none' : [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
}
