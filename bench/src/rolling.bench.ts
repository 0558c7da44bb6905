/** Restarts two apis ten times in turn and changes the leader twice, under load; no request may be cut. With HAProxy if installed. */
import { hasHaproxy, openProduct, type RollingReport, rollThrough, startHaproxy } from '@touchline/e2e/rolling';
import { connect } from '@touchline/store/connect';
import { atLeast, atMost, type BenchRun, type Report, runBench } from './run-bench.ts';

const paces = {
  full: { rounds: 10, leaders: 2, least: { reads: 10_000, bets: 2_000 } },
  quick: { rounds: 2, leaders: 1, least: { reads: 1_000, bets: 200 } },
} as const;

await runBench('rolling', measureRolling, { longestMs: () => 900_000 });

async function measureRolling(run: BenchRun): Promise<Report> {
  const product = await openProduct({ apis: 2, workers: 2, env: { ODDS_POLL_SECONDS: '1' } });
  run.atEnd(() => product.stop());
  const store = connect(product.ownerUrl, { max: 2 });
  run.atEnd(() => store.close());
  const plan = { ...paces[run.pace], say: run.print };
  run.print('Through the proxy of npm start ...');
  const reports: [string, RollingReport][] = [
    ['own proxy', await rollThrough(product, store, { ...plan, url: product.url })],
  ];
  if (hasHaproxy) {
    run.print('Through HAProxy ...');
    const haproxy = await startHaproxy(product);
    run.atEnd(async () => haproxy.stop());
    reports.push(['HAProxy', await rollThrough(product, store, { ...plan, ...haproxy })]);
  }
  return {
    mustMeet: true,
    lines: reports.flatMap(([name, { reads, bets, acknowledged, refused, cut }]) => [
      `${name}: ${reads} reads, ${bets} bets (${acknowledged.length} acknowledged, ${refused} refused), ${cut.length} cut`,
      ...new Set(cut.slice(0, 5)),
    ]),
    goals: reports.flatMap(([name, { reads, bets, cut }]) => [
      atLeast(`requests, ${name}`, reads + bets, plan.least.reads + plan.least.bets),
      atMost(`requests cut, ${name}`, cut.length, 0),
    ]),
    figures: Object.fromEntries(
      reports.map(([name, { acknowledged, cut, ...counts }]) => [
        name,
        { ...counts, acknowledged: acknowledged.length, cut: cut.length },
      ]),
    ),
  };
}
