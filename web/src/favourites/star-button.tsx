import { t } from '@touchline/core/language';
import { Star } from 'lucide-react';
import { useFavourites } from '../settings/preferences.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { favouritesIn, toggleFavourite } from './favourites.ts';

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
