import type { MatchRow } from '@touchline/core/contract';
import type { Instant } from '@touchline/core/instant';
import { type Message, msg, t } from '@touchline/core/language';
import { leagues } from '@touchline/core/matches';
import { RefreshCw, StretchVertical } from 'lucide-react';
import { useCallback, useState } from 'react';
import { isOfFavourites, leagueFavourite, StarButton } from '../../favourites/favourites.tsx';
import { chooseMatches, dates, everyMatch, type MatchFilter, tabs } from '../../matches/choose-matches.ts';
import { MatchListView } from '../../matches/match-list-view.tsx';
import { type MatchList, useMatches } from '../../matches/use-matches.ts';
import { useFavourites } from '../../settings/preferences.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Select } from '../../ui/select.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { favourites, useMatchFilter } from './match-filter.ts';

/** All matches on offer. Tabs and filters are in the URL, so that reloads and shared links keep them. */
export function GamesScreen() {
  const [filter, setFilter] = useMatchFilter();
  const { tab, league, date } = filter;
  const starred = useFavourites();
  const choose = useCallback(
    (rows: Iterable<MatchRow>, now: Instant) =>
      league === favourites
        ? chooseMatches(
            [...rows].filter((row) => isOfFavourites(row, starred)),
            { tab, league: 'all', date },
            now,
          )
        : chooseMatches(rows, { tab, league, date }, now),
    [tab, league, date, starred],
  );
  const list = useMatches(choose);
  return (
    <>
      <PageHeading title={t('Games')}>
        <CardSizeButton />
        {list.status === 'shown' && <Refresh isBusy={list.isRefreshing} onPress={list.refresh} />}
      </PageHeading>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Tabs
          legend={t('Which matches')}
          tabs={tabs.map((value) => ({ value, label: t(tabTexts[value], { of: 'matches' }) }))}
          picked={tab}
          onPick={(tab) => setFilter({ ...filter, tab })}
        />
        <div className="grid flex-1 grid-cols-2 gap-3 sm:flex sm:justify-end">
          <div className="flex min-w-0 items-center gap-1">
            {leagues.some(({ key }) => key === league) && (
              <StarButton
                favourite={leagueFavourite(league)}
                name={leagues.find(({ key }) => key === league)?.title ?? league}
              />
            )}
            <Select
              label={t('League')}
              value={filter.league}
              options={[
                { value: 'all', label: t('All Leagues') },
                ...(starred ? [{ value: favourites, label: t('Favourites') }] : []),
                ...leagueOptions,
              ]}
              onPick={(league) => setFilter({ ...filter, league })}
              className="min-w-0 flex-1"
            />
          </div>
          <Select
            label={t('Date')}
            value={filter.date}
            options={dateOptions.map(({ value, label }) => ({ value, label: t(label) }))}
            onPick={(value) => setFilter({ ...filter, date: dates.find((date) => date === value) ?? 'all' })}
          />
        </div>
      </div>
      <FilteredMatches list={list} onClear={() => setFilter(everyMatch)} />
    </>
  );
}

const Refresh = ({ isBusy, onPress }: { readonly isBusy: boolean; readonly onPress: () => void }) => (
  <IconButton
    label={t('Refresh matches')}
    aria-busy={isBusy || undefined}
    icon={<RefreshCw aria-hidden="true" className={classes('size-5', isBusy && 'animate-spin')} />}
    onClick={onPress}
  />
);

function FilteredMatches({ list, onClear }: { readonly list: MatchList; readonly onClear: () => void }) {
  return (
    <MatchListView
      list={list}
      loading={t('Loading matches...')}
      empty={
        <EmptyState
          title={t('No matches found for the selected filters')}
          action={
            <Button look="quiet" onClick={onClear}>
              {t('Show all matches')}
            </Button>
          }
        />
      }
    />
  );
}

const tabTexts: Record<MatchFilter['tab'], Message> = {
  all: msg('{of, select, matches {All} other {}}'),
  live: msg('Live'),
  upcoming: msg('{of, select, matches {Upcoming} other {}}'),
};
const leagueOptions = leagues.map(({ key, title }) => ({ value: key as string, label: title as string }));
const dateOptions = [
  { value: 'all', label: msg('All Dates') },
  { value: 'today', label: msg('Today') },
  { value: 'tomorrow', label: msg('Tomorrow') },
  { value: 'week', label: msg('This Week') },
];

/** Switches between compact and large match cards and stores the choice; `theme.js` applies it on the next visit. */
export function CardSizeButton() {
  const { dataset } = document.documentElement;
  const [isLarge, setIsLarge] = useState(dataset['cards'] === 'large');
  return (
    <IconButton
      label={t('Large match cards')}
      aria-pressed={isLarge}
      icon={<StretchVertical aria-hidden="true" className="size-5" />}
      onClick={() => {
        const size = isLarge ? 'compact' : 'large';
        dataset['cards'] = size;
        localStorage.setItem('cards', size);
        setIsLarge(!isLarge);
      }}
    />
  );
}
