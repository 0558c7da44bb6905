import type { MatchRow } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { t } from '@touchline/core/language';
import { useCallback } from 'react';
import { chooseMatches, everyMatch } from '../matches/choose-matches.ts';
import { phaseOf } from '../matches/kickoff.ts';
import { MatchGrid } from '../matches/match-grid.tsx';
import { useMatchIds } from '../matches/use-matches.ts';
import { HomeSection } from '../screens/home/home-section.tsx';
import { useFavourites } from '../settings/preferences.ts';
import { ButtonLink } from '../ui/button.tsx';
import { isOfFavourites } from './favourites.tsx';

const most = 6;

/** The next matches of the starred teams and leagues, live ones first; nothing if there are none. */
export function FavouriteMatches() {
  const favourites = useFavourites();
  const choose = useCallback(
    (rows: Iterable<MatchRow>, now: Instant) =>
      chooseMatches(
        [...rows].filter((row) => isOfFavourites(row, favourites) && isToCome(row, now)),
        everyMatch,
        now,
      ).slice(0, most),
    [favourites],
  );
  const ids = useMatchIds(choose);
  return (
    ids.length > 0 && (
      <HomeSection
        id="favourites"
        Heading="h2"
        title={t('Favourites')}
        more={
          <ButtonLink href="/games?league=favourites" look="onward">
            {t('All favourites')}
          </ButtonLink>
        }
      >
        <MatchGrid ids={ids} />
      </HomeSection>
    )
  );
}

const isToCome = (row: MatchRow, now: Instant): boolean => ['live', 'upcoming'].includes(phaseOf(row, now));
