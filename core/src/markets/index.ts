export type { HouseRule, MatchResult, Score, Teams, Verdict } from './definition.ts';
export {
  type DerivedKey,
  type DerivedOutcome,
  derivedKeys,
  derivedMarket,
  isDerived,
  type MarketGroup,
  marketGroups,
} from './derived-markets.ts';
export {
  type AnyPick,
  lineOf,
  type MarketKey,
  mainLineOf,
  marketKeys,
  marketTitle,
  outcomesOf,
  type PerMarket,
  type PricesOf,
  perMarket,
  perRowMarket,
  picksOf,
  pricesByPick,
  pricesIn,
  type QuotedOutcome,
  quotedLabel,
  quotedRules,
  type RowMarket,
  rowMarkets,
  selectionNames,
  shortLabel,
} from './quoted-markets.ts';
export { gradeLeg, type Outcome, outcomeFromLabel, outcomeLabel, outcomeOf, sourcesOf } from './selections.ts';
