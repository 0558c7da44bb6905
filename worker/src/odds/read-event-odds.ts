import type { Instant } from '@touchline/core/instant';
import { type DerivedKey, derivedMarket } from '@touchline/core/markets';
import type { EventQuote } from '@touchline/core/matches';
import { odds } from '@touchline/core/money';
import { z } from 'zod';
import { readEvent, time, type WireEvent } from '../provider/wire.ts';
import { chooseBook, type PriceRules } from './choose-market.ts';
import type { Book } from './consensus.ts';

/** The provider's keys of the markets that can be asked for a single match. */
export const eventMarkets = [
  'btts',
  'alternate_totals',
  'alternate_spreads',
  'team_totals',
  'draw_no_bet',
  'double_chance',
  'correct_score',
  'h2h_3_way_h1',
  'totals_h1',
] as const;

type Line = { readonly market: DerivedKey; readonly line: number | null; readonly pick: string };
type Outcome = z.infer<typeof outcome>;

const outcome = z.object({
  name: z.string().max(200),
  description: z.string().max(200).optional(),
  price: z.number(),
  point: z.number().optional(),
});
const market = z.object({ key: z.string(), last_update: time, outcomes: z.array(outcome).max(200) });
const listed = z.object({
  bookmakers: z.array(z.object({ key: z.string().regex(/^[a-z0-9_]{1,40}$/), markets: z.array(z.unknown()) })),
});

export type EventOdds = { readonly event: WireEvent; readonly quotes: readonly EventQuote[] };

/**
 * Parses the response for a single match: one price for each selection of every line that enough bookmakers quote completely.
 * `undefined` when it is not an event of this league.
 */
export function readEventOdds(
  body: unknown,
  { leagueKey, now, ...rules }: PriceRules & { readonly leagueKey: string; readonly now: Instant },
): EventOdds | undefined {
  const event = readEvent(body, leagueKey);
  if (typeof event === 'string') return undefined;
  const books = Map.groupBy(linesIn(body, event), ({ market: key, line }) => `${key} ${line}`);
  const quotes = [...books.values()].flatMap((of): readonly EventQuote[] => {
    const [first] = of;
    // The margins of the league are those of its main markets.
    const chosen = chooseBook(of, event, { ...rules, margins: {}, now });
    if (!first || !chosen) return [];
    const { prices, bookmaker, quotedAt } = chosen;
    return [
      { market: first.market, line: first.line, odds: prices.map((price) => price.toNumber()), bookmaker, quotedAt },
    ];
  });
  return { event, quotes };
}

type LineBook = Book & Omit<Line, 'pick'>;

/** The complete lines of all bookmakers. */
function linesIn(body: unknown, event: WireEvent): readonly LineBook[] {
  const list = listed.safeParse(body);
  if (!list.success) return [];
  return list.data.bookmakers.flatMap(({ key: bookmaker, markets }) => {
    const found = new Map<string, LineBook>();
    for (const value of markets) {
      const read = market.safeParse(value);
      if (!read.success) continue;
      const named = read.data.outcomes.flatMap((each) => {
        const of = lineOf(read.data.key, each, event);
        return of ? [{ ...of, price: odds(each.price) }] : [];
      });
      for (const of of Map.groupBy(named, ({ market: key, line }) => `${key} ${line}`).values()) {
        const [first] = of;
        if (!first) continue;
        const { market: key, line } = first;
        const picks = Object.keys(derivedMarket(key).rules(0));
        const prices = picks.flatMap((pick) => of.find((each) => each.pick === pick)?.price ?? []);
        if (of.length !== picks.length || prices.length !== picks.length) continue;
        found.set(`${key} ${line}`, { market: key, line, bookmaker, quotedAt: read.data.last_update, prices });
      }
    }
    return [...found.values()];
  });
}

/** Which of our selections an outcome is; `undefined` for one that we do not offer. */
function lineOf(key: string, outcome: Outcome, event: WireEvent): Line | undefined {
  const [market, line, pick] = Object.hasOwn(claims, key) ? (claims[key]?.(outcome, event) ?? []) : [];
  if (!market || line === undefined || pick === undefined) return undefined;
  const { lines, rules } = derivedMarket(market);
  const isOffered = lines === null ? line === null : line !== null && lines.includes(line);
  return isOffered && Object.hasOwn(rules(0), pick) ? { market, line, pick } : undefined;
}

/** What an outcome of the provider would be here: a market, its line, and a pick; `undefined` where it names none. */
type Claim = readonly [DerivedKey | undefined, number | null | undefined, string | undefined];
type ReadClaim = (outcome: Outcome, event: WireEvent) => Claim;

const sideOf = ({ name }: Outcome, { homeTeam, awayTeam }: WireEvent): 'home' | 'away' | undefined =>
  name === homeTeam ? 'home' : name === awayTeam ? 'away' : undefined;
const overUnder = ({ name }: Outcome): 'over' | 'under' | undefined =>
  name === 'Over' ? 'over' : name === 'Under' ? 'under' : undefined;
const yesNo =
  (market: DerivedKey): ReadClaim =>
  ({ name }) => [market, null, name.toLowerCase()];
const totals =
  (market: DerivedKey): ReadClaim =>
  (outcome) => [market, outcome.point, overUnder(outcome)];
const teamTotals: ReadClaim = (outcome, { homeTeam, awayTeam }) => {
  const { description: team, point } = outcome;
  const market = team === homeTeam ? 'team_totals_home' : team === awayTeam ? 'team_totals_away' : undefined;
  return [market, point, overUnder(outcome)];
};
/** Lines are those of the home team. */
const spreads: ReadClaim = (outcome, event) => {
  const [side, { point }] = [sideOf(outcome, event), outcome];
  return ['spreads', side === 'away' && point !== undefined ? 0 - point : point, side];
};

/** By the provider's keys of markets. */
const claims: Readonly<Record<string, ReadClaim>> = {
  btts: yesNo('btts'),
  btts_h1: yesNo('btts_h1'),
  h2h_3_way_h1: (outcome, event) => [
    'h2h_3_way_h1',
    null,
    sideOf(outcome, event) ?? (outcome.name === 'Draw' ? 'draw' : undefined),
  ],
  draw_no_bet: (outcome, event) => ['draw_no_bet', null, sideOf(outcome, event)],
  double_chance: ({ name }, event) => ['double_chance', null, doubleChance(name, event)],
  correct_score: ({ name }) => [
    'correct_score',
    null,
    /^(any )?other/i.test(name) ? 'other' : name.trim().replace(/\s*[:–]\s*/, '-'),
  ],
  totals_h1: totals('totals_h1'),
  alternate_totals: totals('alternate_totals'),
  team_totals: teamTotals,
  alternate_team_totals: teamTotals,
  spreads,
  alternate_spreads: spreads,
};

/** By the two of home, draw and away that a name such as 'Arsenal or Draw' mentions. */
function doubleChance(name: string, { homeTeam, awayTeam }: WireEvent): string | undefined {
  const parts = new Set(name.split(/ or | ?\/ ?/i).map((part) => part.trim()));
  const has = (part: string) => parts.has(part);
  if (parts.size !== 2) return undefined;
  if (has(homeTeam)) return has(awayTeam) ? 'home_or_away' : has('Draw') ? 'home_or_draw' : undefined;
  return has(awayTeam) && has('Draw') ? 'draw_or_away' : undefined;
}
