import { withStars } from '@touchline/core/account';
import type { MatchRow } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Star } from 'lucide-react';
import { choosePreferences, preferences, useFavourites } from '../settings/preferences.ts';
import { IconButton } from '../ui/button.tsx';

export const leagueFavourite = (key: string): string => `league:${key}`;
export const teamFavourite = (name: string): string => `team:${name}`;

/** The favourites in the text that the preferences store, one in a line. */
export const favouritesIn = (text: string): readonly string[] => text.split('\n').filter(Boolean);

/** Stars a league or a team, or takes its star away. Beyond the limit the oldest star goes. */
export function toggleFavourite(favourite: string): void {
  const starred = favouritesIn(preferences().favourites);
  const next = withStars(starred, { star: starred.includes(favourite) ? [] : [favourite], unstar: [favourite] });
  choosePreferences({ favourites: next.join('\n') });
}

/** Whether a match is of a starred league or team. */
export function isOfFavourites({ league, match }: MatchRow, text: string): boolean {
  const starred = favouritesIn(text);
  return [leagueFavourite(league.key), teamFavourite(match.homeTeam), teamFavourite(match.awayTeam)].some((each) =>
    starred.includes(each),
  );
}

type Props = { readonly favourite: string; readonly name: string; readonly className?: string };

/** Stars a team or a league: its matches come first on Home. */
export function StarButton({ favourite, name, className = '' }: Props) {
  const isStarred = favouritesIn(useFavourites()).includes(favourite);
  return (
    <IconButton
      label={t('Favourite: {name}', { name })}
      aria-pressed={isStarred}
      className={className}
      icon={<Star aria-hidden="true" className={isStarred ? 'size-5 fill-gold text-gold' : 'size-5'} />}
      onClick={() => toggleFavourite(favourite)}
    />
  );
}
