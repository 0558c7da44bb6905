// The cash-out values of bets on recorded matches in play, through the whole product, as pictures: -- cash-out RECORDING.csv.gz …
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { playRecordings, type ReplayedBet, type ReplayedMatch } from '@touchline/e2e/play-recordings';
import { readRecording } from './recordings.ts';
import { atMost, type BenchRun, type Report, runBench } from './run-bench.ts';

/** How many times as fast as it was played a match is replayed. */
const SIZES = { speed: 4 };
const LONGEST_MATCH_MS = 130 * 60_000;
const colours = ['#1f77b4', '#7f7f7f', '#d62728', '#2ca02c', '#9467bd', '#ff7f0e'];

/** Samples are taken every second of the replay. */
const seconds = (count: number, speed: number): string => `${count * speed} s`;
const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
const sum = <Value>(values: readonly Value[], of: (value: Value) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

await runBench('cash-out', measure, {
  sizes: SIZES,
  longestMs: ({ sizes }) => LONGEST_MATCH_MS / (sizes['speed'] ?? 1) + 300_000,
});

async function measure({ args, sizes: { speed = SIZES.speed }, print, signal }: BenchRun): Promise<Report> {
  if (args.length === 0) {
    throw new Error('Name recordings of matches in play: npm run bench -- cash-out RECORDING.csv.gz …');
  }
  const folder = process.env['INIT_CWD'] ?? '.';
  const recordings = args.map((file) => readRecording(resolve(folder, file)));
  const { matches, findings } = await playRecordings(recordings, { speed, say: print, signal });
  for (const [at, match] of matches.entries()) {
    const picture = resolve(folder, `${basename(args[at] ?? '').replace(/\.csv(\.gz)?$/, '')}.svg`);
    writeFileSync(picture, draw(match));
    print(`drawn in ${picture}`);
  }
  const bets = matches.flatMap((match) => match.bets);
  const count = (of: (bet: ReplayedBet) => boolean) => bets.filter(of).length;
  return {
    lines: [
      ...matches.flatMap(({ recording: { name, goals }, suspended, bets: own }) => [
        '',
        `${name}: ${goals.length} goals, suspended for ${suspended} s of the recording`,
        ...own.map((bet) => `  $10 on ${bet.label} at ${bet.bet.totalOdds.toFixed(2)}: ${textOf(bet, speed)}`),
      ]),
      '',
      ...findings,
    ],
    goals: [
      atMost(
        'values while the market was suspended',
        sum(matches, (match) => match.valuedWhileSuspended),
        0,
      ),
      atMost(
        'automatic cash-outs below their target',
        count(({ paid, target }) => paid !== undefined && paid.amount < target),
        0,
      ),
      atMost(
        'times at the target without a cash-out',
        sum(bets, ({ missed }) => missed),
        0,
      ),
      atMost('findings in the ledger', findings.length, 0),
    ],
    figures: {
      speed,
      matches: matches.map(({ recording, suspended, bets: own }) => ({
        name: recording.name,
        suspended,
        bets: own.map(({ label, paid, samples }) => ({
          label,
          paid,
          without: Object.fromEntries(withoutValue(samples)),
        })),
      })),
    },
    mustMeet: true,
  };
}

function textOf({ bet, target, paid, samples }: ReplayedBet, speed: number): string {
  const shares = [...withoutValue(samples)].map(([why, count]) => `${seconds(count, speed)} (${why})`);
  const values = `valued for ${seconds(samples.filter(({ amount }) => amount !== undefined).length, speed)}`;
  const outcome = paid
    ? `cashed out automatically for ${dollars(paid.amount)} in minute ${Math.floor(paid.second / 60)}, ${paid.waited.toFixed(1)} s after the target of ${dollars(target)} was reached`
    : `never long enough worth ${dollars(target)}; ${bet.status}`;
  return `${values}, not for ${shares.join(', ') || '0 s'}; ${outcome}`;
}

function withoutValue(samples: ReplayedBet['samples']): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { why } of samples) if (why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  return counts;
}

/** One line per bet: its value by the minute, gaps where there is none, goals as dashed lines, automatic cash-outs as dots. */
function draw({ recording: { name, goals, quotes }, bets }: ReplayedMatch): string {
  const [width, height, left, top, bottom] = [1_200, 540, 60, 50, 80];
  const to = quotes.at(-1)?.second ?? 1;
  const most = Math.max(...bets.flatMap(({ samples }) => samples.map(({ amount = 0 }) => amount)));
  const x = (second: number) => left + (second / to) * (width - left - 20);
  const y = (amount: number) => height - bottom - (amount / most) * (height - top - bottom);
  const lineOf = ({ samples }: ReplayedBet) => {
    let [path, isDown] = ['', false];
    for (const { second, amount } of samples) {
      if (amount !== undefined) path += `${isDown ? 'L' : 'M'}${x(second).toFixed(1)} ${y(amount).toFixed(1)}`;
      isDown = amount !== undefined;
    }
    return path;
  };
  const text = (at: readonly [number, number], what: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" font-family="sans-serif" font-size="13" ${more}>${what}</text>`;
  const ticks = Array.from({ length: 5 }, (_, at) => (most / 4) * at);
  const pauses = quotes.flatMap(({ second, chances }, at) =>
    chances ? [] : [[second, quotes[at + 1]?.second ?? second] as const],
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...pauses.map(
      ([from, until]) =>
        `<rect x="${x(from).toFixed(1)}" y="${top}" width="${(x(until) - x(from)).toFixed(1)}" height="${height - top - bottom}" fill="#eee"/>`,
    ),
    text(
      [left, 24],
      `${name}: what $10 on each selection can be cashed out for (grey: suspended)`,
      'font-weight="bold"',
    ),
    ...ticks.map(
      (amount) =>
        `<path d="M${left} ${y(amount)}H${width - 20}" stroke="#ddd"/>${text([8, y(amount) + 4], `$${(amount / 100).toFixed(0)}`)}`,
    ),
    ...goals.map(
      ({ second, score }) =>
        `<path d="M${x(second)} ${top}V${height - bottom}" stroke="#999" stroke-dasharray="4 4"/>${text([x(second) - 10, top - 6], `${score.home}–${score.away}`)}`,
    ),
    ...bets.map((bet, at) => `<path d="${lineOf(bet)}" fill="none" stroke="${colours[at]}" stroke-width="1.6"/>`),
    ...bets.flatMap(({ paid }, at) =>
      paid ? [`<circle cx="${x(paid.second)}" cy="${y(paid.amount)}" r="6" fill="${colours[at]}" stroke="#000"/>`] : [],
    ),
    ...Array.from({ length: Math.floor(to / 900) + 1 }, (_, at) =>
      text([x(at * 900) - 8, height - bottom + 20], `${at * 15}′`),
    ),
    ...bets.map(({ label, bet, paid }, at) =>
      text(
        [left + (at % 3) * 370, height - 34 + Math.floor(at / 3) * 22],
        `■ ${label} ${bet.totalOdds.toFixed(2)}${paid ? ` · paid ${dollars(paid.amount)}` : ''}`,
        `fill="${colours[at]}"`,
      ),
    ),
    '</svg>',
  ].join('\n');
}
