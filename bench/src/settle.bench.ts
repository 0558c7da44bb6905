// Bets settled per second on one match, compared with the rate of placing bets, and the memory it takes.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createWalletWriter } from '@touchline/store/wallet';
import { accumulators, singles, submitBet } from './bench-bets.ts';
import { connectBench, startBenchPostgres } from './bench-postgres.ts';
import { bets, layGround } from './betting-ground.ts';
import { closedLoop } from './load-loops.ts';
import { atLeast, atMost, type BenchRun, type Report, runBench, table } from './run-bench.ts';
import { startWorker } from './start-processes.ts';

/** One fifth of the bets are accumulators with another match that is still open. */
const LEGS = 2;
const AT_ONCE = 256;
/** A busy machine takes minutes to place 100,000 bets. */
const LONGEST_MS = 900_000;
const PLACE_FOR_MS = { full: 5_000, quick: 2_000 } as const;

await runBench('settle', measureSettling, { longestMs: () => LONGEST_MS });

async function measureSettling(run: BenchRun): Promise<Report> {
  const { positionals } = parseArgs({ args: [...run.args], allowPositionals: true });
  const count = Number(positionals[0] ?? (run.pace === 'quick' ? 20_000 : 100_000));
  if (!Number.isSafeInteger(count) || count < 100) throw new RangeError(`not a number of bets: ${positionals[0]}`);
  const postgres = await startBenchPostgres(run);
  const { url, ownerUrl } = postgres;
  const owner = connectBench(run, ownerUrl, 1);
  const store = connectBench(run, url, 4);
  const writer = createWalletWriter(store, { onError: (error) => run.print(`the writer retries after: ${error}`) });
  run.print('Opening 20,000 wallets with a deposit each, and 50 matches ...');
  const ground = await layGround(store, writer);
  const [match, ...others] = ground.matches;
  if (!match) throw new Error('there are no matches');

  run.print(`Placing ${count} bets on one match, one fifth of them accumulators ...`);
  const next = {
    single: singles(ground.players, match),
    accumulator: accumulators(ground.players, match, others, LEGS),
  };
  let placed = 0;
  const place = async () => {
    placed += 1;
    await submitBet(writer, placed % 5 === 0 ? next.accumulator() : next.single());
  };
  while (placed < count) {
    run.signal.throwIfAborted();
    await Promise.all(Array.from({ length: Math.min(2_000, count - placed) }, place));
  }
  await owner.pool.query('vacuum analyze');

  const threeLegs = bets({ players: ground.players, matches: others }, 3);
  const measure = () =>
    closedLoop({ atOnce: AT_ONCE, forMs: PLACE_FOR_MS[run.pace], signal: run.signal }, () =>
      submitBet(writer, threeLegs()),
    );
  const before = await measure();
  run.print('Settling, by the worker of the product ...');
  const worker = await startWorker(run, postgres);
  const idle = worker.residentMb();
  await owner.pool.query(
    `update matches set status = 'finished', home_score = 2, away_score = 1, ended_at = now() where id = $1`,
    [match.id],
  );
  const began = performance.now();
  await graded();
  const seconds = (performance.now() - began) / 1_000;
  const peak = worker.peakMb();
  const after = await measure();

  const { rows } = await owner.pool.query<{ open: number; graded: number }>(
    `select count(*) filter (where b.status = 'pending')::int as open, count(*) filter (where l.status = 'won')::int as graded
     from bet_legs l join bets b on b.id = l.bet_id where l.match_id = $1`,
    [match.id],
  );
  const expected = { open: Math.floor(count / 5), graded: count };
  if (rows[0]?.open !== expected.open || rows[0]?.graded !== expected.graded) {
    throw new Error(`expected ${JSON.stringify(expected)} after settling, found ${JSON.stringify(rows[0])}`);
  }
  const placing = (before.perSecond + after.perSecond) / 2;
  const settling = count / seconds;
  return {
    lines: table([
      ['', 'per second'],
      [`bets placed, ${AT_ONCE} at once, before`, String(Math.round(before.perSecond))],
      [`bets placed, ${AT_ONCE} at once, after`, String(Math.round(after.perSecond))],
      [`${count} bets on one match settled or graded`, String(Math.round(settling))],
      ['memory of the whole worker before, MB', String(Math.round(idle))],
      ['memory of the whole worker at its peak, MB', String(Math.round(peak))],
    ]),
    goals: [
      atLeast('settled ÷ placed, per second', settling / placing, 1),
      atMost('memory of the whole worker at its peak, MB', peak, 300),
    ],
    figures: { count, placing: [before.perSecond, after.perSecond], settling, seconds, idle, peak },
  };

  /** From the end of the match, including the worker's schedule. */
  async function graded(): Promise<void> {
    for (;;) {
      run.signal.throwIfAborted();
      const isGraded = 'select from matches where id = $1 and graded_at is not null';
      const { rowCount } = await owner.pool.query(isGraded, [match?.id]);
      if (rowCount === 1) return;
      await pause(50);
    }
  }
}
