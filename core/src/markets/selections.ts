import type { MatchResult, Teams, Verdict } from './definition.ts';
import {
  type DerivedOutcome,
  derivedFromLabel,
  derivedLabel,
  derivedOutcome,
  gradeDerived,
  isDerived,
} from './derived-markets.ts';
import {
  gradeQuoted,
  type MarketKey,
  marketKeys,
  type QuotedOutcome,
  quotedFromLabel,
  quotedLabel,
  quotedOutcome,
} from './quoted-markets.ts';

// Apart from the quoted markets, because lists of matches need no derived ones.

/** One thing to bet on in a match. */
export type Outcome = QuotedOutcome | DerivedOutcome;

export const outcomeLabel = (teams: Teams, outcome: Outcome): string =>
  isDerived(outcome) ? derivedLabel(teams, outcome) : quotedLabel(teams, outcome);

/** The selection with this label in this match; `undefined` when there is none. */
export const outcomeFromLabel = (teams: Teams, label: string): Outcome | undefined =>
  quotedFromLabel(teams, label) ?? derivedFromLabel(teams, label);

/** A selection as it was stored. Throws for one that no market has. */
export function outcomeOf(market: string, pick: string, point: number | null): Outcome {
  const outcome = quotedOutcome(market, pick, point) ?? derivedOutcome(market, pick, point);
  if (!outcome) throw new Error(`no market has the selection ${market} ${pick} ${point}`);
  return outcome;
}

/** Returns what a selection came to. The rules are those of the public rule pages of the large bookmakers. */
export function gradeLeg(outcome: Outcome, result: MatchResult): Verdict {
  if (result.kind === 'void') return 'void';
  return isDerived(outcome) ? gradeDerived(outcome, result) : gradeQuoted(outcome, result);
}

/** The quoted markets that the price of a selection comes from. */
export const sourcesOf = (outcome: Outcome): readonly MarketKey[] =>
  isDerived(outcome) ? marketKeys : [outcome.market];
