import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { acceptBet, defaultLimits, noExposure } from '@touchline/core/betting';
import { viewMatchRow } from '@touchline/core/contract';
import type { MatchId } from '@touchline/core/ids';
import { type Instant, instant, seconds } from '@touchline/core/instant';
import type { Score } from '@touchline/core/markets';
import {
  feedState,
  isLagging,
  type LeagueFeed,
  type Match,
  noMarkets,
  type QuotedMarkets,
  quotedMarkets,
  suspendedBecause,
} from '@touchline/core/matches';
import { cents, noMoney, odds } from '@touchline/core/money';
import { expect, test } from 'vitest';
import { offersOf } from '../matches/offers.ts';
import type { Market } from './market.ts';
import { readLine } from './slip-line.ts';

/** The chances of 1, X, 2 and of more than 2.5 goals from a second of the match on. */
type Quote = { readonly second: number; readonly winner: readonly number[]; readonly over: number };
type Goal = { readonly second: number; readonly score: Score };
type Recording = { readonly quotes: readonly Quote[]; readonly goals: readonly Goal[] };

const kickoffAt = instant(Date.parse('2026-11-21T15:00:00Z'));
const at = (second: number): Instant => instant(kickoffAt + seconds(second));
const pollEverySeconds = 2;
/** How long after bookmakers the score is reported. */
const reportDelaySeconds = 20;

/** Bookmakers know of a goal before it is reported, then prices move to and fro until it is disallowed. */
const synthetic: Recording = {
  quotes: Array.from({ length: 1_200 }, (_, step) => {
    const second = 4_000 + step;
    if (second < 4_300) return { second, winner: [0.45, 0.35, 0.2], over: 0.3 };
    if (second < 4_700) return { second, winner: [0.9, 0.08, 0.02], over: 0.45 };
    if (second < 4_760) return { second, winner: step % 4 < 2 ? [0.88, 0.09, 0.03] : [0.45, 0.35, 0.2], over: 0.4 };
    return { second, winner: [0.42, 0.38, 0.2], over: 0.25 };
  }),
  goals: [
    { second: 4_300, score: { home: 1, away: 0 } },
    { second: 4_760, score: { home: 0, away: 0 } },
  ],
};

const folder = join(import.meta.dirname, '../../../../shared/data/polymarket-inplay');

test('shows no open price that the server would refuse', () => {
  const { open, ...found } = replay(synthetic);
  expect(open).toBeGreaterThan(1_000);
  // It opens at the start, after each of three large moves, and after each report.
  expect(found).toEqual({ refused: 0, old: 0, openings: 5 });
});

test.skipIf(!existsSync(folder))('neither over recorded matches (skipped without the recordings)', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'));
  const results = files.map((name) => [name, replay(recorded(join(folder, name)))] as const);
  for (const [name, result] of results) process.stdout.write(`${name}: ${JSON.stringify(result)}\n`);
  expect(results.map(([, { refused }]) => refused)).toEqual(files.map(() => 0));
});

/**
 * Replays a recording second by second through the server's rules and the screen's. Counts, per second, the selections that a screen
 * offers, those of them that the server refuses, and those at a price from before a goal that bookmakers know of; and how often the
 * winner's market opens.
 */
function replay({ quotes, goals }: Recording) {
  let match: Match = {
    id: 'match' as MatchId,
    leagueKey: 'soccer_epl',
    homeTeam: 'Home',
    awayTeam: 'Away',
    kickoffAt,
    status: 'open',
    score: { home: 0, away: 0 },
    markets: noMarkets as Match['markets'],
  };
  const count = { open: 0, refused: 0, old: 0, openings: 0 };
  const [first, last] = [quotes[0]?.second ?? 0, quotes.at(-1)?.second ?? 0];
  let feed: LeagueFeed | undefined;
  let wasOpen = false;
  for (let second = first; second <= last; second += 1) {
    const now = at(second);
    for (const goal of goals) {
      if (goal.second + reportDelaySeconds !== second) continue;
      const markets = suspendedBecause('score-changed', match.markets);
      match = { ...match, score: goal.score, scoreChangedAt: now, markets };
    }
    const quote = quotes.findLast((each) => each.second <= second);
    if (quote && (second - first) % pollEverySeconds === 0) {
      const occasion = { at: now, kickoffAt, score: match.score, scoreChangedAt: match.scoreChangedAt };
      match = { ...match, markets: quotedMarkets(match.markets, quotedAs(quote, now), occasion) };
      const everyMs = seconds(pollEverySeconds);
      feed = { leagueKey: match.leagueKey, state: 'ok', confirmedAt: now, everyMs };
    }
    const isOpen = match.markets.h2h?.state === 'open';
    if (isOpen && !wasOpen) count.openings += 1;
    wasOpen = isOpen;
    const goalAt = at(goals.findLast((goal) => goal.second <= second)?.second ?? first);
    const isOld = (match.markets.h2h?.quotedAt ?? now) < goalAt;
    for (const price of offered(match, feed, now)) {
      count.open += 1;
      if (!isAccepted(match, feed, price, now)) count.refused += 1;
      if (isOld) count.old += 1;
    }
  }
  return count;
}

type Offered = { readonly outcome: string; readonly price: number };

/** What a screen offers that has the row of this match. */
function offered(match: Match, feed: LeagueFeed | undefined, now: Instant): readonly Offered[] {
  const row = viewMatchRow(match, 1);
  const isStale = feedState(feed, now) !== 'ok';
  const market: Market = {
    feed: 'ok',
    now,
    inPlay: 'open',
    staleLeagues: isStale ? [match.leagueKey] : [],
    rows: new Map([[row.id, row]]),
    prices: new Map(),
  };
  return offersOf(row).flatMap(({ offers }) =>
    offers.flatMap(({ outcome, price, state }) => {
      const seen = odds(price);
      if (state !== 'open' || price === '-' || !seen) return [];
      const entry = { matchId: match.id, betOutcome: outcome, odds: seen, matchName: 'Home vs Away' };
      return readLine(entry, market, undefined).status === 'unchanged' ? [{ outcome, price }] : [];
    }),
  );
}

function isAccepted(match: Match, feed: LeagueFeed | undefined, { outcome, price }: Offered, now: Instant): boolean {
  const oddsSeen = odds(price);
  if (!oddsSeen) return false;
  const picks = [{ matchId: match.id, label: outcome, oddsSeen }];
  return acceptBet(
    { stake: cents(100), picks, oddsPolicy: 'none' },
    {
      now,
      match: () => match,
      isFresh: () => feedState(feed, now) === 'ok',
      confirmedAt: () => feed?.confirmedAt ?? null,
      inPlay: 'open',
      limits: defaultLimits,
      exposure: () => noExposure,
      book: { net: noMoney, lastDay: { staked: noMoney, promised: noMoney }, netOn: () => noMoney },
    },
  ).ok;
}

/** A poll's prices with a margin of 5 %; bookmakers confirmed them when the recording has them. */
function quotedAs({ second, winner, over }: Quote, now: Instant): QuotedMarkets {
  const quotedAt = at(second);
  const confirmed = isLagging(quotedAt, { kickoffAt }, now) ? { confirmedAt: quotedAt } : {};
  const quote = { state: 'open', bookmaker: 'consensus of 3', quotedAt, ...confirmed } as const;
  const [home, draw, away] = winner.map(priced);
  const [more, fewer] = [over, 1 - over].map(priced);
  return {
    h2h: home && draw && away ? { ...quote, home, draw, away } : null,
    totals: more && fewer ? { ...quote, point: 2.5, over: more, under: fewer } : null,
  };
}

const priced = (chance: number) => odds(Math.min(1_000, Math.max(1.01, 1 / (1.05 * chance))).toFixed(2));

/** Reads one match of the recordings: minutes are of play, times of the day. */
function recorded(file: string): Recording {
  const rows = gunzipSync(readFileSync(file))
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const [, date = '', home = '', away = ''] = /_(\d{4}-\d{2}-\d{2})_(.+)_vs\._(.+)\.csv/.exec(file) ?? [];
  const isOf = (team: string, market: string) =>
    market.endsWith(' WIN') && squeezed(team).includes(squeezed(market.slice(0, -4)));
  const first = Date.parse(`${rows[1]?.[0]?.replace(' ', 'T')}Z`) - Number(rows[1]?.[2]) * 60_000;
  const quotes: Quote[] = [];
  const latest = { home: Number.NaN, away: Number.NaN };
  for (const [time = '', market = '', , , bid = '', ask = ''] of rows.slice(1)) {
    const chance = Math.min(0.995, Math.max(0.005, (Number(bid) + (Number(ask) || 1)) / 2));
    if (isOf(home, market)) latest.home = chance;
    if (isOf(away, market)) latest.away = chance;
    if (market !== 'OVER 2.5' || Number.isNaN(latest.home + latest.away)) continue;
    const second = Math.round((Date.parse(`${time.replace(' ', 'T')}Z`) - first) / 1_000);
    const draw = Math.max(0.005, 1 - latest.home - latest.away);
    quotes.push({ second, winner: [latest.home, draw, latest.away], over: chance });
  }
  const minutes = new Map(
    rows
      .slice(1)
      .map(([time = '', , minute]) => [Number(minute), time] as const)
      .toReversed(),
  );
  const goals = readFileSync(join(folder, 'results_goals.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .filter(([match = '', day]) => day === date && squeezed(home).includes(squeezed(match.split(' vs ')[0] ?? '')))
    .flatMap(([, , minute, , , score = '']) => {
      const known = [...minutes].toSorted(([a], [b]) => a - b).find(([each]) => each >= Number(minute));
      const [homeGoals = 0, awayGoals = 0] = score.split('-').map(Number);
      if (!known) return [];
      const second = Math.round((Date.parse(`${known[1].replace(' ', 'T')}Z`) - first) / 1_000);
      return [{ second, score: { home: homeGoals, away: awayGoals } }];
    });
  expect([quotes.length > 20, goals.length > 0], file).toEqual([true, true]);
  return { quotes, goals };
}

const squeezed = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
