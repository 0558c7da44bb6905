import { formatNumber, inEnglish, type Message, t } from '../language/index.ts';
import type { Grade, HouseRule, MarketDefinition, MatchResult, Teams, Verdict } from './definition.ts';
import { gradeMatchWinner, matchWinner, matchWinnerRule } from './match-winner.ts';
import { gradeTotalGoals, totalGoals, totalGoalsRule } from './total-goals.ts';

/** Every quoted market, under the key by which it is stored, sent and asked of the odds provider. */
export const definitions = { h2h: matchWinner, totals: totalGoals } as const;
const grades = { h2h: gradeMatchWinner, totals: gradeTotalGoals } as const satisfies Record<MarketKey, unknown>;
export const quotedRules = { h2h: matchWinnerRule, totals: totalGoalsRule } as const satisfies Record<
  MarketKey,
  HouseRule
>;

type Definitions = typeof definitions;
export type MarketKey = keyof Definitions;
type PickIn<Key extends MarketKey> = Definitions[Key]['picks'][number];
type LineIn<Key extends MarketKey> = Definitions[Key]['mainLine'] extends number ? { readonly point: number } : unknown;

export const marketKeys = Object.keys(definitions) as [MarketKey, ...MarketKey[]];

/** A selection of a quoted market. */
export type QuotedOutcome = {
  readonly [Key in MarketKey]: { readonly market: Key; readonly pick: PickIn<Key> } & LineIn<Key>;
}[MarketKey];
/** A price, or its text, for each selection of a market, and the line where it has one. */
export type PricesOf<Key extends MarketKey, Price> = { readonly [Pick in PickIn<Key>]: Price } & LineIn<Key>;
type AnyPrices<Price> = { readonly [Key in MarketKey]: PricesOf<Key, Price> }[MarketKey];
/** Something for each market. */
export type PerMarket<Value> = { readonly [Key in MarketKey]: Value };

/** Every selection of every quoted market. */
export type AnyPick = QuotedOutcome['pick'];

// Within a definition pick and line belong together; across the registry only the key says so.
export const definitionOf = (key: MarketKey): MarketDefinition => definitions[key] as unknown as MarketDefinition;

export const titleOf = (key: MarketKey): Message => definitions[key].title;
export const marketTitle = (key: MarketKey): string => t(titleOf(key));
/** The line that is quoted most often; `null` in a market without lines. */
export const mainLineOf = (key: MarketKey): number | null => definitions[key].mainLine;
export const picksOf = (key: MarketKey): readonly AnyPick[] => definitions[key].picks;
/** The names of a market's selections in their order, with a line where one is given. */
export const selectionNames = (key: MarketKey, teams: Teams, point?: number): readonly string[] =>
  picksOf(key).map(
    (pick) => `${definitionOf(key).name(pick, teams)}${point === undefined ? '' : ` ${formatNumber(point)}`}`,
  );

/** The line of a selection or of a market; `null` where there are no lines. */
export const lineOf = (of: object): number | null => ('point' in of && typeof of.point === 'number' ? of.point : null);

/** The label of a selection, which a bet sends: always English. */
export const quotedLabel = (teams: Teams, outcome: QuotedOutcome): string =>
  inEnglish(() => quotedText(teams, outcome));
/** The same in the current language, for the screen. */
export const quotedText = (teams: Teams, outcome: QuotedOutcome): string =>
  definitionOf(outcome.market).label({ pick: outcome.pick, point: lineOf(outcome) }, teams);
export const shortLabel = (outcome: QuotedOutcome): string =>
  definitionOf(outcome.market).shortLabel({ pick: outcome.pick, point: lineOf(outcome) });

export const asOutcome = (market: string, pick: string, point: number | null): QuotedOutcome =>
  ({ market, pick, ...(point !== null && { point }) }) as QuotedOutcome;

/** The selections of a market, on the line of `of` where it has lines. */
export const outcomesOf = (market: MarketKey, of: object): readonly QuotedOutcome[] =>
  picksOf(market).map((pick) => asOutcome(market, pick, lineOf(of)));

/** The prices of a market in the order of its selections. */
export const pricesIn = <Price>(key: MarketKey, of: AnyPrices<Price>): readonly Price[] =>
  picksOf(key).map((pick) => priceIn(of, pick));
export const priceIn = <Price>(of: AnyPrices<Price>, pick: AnyPick): Price =>
  (of as Readonly<Record<string, Price>>)[pick] as Price;

/** Prices in the order of a market's selections, by selection. */
export const pricesByPick = <Price>(key: MarketKey, prices: readonly Price[]): Readonly<Record<string, Price>> =>
  Object.fromEntries(picksOf(key).map((pick, at) => [pick, prices[at] as Price]));

export const gradeQuoted = (outcome: QuotedOutcome, result: Exclude<MatchResult, { kind: 'void' }>): Verdict =>
  (grades[outcome.market] as Grade)({ pick: outcome.pick, point: lineOf(outcome) }, result);

/** Makes something for each market. */
export const perMarket = <Value>(make: (key: MarketKey) => Value): PerMarket<Value> =>
  Object.fromEntries(marketKeys.map((key) => [key, make(key)])) as PerMarket<Value>;

/** The markets of a match's row, which every list carries and every card shows; the others are of the match's own page. */
export const rowMarkets = ['h2h', 'totals'] as const satisfies readonly MarketKey[];
export type RowMarket = (typeof rowMarkets)[number];
export const perRowMarket = <Value>(make: (key: RowMarket) => Value): { readonly [Key in RowMarket]: Value } =>
  Object.fromEntries(rowMarkets.map((key) => [key, make(key)])) as { readonly [Key in RowMarket]: Value };
