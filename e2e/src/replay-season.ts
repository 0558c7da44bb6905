/**
 * Plays a real season again on the whole product, bets $10 on every home win at the listed Bet365 price, and compares what was
 * paid with the sum computed straight from the file, to the cent.
 *
 *   node e2e/src/replay-season.ts FILE.csv [--from 2025-05-10] [--speed 3600] [--lead 90]
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BetView, MatchRow } from '@touchline/core/contract';
import { type Bettor, demoBettor, logIn, matchesOf } from './bettor.ts';
import { centsOf, dollarsText, exactPayout } from './exact-payout.ts';
import { openProduct } from './open-product.ts';
import { type PlayedMatch, playedMatches } from './played-matches.ts';
import { until } from './until.ts';

const stakeCents = 1000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: '2025-05-10' },
    speed: { type: 'string', default: '3600' },
    lead: { type: 'string', default: '90' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const [file] = positionals;
if (file === undefined) {
  say('Use: node e2e/src/replay-season.ts FILE.csv [--from 2025-05-10] [--speed 3600] [--lead 90]');
  process.exitCode = 1;
} else {
  process.exitCode = await replay(resolve(file), values.from, Number(values.speed), Number(values.lead));
}

type Line = { readonly match: PlayedMatch; readonly bet: BetView };

async function replay(path: string, from: string, speed: number, leadSeconds: number): Promise<number> {
  const played = playedMatches(readFileSync(path, 'utf8'), from);
  const priced = played.filter((match) => match.homeOdds !== undefined);
  say(`${basename(path)} from ${from}: ${played.length} matches, ${priced.length} with a Bet365 price`);
  const product = await openProduct({ replay: { files: [path], from, speed, leadSeconds } });
  try {
    const bettor = await logIn(product.url, demoBettor);
    const before = centsOf((await bettor.profile()).balance);
    if (before < priced.length * stakeCents)
      throw new Error(`${dollarsText(before)} do not cover ${priced.length} bets of ${dollarsText(stakeCents)}`);
    const listed = await until('every match to be listed', () => allListed(product.url, played), { withinMs: 60_000 });
    const lines: Line[] = [];
    for (const match of priced) lines.push({ match, bet: await betOn(bettor, match, listed) });
    say(`${lines.length} bets of ${dollarsText(stakeCents)} are placed, waiting for the last match ...`);
    const settled = await until('every bet to be settled', () => allSettled(bettor, lines.length), {
      everyMs: 2000,
      withinMs: 3_600_000,
    });
    return compare(lines, settled, before, centsOf((await bettor.profile()).balance));
  } finally {
    await product.stop();
  }
}

function nameOf({ homeTeam, awayTeam }: { readonly homeTeam: string; readonly awayTeam: string }): string {
  return `${homeTeam} v ${awayTeam}`;
}

async function allListed(url: string, played: readonly PlayedMatch[]) {
  const rows = new Map((await matchesOf(url)).map((row) => [nameOf(row.match), row]));
  return played.every((match) => rows.has(nameOf(match))) ? rows : undefined;
}

async function betOn(bettor: Bettor, match: PlayedMatch, listed: ReadonlyMap<string, MatchRow>): Promise<BetView> {
  const row = listed.get(nameOf(match));
  const odds = row?.odds.homeWin;
  if (row === undefined || odds !== Number(match.homeOdds))
    throw new Error(`${nameOf(match)} is listed at ${odds ?? 'no price'}, the file says ${match.homeOdds}`);
  const leg = { matchId: row.id, betOutcome: `${match.homeTeam} Win`, odds };
  return bettor.place({ stake: stakeCents / 100, matches: [leg], oddsPolicy: 'none' }, `home-win-${row.id}`);
}

async function allSettled(bettor: Bettor, count: number): Promise<ReadonlyMap<string, BetView> | undefined> {
  const bets = await bettor.history();
  const isOver = bets.length === count && bets.every((bet) => bet.status !== 'pending');
  return isOver ? new Map(bets.map((bet) => [bet._id, bet])) : undefined;
}

function compare(lines: readonly Line[], settled: ReadonlyMap<string, BetView>, before: number, after: number): number {
  let [paid, expected, wrong] = [0, 0, 0];
  say(`\n${'match'.padEnd(36)}${'score'.padStart(6)}${'odds'.padStart(7)}${'paid'.padStart(10)}${'file'.padStart(10)}`);
  for (const { match, bet } of lines) {
    const should = match.homeGoals > match.awayGoals ? exactPayout(stakeCents, [match.homeOdds ?? '']) : 0;
    const was = centsOf(settled.get(bet._id)?.payout ?? 0);
    paid += was;
    expected += should;
    if (was !== should) wrong += 1;
    const score = `${match.homeGoals}-${match.awayGoals}`;
    const figures = [score.padStart(6), (match.homeOdds ?? '').padStart(7), text(was), text(should)];
    say(`${nameOf(match).padEnd(36)}${figures.join('')}${was === should ? '' : '  <- differs'}`);
  }
  const staked = lines.length * stakeCents;
  const balance = before - staked + expected;
  say(`${'total'.padEnd(49)}${text(paid)}${text(expected)}`);
  say(`\nbalance ${dollarsText(before)} - ${dollarsText(staked)} + ${dollarsText(paid)} = ${dollarsText(after)}`);
  const isSame = wrong === 0 && paid === expected && after === balance;
  say(
    isSame
      ? 'The same to the cent.'
      : `NOT the same: ${wrong} bets differ, the balance should be ${dollarsText(balance)}.`,
  );
  return isSame ? 0 : 1;
}

function text(cents: number): string {
  return dollarsText(cents).padStart(10);
}
