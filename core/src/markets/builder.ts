import { inEnglish, t } from '../language/index.ts';
import type { Score, ScoredResult, Teams, Verdict } from './definition.ts';
import {
  type DerivedOutcome,
  derivedFromLabel,
  derivedLabel,
  derivedOutcome,
  derivedText,
  gradeDerived,
  isDerived,
  periodOf,
  staysDecided,
} from './derived-markets.ts';
import {
  asOutcome,
  definitionOf,
  definitions,
  gradeQuoted,
  type MarketKey,
  marketKeys,
  type QuotedOutcome,
  quotedLabel,
  quotedText,
} from './quoted-markets.ts';

/** A selection that is not a combination of others. */
export type Part = QuotedOutcome | DerivedOutcome;
/** Several selections of one match at one price: all of them must win. `pick` names them in a fixed order. */
export type BuilderOutcome = { readonly market: 'builder'; readonly pick: string };

export const isBuilder = (outcome: { readonly market: string }): outcome is BuilderOutcome =>
  outcome.market === 'builder';

export const partLabel = (teams: Teams, part: Part): string =>
  isDerived(part) ? derivedLabel(teams, part) : quotedLabel(teams, part);
export const partText = (teams: Teams, part: Part): string =>
  isDerived(part) ? derivedText(teams, part) : quotedText(teams, part);

/** The selection with this label in this match, apart from combinations; `undefined` when there is none. */
export function partFromLabel(teams: Teams, label: string): Part | undefined {
  for (const market of marketKeys) {
    const found = definitionOf(market).parse(label, teams);
    if (found) return asOutcome(market, found.pick, found.point);
  }
  return derivedFromLabel(teams, label);
}

/** A selection as it was stored, apart from combinations; `undefined` for one that no market has. */
export function storedPart(market: string, pick: string, point: number | null): Part | undefined {
  const derived = derivedOutcome(market, pick, point);
  if (derived) return derived;
  const definition = Object.hasOwn(definitions, market) ? definitionOf(market as MarketKey) : undefined;
  if (!definition?.picks.includes(pick) || (definition.mainLine === null) !== (point === null)) return undefined;
  return asOutcome(market, pick, point);
}

export const gradePart = (part: Part, result: ScoredResult): Verdict =>
  isDerived(part) ? gradeDerived(part, result) : gradeQuoted(part, result);

/** Why selections cannot be combined. `index`: of the selection that is the reason. */
export type BuilderProblem =
  | { readonly code: 'builder-size'; readonly least: number; readonly most: number }
  /** It needs the score at half-time, and combinations are priced by the final score. */
  | { readonly code: 'builder-halves'; readonly index: number }
  /** It can be refunded, which one price for all of them cannot express. */
  | { readonly code: 'builder-refunds'; readonly index: number }
  /** It cannot win together with those before it. */
  | { readonly code: 'builder-impossible'; readonly index: number }
  /** It wins whenever the others do, so it would only cost margin. */
  | { readonly code: 'builder-redundant'; readonly index: number };

const fewest = 2;
const most = 6;
const goals = Array.from({ length: 11 }, (_, count) => count);
const scores: readonly Score[] = goals.flatMap((home) => goals.map((away) => ({ home, away })));

/** Returns why selections of one match cannot be combined; `undefined` if they can. */
export function builderProblem(parts: readonly Part[]): BuilderProblem | undefined {
  if (parts.length < fewest || parts.length > most) return { code: 'builder-size', least: fewest, most };
  const halves = parts.findIndex((part) => periodOf(part) !== 'match');
  if (halves >= 0) return { code: 'builder-halves', index: halves };
  const wins = parts.map((part) => {
    const verdicts = scores.map((score) => gradePart(part, { kind: 'score', score }));
    return verdicts.every((verdict) => verdict === 'won' || verdict === 'lost')
      ? verdicts.map((verdict) => verdict === 'won')
      : undefined;
  });
  const refunds = wins.indexOf(undefined);
  if (refunds >= 0) return { code: 'builder-refunds', index: refunds };
  const all = scores.map(() => true);
  const winTogether = (of: readonly (readonly boolean[] | undefined)[]) =>
    of.reduce<readonly boolean[]>((together, won) => together.map((wonSoFar, at) => wonSoFar && !!won?.[at]), all);
  for (const index of parts.keys()) {
    if (!winTogether(wins.slice(0, index + 1)).includes(true)) return { code: 'builder-impossible', index };
  }
  const index = wins.findLastIndex((won, at) => {
    const others = winTogether(wins.filter((_, other) => other !== at));
    return others.every((wonByOthers, score) => !wonByOthers || won?.[score]);
  });
  return index >= 0 ? { code: 'builder-redundant', index } : undefined;
}

/** Combines selections of one match; the order in which they are given does not matter. */
export const builderOutcome = (parts: readonly Part[]): BuilderOutcome => ({
  market: 'builder',
  pick: parts.map(codeOf).sort().join('+'),
});
const codeOf = (part: Part): string =>
  `${part.market}:${part.pick}${'point' in part && part.point !== undefined ? `:${part.point}` : ''}`;

/** Returns the selections of a combination; `undefined` if one of them is not a selection, or they cannot be combined. */
export function partsOf({ pick }: BuilderOutcome): readonly Part[] | undefined {
  const known = decoded.get(pick);
  if (known) return known;
  const parts = pick.split('+').map((code) => {
    const [market = '', name = '', point] = code.split(':');
    return storedPart(market, name, point === undefined ? null : Number(point));
  });
  const whole = parts.filter((part) => part !== undefined);
  if (whole.length < parts.length || builderProblem(whole) || builderOutcome(whole).pick !== pick) return undefined;
  if (decoded.size >= mostDecoded) decoded.clear();
  decoded.set(pick, whole);
  return whole;
}
// Decoding compares all scores, and a settlement decodes the same combination for every bet on it.
const decoded = new Map<string, readonly Part[]>();
const mostDecoded = 1_000;

/** Not translated: how a label begins. */
const prefix = 'Builder: ';
/** Between selections. A team's name may contain it too, and is read with another character in its place. */
const joint = ' + ';
const withoutJoint = (name: string): string => name.replaceAll(joint, '\uE002');
export const builderLabel = (teams: Teams, outcome: BuilderOutcome): string =>
  inEnglish(() => builderText(teams, outcome));
export const builderText = (teams: Teams, outcome: BuilderOutcome): string =>
  t('Builder: {selections}', {
    selections: (partsOf(outcome) ?? []).map((part) => partText(teams, part)).join(joint),
  });

/** The combination with this label in this match, its selections in any order; `undefined` when there is none. */
export function builderFromLabel(teams: Teams, label: string): BuilderOutcome | undefined {
  if (!label.startsWith(prefix)) return undefined;
  const named = { homeTeam: withoutJoint(teams.homeTeam), awayTeam: withoutJoint(teams.awayTeam) };
  // The longer name first: it may contain the other one.
  const texts = [teams.homeTeam, teams.awayTeam]
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, name) => text.replaceAll(name, () => withoutJoint(name)), label.slice(prefix.length))
    .split(joint);
  // A long label has a hundred, and all of them would be looked up.
  if (texts.length > most) return undefined;
  const parts = texts.map((text) => partFromLabel(named, text));
  const whole = parts.filter((part) => part !== undefined);
  return whole.length < parts.length || builderProblem(whole) ? undefined : builderOutcome(whole);
}

/** Wins if every selection does. When the match is abandoned, only what no further goal could have changed is decided. */
export function gradeBuilder(
  outcome: BuilderOutcome,
  { kind, score }: { readonly kind: 'score' | 'abandoned'; readonly score: Score },
): Verdict {
  const parts = partsOf(outcome);
  if (!parts) throw new Error(`no combination ${outcome.pick}`);
  const rule = (at: Score): Verdict =>
    parts.every((part) => gradePart(part, { kind: 'score', score: at }) === 'won') ? 'won' : 'lost';
  return kind === 'score' || staysDecided(rule, score) ? rule(score) : 'void';
}
