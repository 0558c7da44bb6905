import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { leagues } from '@touchline/core/matches';
import { matchName } from '../matches/match-texts.ts';
import type { Destination } from './destinations.ts';

export type SearchResult = { readonly href: string; readonly title: string; readonly note: string } & (
  | { readonly kind: 'match'; readonly row: MatchRow }
  | { readonly kind: 'league'; readonly key: string }
  | { readonly kind: 'screen' | 'slip' | 'player' }
);

const maxMatches = 8;

/** Finds matches, and screens and leagues, whose name contains every word. */
export function findResults(
  text: string,
  rows: Iterable<MatchRow>,
  screens: readonly Destination[],
): readonly [matches: SearchResult[], others: SearchResult[]] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const fits = (name: string) => words.every((word) => plain(name).includes(word));
  const found: SearchResult[] = screens
    .map(({ href, title }) => ({ href, title: t(title) }))
    .filter(({ title }) => fits(title))
    .map(({ href, title }) => ({ kind: href.startsWith('#') ? 'slip' : 'screen', href, title, note: t('Screen') }));
  for (const { key, title } of leagues) {
    if (fits(title)) found.push({ kind: 'league', href: `/games?league=${key}`, title, note: t('League'), key });
  }
  if (words.length === 0) return [[], found];
  const matches = [...rows].filter(({ match }) => fits(`${match.homeTeam} ${match.awayTeam}`)).slice(0, maxMatches);
  const results = matches.map(
    (row): SearchResult => ({
      kind: 'match',
      href: `/match/${row.id}`,
      title: matchName(row.match),
      note: row.league.title,
      row,
    }),
  );
  return [results, found];
}

/** Lets "atletico" find "Atlético". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
