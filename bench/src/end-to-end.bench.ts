// From the provider to the screen: a changed price, a goal that locks prices, and the balance after a settlement, in two browsers.

import { measureLatencies } from '@touchline/e2e/latencies';
import { openProduct } from '@touchline/e2e/rolling';
import { connect } from '@touchline/store/connect';
import { percentile } from './figures.ts';
import { type BenchRun, type Report, runBench, table } from './run-bench.ts';

const ROUNDS = {
  full: { prices: 50, goals: 20, settlements: 20 },
  quick: { prices: 10, goals: 4, settlements: 4 },
};
/** How often the provider is asked: on average a change waits there for half as long. */
const POLL_SECONDS = 1;

await runBench('end-to-end', measure, { longestMs: () => 600_000 });

async function measure(run: BenchRun): Promise<Report> {
  const product = await openProduct({
    env: {
      ODDS_POLL_SECONDS: String(POLL_SECONDS),
      IN_PLAY_BETTING: 'open',
      RESULT_STABLE_SECONDS: '0',
    },
  });
  run.atEnd(() => product.stop());
  const store = connect(product.ownerUrl, { max: 1 });
  run.atEnd(() => store.close());
  const settledAt = async (betId: string): Promise<number | undefined> => {
    const { rows } = await store.pool.query<{ at: number }>(
      "select date_part('epoch', recorded_at) * 1000 as at from ledger_events where key = $1",
      [`settle:${betId}:1`],
    );
    return rows[0]?.at;
  };
  const { prices, goals, balances } = await measureLatencies({ product, settledAt, say: run.print }, ROUNDS[run.pace]);
  const rows = [
    figuresOf('price at the provider → screen', prices),
    figuresOf('goal at the provider → locked prices', goals),
    figuresOf('settlement → balance on screen', balances),
  ];
  return {
    lines: [
      ...table([
        [`two browsers, the provider is asked every ${POLL_SECONDS} s`, 'count', 'p50 ms', 'p99 ms'],
        ...rows.map(({ what, count, p50, p99 }) => [what, String(count), String(p50), String(p99)]),
      ]),
    ],
    goals: [],
    figures: { pollSeconds: POLL_SECONDS, rows },
  };
}

function figuresOf(what: string, times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(percentile(sorted, share));
  return { what, count: times.length, p50: at(0.5), p99: at(0.99) };
}
