import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { BetView, MatchRow } from '@touchline/core/contract';
import { connect } from '@touchline/store/connect';
import { type Bettor, matchesOf } from './bettor.ts';
import { centsOf, exactPayout } from './exact-payout.ts';
import { openProduct } from './open-product.ts';
import { openAccounts } from './place-many.ts';
import { hasWon, readSeasonFile, type SeasonMatch, type SeasonPick, seasonPicks } from './season-file.ts';
import { until } from './until.ts';

const stakeCents = 100;
const bettors = 16;
/** Real seconds for the season itself. */
const seasonSeconds = 60;
/** From the start to the first kick-off every bet has to be placed, by a machine that may be slow and busy. */
const leadSecondsFor = (bets: number): number => 80 + Math.ceil(bets / 100);
/** A long accumulator must stay below the maximum payout. */
const mostOdds = 9_000;
const daySeconds = 86_400;

export type SeasonReport = {
  readonly matches: number;
  readonly singles: number;
  readonly accumulators: number;
  readonly stakedCents: number;
  readonly paidCents: number;
  readonly expectedCents: number;
  readonly placedPerSecond: number;
  /** From the last result in the calendar to the last settled bet. */
  readonly settledWithinMs: number;
  readonly minutes: number;
  readonly differences: readonly string[];
};

type Selection = { readonly match: SeasonMatch; readonly pick: SeasonPick; readonly odds: string };
type Ticket = { readonly selections: readonly Selection[]; readonly key: string };
type Line = { readonly ticket: Ticket; readonly betId: string };

/**
 * Plays the files of one season on a whole product: one dollar on each of the five outcomes of every match, and seeded random
 * accumulators of 2 to 8 legs. Every payout is compared with what follows from the file alone.
 */
export async function playSeason(
  files: readonly string[],
  { accumulators, seed, say }: { readonly accumulators: number; readonly seed: number; say: (line: string) => void },
): Promise<SeasonReport> {
  const matches = files.flatMap((file) => readSeasonFile(readFileSync(file, 'utf8')));
  if (matches.every(({ odds }) => odds.home === undefined && odds.over === undefined)) throw nothingToBetOn(files);
  const began = performance.now();
  const tickets = [...singlesOf(matches), ...accumulatorsOf(matches, accumulators, seed)];
  const days = matches.map(({ day }) => Date.parse(day) / 1000).sort((a, b) => a - b);
  const lasts = (days.at(-1) ?? 0) - (days[0] ?? 0) + daySeconds;
  const leadSeconds = leadSecondsFor(tickets.length);
  const speed = Math.max(1, Math.round(lasts / seasonSeconds));
  const product = await openProduct({
    replay: { files, from: undefined, speed, leadSeconds },
    env: { ODDS_POLL_SECONDS: '1', BET_MAX_LIABILITY: '1000000' },
  });
  const kickOff = Date.now() + leadSeconds * 1000;
  try {
    const rows = await listed(product.url, matches);
    const store = connect(product.ownerUrl, { max: 4, applicationName: 'touchline-season' });
    const accounts = await openAccounts(product.url, store, bettors).finally(() => store.close());
    const placing = performance.now();
    const lines = await placeAll(
      accounts.map(({ bettor }) => bettor),
      tickets,
      rows,
    );
    const placingSeconds = (performance.now() - placing) / 1000;
    const left = Math.round((kickOff - Date.now()) / 1000);
    say(
      `${matches.length} matches, ${lines.length} bets placed in ${placingSeconds.toFixed(1)} s, ${left} s before the first kick-off`,
    );
    const settled = await allSettled(
      accounts.map(({ bettor }) => bettor),
      lines.length,
      (leadSeconds + seasonSeconds + 240) * 1000,
    );
    const settledWithinMs = Date.now() - kickOff - (lasts / speed) * 1000;
    return {
      matches: matches.length,
      singles: tickets.filter(({ selections }) => selections.length === 1).length,
      accumulators: tickets.filter(({ selections }) => selections.length > 1).length,
      placedPerSecond: lines.length / placingSeconds,
      settledWithinMs,
      minutes: (performance.now() - began) / 60_000,
      ...compare(lines, settled),
    };
  } finally {
    await product.stop();
  }
}

const nothingToBetOn = (files: readonly string[]): Error =>
  new Error(`no played match with a price in ${files.map((file) => basename(file)).join(', ')}: nothing can be bet on`);

const nameOf = ({ homeTeam, awayTeam }: { readonly homeTeam: string; readonly awayTeam: string }): string =>
  `${homeTeam} v ${awayTeam}`;

function singlesOf(matches: readonly SeasonMatch[]): readonly Ticket[] {
  return matches.flatMap((match) =>
    seasonPicks.flatMap((pick) => {
      const odds = match.odds[pick];
      return odds === undefined ? [] : [{ selections: [{ match, pick, odds }], key: `${nameOf(match)} ${pick}` }];
    }),
  );
}

function accumulatorsOf(matches: readonly SeasonMatch[], count: number, seed: number): readonly Ticket[] {
  const next = dice(seed);
  const drawn = (): Ticket['selections'] => {
    const legs = 2 + Math.floor(next() * 7);
    const selections: Selection[] = [];
    const taken = new Set<SeasonMatch>();
    for (let attempts = 0; selections.length < legs && attempts < 100; attempts += 1) {
      const match = matches[Math.floor(next() * matches.length)];
      const pick = seasonPicks[Math.floor(next() * seasonPicks.length)];
      const odds = match && pick && match.odds[pick];
      if (!match || !pick || odds === undefined || taken.has(match)) continue;
      if (selections.reduce((product, one) => product * Number(one.odds), Number(odds)) > mostOdds) continue;
      taken.add(match);
      selections.push({ match, pick, odds });
    }
    return selections;
  };
  return Array.from({ length: count }, (_, at) => ({ selections: drawn(), key: `accumulator ${at}` })).filter(
    ({ selections }) => selections.length > 1,
  );
}

/** Uniform in 0 to 1, the same for the same seed (mulberry32). */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Resolves when every match is listed with the prices of its file; rejects with the names of those that are not. */
async function listed(url: string, matches: readonly SeasonMatch[]): Promise<ReadonlyMap<string, MatchRow>> {
  let missing: readonly string[] = [];
  const look = async () => {
    const rows = new Map((await matchesOf(url)).map((row) => [nameOf(row.match), row]));
    missing = matches.filter((match) => !isListed(match, rows.get(nameOf(match)))).map(nameOf);
    return missing.length === 0 ? rows : undefined;
  };
  return until('every match to be listed', look, { withinMs: 60_000, everyMs: 500 }).catch((error: unknown) => {
    if (missing.length === 0) throw error;
    const names = missing.slice(0, 10).join(', ');
    throw new Error(
      `${missing.length} of ${matches.length} matches are not listed at the prices of the file: ${names}`,
    );
  });
}

/** A match without a price may be left out: nothing is bet on it. */
function isListed({ odds }: SeasonMatch, row: MatchRow | undefined): boolean {
  const isPriced = (text: string | undefined, price: unknown) => text === undefined || price === Number(text);
  return isPriced(odds.home, row?.odds.homeWin) && isPriced(odds.over, row?.odds.overUnder?.over);
}

async function placeAll(
  players: readonly Bettor[],
  tickets: readonly Ticket[],
  rows: ReadonlyMap<string, MatchRow>,
): Promise<readonly Line[]> {
  const lines = await Promise.all(
    players.map(async (bettor, first) => {
      const own: Line[] = [];
      for (let at = first; at < tickets.length; at += players.length) {
        const ticket = tickets[at];
        if (!ticket) continue;
        const matches = ticket.selections.map((selection) => legOf(selection, rows));
        const bet = await bettor.place({ stake: stakeCents / 100, matches, oddsPolicy: 'none' }, `season-${at}`);
        own.push({ ticket, betId: bet._id });
      }
      return own;
    }),
  );
  return lines.flat();
}

/** At the price of the file: when the product lists another, the bet is refused. */
function legOf({ match, pick, odds }: Selection, rows: ReadonlyMap<string, MatchRow>) {
  const row = rows.get(nameOf(match));
  if (!row) throw new Error(`${nameOf(match)} is not listed`);
  const { homeTeam, awayTeam } = match;
  const betOutcome = {
    home: `${homeTeam} Win`,
    draw: 'Draw',
    away: `${awayTeam} Win`,
    over: 'Over 2.5',
    under: 'Under 2.5',
  };
  return { matchId: row.id, betOutcome: betOutcome[pick], odds: Number(odds) };
}

async function allSettled(
  players: readonly Bettor[],
  count: number,
  withinMs: number,
): Promise<ReadonlyMap<string, BetView>> {
  const histories = await until(
    'every bet to be settled',
    async () => {
      const bets = (await Promise.all(players.map((bettor) => bettor.history()))).flat();
      return bets.length === count && bets.every(({ status }) => status !== 'pending') ? bets : undefined;
    },
    { everyMs: 5_000, withinMs },
  );
  return new Map(histories.map((bet) => [bet._id, bet]));
}

function compare(lines: readonly Line[], settled: ReadonlyMap<string, BetView>) {
  let [paidCents, expectedCents] = [0, 0];
  const differences: string[] = [];
  for (const { ticket, betId } of lines) {
    const { selections, key } = ticket;
    const isWon = selections.every(({ match, pick }) => hasWon(match, pick));
    const odds = selections.map((selection) => selection.odds);
    const should = isWon ? exactPayout(stakeCents, odds) : 0;
    const bet = settled.get(betId);
    const was = centsOf(bet?.payout ?? Number.NaN);
    paidCents += was;
    expectedCents += should;
    const status = isWon ? 'won' : 'lost';
    if (was !== should || bet?.status !== status) {
      differences.push(`${key}: ${bet?.status ?? 'missing'} ${was}, the file says ${status} ${should}`);
    }
  }
  return { stakedCents: lines.length * stakeCents, paidCents, expectedCents, differences };
}
