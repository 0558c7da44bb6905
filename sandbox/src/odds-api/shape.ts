import { shuffled } from '../chance/chance.ts';
import { leagueOf } from '../football/leagues.ts';
import type { Book, Match, ThreeWay } from '../football/match.ts';
import { MORE_MARKETS, moreSelections } from '../football/more-markets.ts';
import type { EventsQuestion, OddsQuestion } from './question.ts';

/** The provider's wire shapes. */
export type WireEvent = {
  readonly id: string;
  readonly sport_key: string;
  readonly sport_title: string;
  readonly commence_time: string | number;
  readonly home_team: string;
  readonly away_team: string;
};
type WireOutcome = {
  readonly name: string;
  readonly description?: string;
  readonly price: number;
  readonly point?: number;
};
type WireMarket = {
  readonly key: string;
  readonly last_update: string | number;
  readonly outcomes: readonly WireOutcome[];
};
type WireBookmaker = {
  readonly key: string;
  readonly title: string;
  readonly last_update: string | number;
  readonly markets: readonly WireMarket[];
};
export type WireOdds = WireEvent & { readonly bookmakers: readonly WireBookmaker[] };
export type WireScores = WireEvent & {
  readonly completed: boolean;
  readonly scores: readonly { readonly name: string; readonly score: string }[] | null;
  readonly last_update: string | number | null;
};

/** How often the feed updates scores. */
const SCORES_EVERY_MS = 5_000;

export function wireEvent(match: Match, dates: EventsQuestion['dates']): WireEvent {
  return {
    id: match.id,
    sport_key: match.sportKey,
    sport_title: leagueOf(match.sportKey)?.title ?? match.sportKey,
    commence_time: wireTime(match.kickoffAt, dates),
    home_team: match.homeTeam,
    away_team: match.awayTeam,
  };
}

/** An event with the requested bookmakers, except those without any of the markets. */
export function wireOdds(match: Match, books: readonly Book[], question: OddsQuestion): WireOdds {
  const bookmakers = books
    .filter((book) => question.carries(book.key))
    .map((book) => ({
      key: book.key,
      title: book.title,
      last_update: wireTime(book.seenAt, question.dates),
      markets: marketsOf(match, book, question),
    }))
    .filter((book) => book.markets.length > 0);
  return { ...wireEvent(match, question.dates), bookmakers };
}

/** A single event with its odds: its bookmakers have no time of their own, because markets change each at its own time. */
export function wireEventOdds(match: Match, books: readonly Book[], question: OddsQuestion) {
  const { bookmakers, ...event } = wireOdds(match, books, question);
  return { ...event, bookmakers: bookmakers.map(({ last_update: _, ...bookmaker }) => bookmaker) };
}

/** The keys of the markets that each bookmaker quotes. */
export function wireEventMarkets(match: Match, books: readonly Book[], question: OddsQuestion) {
  const { bookmakers, ...event } = wireEventOdds(match, books, question);
  return {
    ...event,
    bookmakers: bookmakers.map(({ markets, ...bookmaker }) => ({
      ...bookmaker,
      markets: markets.map(({ key, last_update }) => ({ key, last_update })),
    })),
  };
}

export function wireScores(match: Match, dates: EventsQuestion['dates'], now: number): WireScores {
  const lookedAt = match.scoreFrozenAt ?? Math.floor(now / SCORES_EVERY_MS) * SCORES_EVERY_MS;
  const scores = match.score && [
    { name: match.homeTeam, score: String(match.score.home) },
    { name: match.awayTeam, score: String(match.score.away) },
  ];
  return {
    ...wireEvent(match, dates),
    completed: match.phase === 'finished',
    scores: scores && shuffled(scores, `${match.id}|scores`),
    last_update: match.score ? wireTime(lookedAt, dates) : null,
  };
}

function marketsOf(match: Match, book: Book, question: OddsQuestion): WireMarket[] {
  const markets: WireMarket[] = [];
  const add = (key: string, outcomes: readonly WireOutcome[]) => {
    // The real order is not guaranteed either: readers must use names.
    const mixed = shuffled(outcomes, `${match.id}|${book.key}|${key}|${book.seenAt}`);
    const priced = mixed.map((outcome) => ({ ...outcome, price: wirePrice(outcome.price, question.prices) }));
    markets.push({ key, last_update: wireTime(book.seenAt, question.dates), outcomes: priced });
  };
  const wants = (market: string) => question.markets.includes(market);
  if (book.h2h && wants('h2h')) add('h2h', threeWay(match, book.h2h));
  // An exchange adds the lay side by itself.
  if (book.lay && (wants('h2h') || wants('h2h_lay'))) add('h2h_lay', threeWay(match, book.lay));
  if (book.totals && wants('totals')) {
    const { point, over, under } = book.totals;
    add('totals', [
      { name: 'Over', price: over, point },
      { name: 'Under', price: under, point },
    ]);
  }
  for (const key of MORE_MARKETS) {
    const outcomes = wants(key) ? moreSelections(key, book, match) : [];
    if (outcomes.length > 0) add(key, outcomes);
  }
  return markets;
}

const threeWay = (match: Match, prices: ThreeWay): WireOutcome[] => [
  { name: match.homeTeam, price: prices.home },
  { name: match.awayTeam, price: prices.away },
  { name: 'Draw', price: prices.draw },
];

const wireTime = (at: number, dates: EventsQuestion['dates']): string | number =>
  dates === 'unix' ? Math.floor(at / 1000) : `${new Date(at).toISOString().slice(0, 19)}Z`;

const wirePrice = (price: number, format: OddsQuestion['prices']): number =>
  format === 'decimal' ? price : price >= 2 ? Math.round((price - 1) * 100) : Math.round(-100 / (price - 1));
