import type { MatchResult, Teams, Verdict } from './definition.ts';
import {
  type DerivedKey,
  type DerivedOutcome,
  derivedFromLabel,
  derivedLabel,
  derivedMarket,
  derivedOutcome,
  gradeDerived,
  isDerived,
} from './derived-markets.ts';
import {
  asOutcome,
  definitionOf,
  definitions,
  gradeQuoted,
  type MarketKey,
  mainLineOf,
  marketKeys,
  type QuotedOutcome,
  quotedLabel,
} from './quoted-markets.ts';

// Apart from the quoted markets, because lists of matches need no derived ones.

/** One thing to bet on in a match. */
export type Outcome = QuotedOutcome | DerivedOutcome;

export const outcomeLabel = (teams: Teams, outcome: Outcome): string =>
  isDerived(outcome) ? derivedLabel(teams, outcome) : quotedLabel(teams, outcome);

/** The selection with this label in this match; `undefined` when there is none. */
export function outcomeFromLabel(teams: Teams, label: string): Outcome | undefined {
  for (const market of marketKeys) {
    const found = definitionOf(market).parse(label, teams);
    if (found) return asOutcome(market, found.pick, found.point);
  }
  return derivedFromLabel(teams, label);
}

/** A selection as it was stored. Throws for one that no market has. */
export function outcomeOf(market: string, pick: string, point: number | null): Outcome {
  const derived = derivedOutcome(market, pick, point);
  if (derived) return derived;
  const definition = Object.hasOwn(definitions, market) ? definitionOf(market as MarketKey) : undefined;
  if (!definition?.picks.includes(pick) || (definition.mainLine === null) !== (point === null)) {
    throw new Error(`no market has the selection ${market} ${pick} ${point}`);
  }
  return asOutcome(market, pick, point);
}

/** Whether the selections of a market have a line. */
export const hasLines = (market: string): boolean =>
  isDerived({ market }) ? derivedMarket(market as DerivedKey).lines !== null : mainLineOf(market as MarketKey) !== null;

/** Returns what a selection came to. The rules are those of the public rule pages of the large bookmakers. */
export function gradeLeg(outcome: Outcome, result: MatchResult): Verdict {
  if (result.kind === 'void') return 'void';
  return isDerived(outcome) ? gradeDerived(outcome, result) : gradeQuoted(outcome, result);
}

/** The quoted markets that the price of a selection comes from. */
export const sourcesOf = (outcome: Outcome): readonly MarketKey[] =>
  isDerived(outcome) ? marketKeys : [outcome.market];
