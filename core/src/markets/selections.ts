import { currentLanguage, type Message, msg, t } from '../language/index.ts';
import {
  type BuilderOutcome,
  builderFromLabel,
  builderLabel,
  builderText,
  gradeBuilder,
  gradePart,
  isBuilder,
  type Part,
  partFromLabel,
  partLabel,
  partsOf,
  partText,
  storedPart,
} from './builder.ts';
import type { MatchResult, Score, Teams, Verdict } from './definition.ts';
import { type DerivedKey, derivedKeys, derivedMarket, isDerived, staysDecided } from './derived-markets.ts';
import { type MarketKey, mainLineOf, marketKeys, perMarket, type QuotedOutcome, titleOf } from './quoted-markets.ts';

// Apart from the quoted markets, because lists of matches need no derived ones.

/** One thing to bet on in a match. */
export type Outcome = Part | BuilderOutcome;

/** Whether bookmakers quote the market of a selection; the others are priced from quoted ones. */
export const isQuoted = (outcome: Outcome): outcome is QuotedOutcome => !isBuilder(outcome) && !isDerived(outcome);

export const outcomeLabel = (teams: Teams, outcome: Outcome): string =>
  isBuilder(outcome) ? builderLabel(teams, outcome) : partLabel(teams, outcome);

/** The same in the current language, for the screen. */
const outcomeText = (teams: Teams, outcome: Outcome): string =>
  isBuilder(outcome) ? builderText(teams, outcome) : partText(teams, outcome);

/** Returns the text of a label in the current language; a label that is not a selection of this match stays as it is. */
export function labelText(teams: Teams, label: string): string {
  const language = currentLanguage();
  if (language === 'en') return label;
  const key = [language, teams.homeTeam, teams.awayTeam, label].join('\n');
  let text = texts.get(key);
  if (text === undefined) {
    const outcome = outcomeFromLabel(teams, label);
    text = outcome ? outcomeText(teams, outcome) : label;
    if (texts.size >= mostTexts) texts.clear();
    texts.set(key, text);
  }
  return text;
}
// Finding a selection renders the labels of all, and a match shows hundreds at every change of a price.
const texts = new Map<string, string>();
const mostTexts = 2_000;

/** The same for a selection with the name of its match, such as that of a bet. Without it, only a winner's team is known. */
export const selectionText = ({
  betOutcome,
  matchName = '',
}: Partial<Named> & { readonly betOutcome: string }): string =>
  labelText(teamsOf(matchName) ?? { homeTeam: betOutcome.replace(/ Win$/, ''), awayTeam: '' }, betOutcome);

/** Returns the name of a match as slips and bets keep it, "Arsenal vs Chelsea", whatever the language. */
export const storedMatchName = ({ homeTeam, awayTeam }: Teams): string => `${homeTeam}${separator}${awayTeam}`;
const separator = ' vs ';

/** Returns a stored name in the current language. */
export function matchNameText({ matchName }: Named): string {
  const teams = teamsOf(matchName);
  return teams ? t('{home} vs {away}', { home: teams.homeTeam, away: teams.awayTeam }) : matchName;
}

type Named = { readonly matchName: string };
function teamsOf(matchName: string): Teams | undefined {
  const [homeTeam, awayTeam, ...more] = matchName.split(separator);
  return homeTeam && awayTeam && more.length === 0 ? { homeTeam, awayTeam } : undefined;
}

/** The selection with this label in this match; `undefined` when there is none. */
export const outcomeFromLabel = (teams: Teams, label: string): Outcome | undefined =>
  builderFromLabel(teams, label) ?? partFromLabel(teams, label);

/** A selection as it was stored. Throws for one that no market has. */
export function outcomeOf(market: string, pick: string, point: number | null): Outcome {
  const outcome = market === 'builder' ? ({ market, pick } as const) : storedPart(market, pick, point);
  if (!outcome || (isBuilder(outcome) && !partsOf(outcome))) {
    throw new Error(`no market has the selection ${market} ${pick} ${point}`);
  }
  return outcome;
}

/** Whether the selections of a market have a goal line. */
export const hasLines = (market: string): boolean => {
  if (isBuilder({ market })) return false;
  return isDerived({ market })
    ? derivedMarket(market as DerivedKey).lines !== null
    : mainLineOf(market as MarketKey) !== null;
};

/** Returns what a selection came to. The rules are those of the public rule pages of the large bookmakers. */
export function gradeLeg(outcome: Outcome, result: MatchResult): Verdict {
  if (result.kind === 'void') return 'void';
  return isBuilder(outcome) ? gradeBuilder(outcome, result) : gradePart(outcome, result);
}

/** Returns what a selection on the whole match comes to at a score that no further goal can change; `undefined` if one still can. */
export function decidedVerdict(outcome: Outcome, score: Score): Verdict | undefined {
  const verdictAt = (at: Score): Verdict => gradeLeg(outcome, { kind: 'score', score: at });
  return staysDecided(verdictAt, score) ? verdictAt(score) : undefined;
}

/** The quoted markets that the price of a selection comes from. */
export const sourcesOf = (outcome: Outcome): readonly MarketKey[] =>
  isQuoted(outcome) ? onlyItself[outcome.market] : marketKeys;
const onlyItself = perMarket((key): readonly MarketKey[] => [key]);

/** Returns the markets that a selection is on: its own, and for a combination also those of its parts. */
export const marketsOf = (outcome: Outcome): readonly string[] =>
  isBuilder(outcome) ? [outcome.market, ...(partsOf(outcome) ?? []).map(({ market }) => market)] : [outcome.market];

/** The title of each market that bets can be on. */
export const marketTitles: Readonly<Record<string, Message>> = Object.fromEntries([
  ...marketKeys.map((key) => [key, titleOf(key)]),
  ...derivedKeys.map((key) => [key, derivedMarket(key).title]),
  ['builder', msg('Bet builder')],
]);
