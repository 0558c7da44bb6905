/** Prices random matches: the cost of a match and of 50 live ones each second, and no certain win among 10,000 books. */
import { median } from './figures.ts';
import { checkPrices, pricesOf } from './price-checks.ts';
import { randomMatches } from './random-matches.ts';
import { atLeast, atMost, runBench } from './run-bench.ts';

const booksIn = { full: 10_000, quick: 200 } as const;
const seed = 20_261_123;

await runBench(
  'pricing',
  async ({ pace, print, signal }) => {
    const books = booksIn[pace];
    const next = randomMatches(seed);
    const matches = Array.from({ length: 500 }, next);
    for (const match of matches) pricesOf(match);
    const cost = cpuMsOf(() => matches.forEach(pricesOf)) / matches.length;
    const live = matches.filter(({ firstHalfShareLeft }) => firstHalfShareLeft !== undefined).slice(0, 50);
    const rounds = 20;
    const share = cpuMsOf(() => Array.from({ length: rounds }, () => live.forEach(pricesOf))) / rounds / 10;

    let [offered, suspended, disordered, surest] = [0, 0, 0, Number.NEGATIVE_INFINITY];
    while (offered < books) {
      signal.throwIfAborted();
      const match = next();
      const prices = pricesOf(match);
      if (prices.length === 0) {
        suspended += 1;
        continue;
      }
      const found = checkPrices(prices, match);
      offered += 1;
      disordered += found.disordered;
      surest = Math.max(surest, found.sureWin);
      if (offered % 1_000 === 0) print(`${offered} books checked`);
      // Lets a signal in.
      if (offered % 100 === 0) await new Promise(setImmediate);
    }
    const prices = matches.map((match) => pricesOf(match).length).filter((count) => count > 0);
    return {
      lines: [
        `A match has ${median(prices)} prices. ${offered} random books were checked (seed ${seed}), ${suspended} suspended as contradictory.`,
        `The closest to a certain win loses ${(-surest * 100).toFixed(2)} % of the stakes.`,
      ],
      goals: [
        atMost('all markets of one match, ms of CPU', cost, 1),
        atMost('50 live matches each second, % of a core', share, 25),
        atLeast('smallest certain loss, % of stakes', -surest * 100, 0),
        atMost('pairs of prices in the wrong order', disordered, 0),
      ],
      figures: { books: offered, suspended, prices: median(prices), ms: cost, share, surest, disordered },
      mustMeet: true,
    };
  },
  { longestMs: () => 3_600_000 },
);

/** CPU time, because other programs share the machine. */
function cpuMsOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
