import type { MatchId } from '@touchline/core/ids';
import { hours, type Instant, minutes } from '@touchline/core/instant';
import type { ListedMatch } from '../provider/read-match-list.ts';

/** What identifies a match of ours within its league. */
export type OwnMatch = {
  readonly id: MatchId;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
};
/** What people decided about a pair of the provider's name and our team. */
export type DecidedAlias = {
  readonly name: string;
  readonly team: string;
  readonly status: 'confirmed' | 'rejected';
};
/** A name that may mean one of our teams; a person has to confirm it. */
export type AliasSuggestion = { readonly name: string; readonly team: string; readonly match: OwnMatch };

export type Identity =
  | { readonly kind: 'known'; readonly match: OwnMatch }
  | { readonly kind: 'doubtful'; readonly suggestions: readonly AliasSuggestion[] }
  | { readonly kind: 'unknown' };

/** House rule: a match that is moved further is another match. */
const sameMatchWithinMs = hours(48);
/** Names that differ are compared only for matches that kick off together. */
const sameKickoffWithinMs = minutes(15);
/** Below this likeness a suggestion would be a guess. */
const leastLikeness = 0.25;

/**
 * Finds the match of ours that a provider's match is: both teams under the same name, or a name that a person confirmed, home and away
 * alike, and kick-offs at most 48 hours apart. If there is none, suggests names that may mean the teams of the most similar match with
 * the same kick-off; a suggestion is never used by itself.
 */
export function identify(listed: ListedMatch, own: readonly OwnMatch[], decided: readonly DecidedAlias[]): Identity {
  const isTeam = teamsUnder(decided);
  const named = own.filter(
    ({ homeTeam, awayTeam, kickoffAt }) =>
      isTeam(listed.homeNames, homeTeam) &&
      isTeam(listed.awayNames, awayTeam) &&
      Math.abs(kickoffAt - listed.kickoffAt) <= sameMatchWithinMs,
  );
  const [match] = named.toSorted(
    (one, other) => Math.abs(one.kickoffAt - listed.kickoffAt) - Math.abs(other.kickoffAt - listed.kickoffAt),
  );
  if (match) return { kind: 'known', match };
  const suggestions = suggest(listed, own, decided);
  return suggestions.length > 0 ? { kind: 'doubtful', suggestions } : { kind: 'unknown' };
}

function suggest(
  listed: ListedMatch,
  own: readonly OwnMatch[],
  decided: readonly DecidedAlias[],
): readonly AliasSuggestion[] {
  const isTeam = teamsUnder(decided);
  const isRejected = (name: string, team: string) =>
    decided.some((alias) => alias.status === 'rejected' && alias.name === name && alias.team === team);
  const candidates = own
    .filter(({ kickoffAt }) => Math.abs(kickoffAt - listed.kickoffAt) <= sameKickoffWithinMs)
    .flatMap((match) => {
      const sides = [
        { names: listed.homeNames, team: match.homeTeam },
        { names: listed.awayNames, team: match.awayTeam },
      ];
      const unlike = sides
        .filter(({ names, team }) => !isTeam(names, team))
        .map(({ names: [name = ''], team }) => ({ name, team, match }));
      if (unlike.some(({ name, team }) => isRejected(name, team))) return [];
      const likeness = sides.reduce(
        (sum, { names, team }) => sum + (isTeam(names, team) ? 1 : Math.max(...names.map((name) => alike(name, team)))),
        0,
      );
      return [{ unlike, likeness: likeness / 2 }];
    });
  const [best] = candidates.toSorted((one, other) => other.likeness - one.likeness);
  return best && best.likeness >= leastLikeness ? best.unlike : [];
}

const teamsUnder =
  (decided: readonly DecidedAlias[]) =>
  (names: readonly string[], team: string): boolean => {
    const confirmed = decided.find((alias) => alias.status === 'confirmed' && alias.name === names[0]);
    if (confirmed) return confirmed.team === team;
    return names.some((name) => normalName(name) === normalName(team));
  };

/** Words that say nothing about which club it is. */
const ignoredWords = new Set(['fc', 'afc', 'cf']);

/** Returns a name without accents, punctuation and the words that all clubs share. */
export const normalName = (name: string): string => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const telling = words.filter((word) => !ignoredWords.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
};

/** Returns how alike two names are, 0 to 1: the share of pairs of letters that they have in common. */
function alike(one: string, other: string): number {
  const [left, right] = [pairsOf(normalName(one)), pairsOf(normalName(other))];
  const rest = [...right];
  let common = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    common += 1;
  }
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

const pairsOf = (text: string): readonly string[] =>
  text
    .split(' ')
    .flatMap((word) => Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)));
