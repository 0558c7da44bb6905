import { maxFavourites } from '@touchline/core/account';
import type { MatchRow } from '@touchline/core/contract';
import { choosePreferences, preferences } from '../settings/preferences.ts';

export const leagueFavourite = (key: string): string => `league:${key}`;
export const teamFavourite = (name: string): string => `team:${name}`;

/** The favourites in the text that the preferences store, one in a line. */
export const favouritesIn = (text: string): readonly string[] => text.split('\n').filter(Boolean);

/** Stars a league or a team, or takes its star away. The oldest of too many goes. */
export function toggleFavourite(favourite: string): void {
  const starred = favouritesIn(preferences().favourites);
  const others = starred.filter((each) => each !== favourite);
  const next = others.length < starred.length ? others : [...others, favourite].slice(-maxFavourites);
  choosePreferences({ favourites: next.join('\n') });
}

/** Whether a match is of a starred league or team. */
export function isOfFavourites({ league, match }: MatchRow, text: string): boolean {
  const starred = favouritesIn(text);
  return [leagueFavourite(league.key), teamFavourite(match.homeTeam), teamFavourite(match.awayTeam)].some((each) =>
    starred.includes(each),
  );
}
