import { marketEndpoints, type OperatedMatchesView, type OperatedMatchView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { leagueOf } from '@touchline/core/matches';
import { useActorRef, useSelector } from '@xstate/react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { LabelledSelect, TypedField } from '../../ledger/filter-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { BettingSwitch } from './betting-switch.tsx';
import { CreditsCard } from './credits-card.tsx';
import { LoadedPart, RefreshButton } from './loaded-part.tsx';
import {
  filterFromSearch,
  filterMatches,
  hrefOf,
  type MarketFilter,
  needsAdmin,
  shows,
  showTitles,
} from './market-filter.ts';
import { MarketRow } from './market-row.tsx';
import { TeamNamesCard } from './team-names-card.tsx';
import { useAutoRefresh } from './use-auto-refresh.ts';

const failedText = msg('The matches could not be loaded.');
const machine = loadMachine<OperatedMatchesView>(() => call(marketEndpoints.list), failedText);

/** All matches with their open bets and what needs attention, for admins. */
export function MarketsScreen() {
  const actor = useActorRef(machine);
  const [, navigate] = useLocation();
  const filter = filterFromSearch(useSearch());
  // Sorted by liability, rows change places: never under the pointer, where a click would hit another match.
  useAutoRefresh(actor, {
    isHeld: () => filter.sort === 'liability' && document.querySelector(':hover[data-markets]') !== null,
  });
  const matches = useSelector(actor, ({ context }) => context.value?.matches);
  return (
    <>
      <PageHeading title={t('Markets')}>
        <RefreshButton actor={actor} />
      </PageHeading>
      <Filters filter={filter} matches={matches ?? []} onFilter={(next) => navigate(hrefOf(next), { replace: true })} />
      <LoadedPart actor={actor} loading={t('Loading matches...')}>
        {(value) => (
          <>
            <BettingSwitch
              closures={value.closures}
              limits={value.limits}
              onSwitched={() => actor.send({ type: 'refresh' })}
            />
            <CreditsCard credits={value.credits} matches={value.matches} />
            <TeamNamesCard names={value.names} onDecided={() => actor.send({ type: 'refresh' })} />
            <List matches={value.matches} filter={filter} onClear={() => navigate('/markets')} />
          </>
        )}
      </LoadedPart>
    </>
  );
}

type FiltersProps = {
  readonly filter: MarketFilter;
  readonly matches: readonly OperatedMatchView[];
  readonly onFilter: (filter: MarketFilter) => void;
};

function Filters({ filter, matches, onFilter }: FiltersProps) {
  const needing = matches.filter(needsAdmin).length;
  const leagues = [...new Set([...matches.map(({ leagueKey }) => leagueKey), filter.league])].filter(Boolean);
  return (
    <Card aria-label={t('Filters')} className="mb-4 grid grid-cols-2 gap-3 p-3! lg:grid-cols-4">
      <LabelledSelect
        label={t('Show')}
        value={filter.show}
        options={shows.map((value) => ({
          value,
          label: value === 'attention' && needing > 0 ? `${t(showTitles[value])} (${needing})` : t(showTitles[value]),
        }))}
        onPick={(show) => onFilter({ ...filter, show: shows.find((each) => each === show) ?? 'all' })}
      />
      <LabelledSelect
        label={t('League')}
        value={filter.league}
        options={[
          { value: '', label: t('All leagues') },
          ...leagues.map((key) => ({ value: key, label: leagueOf(key)?.title ?? key })),
        ]}
        onPick={(league) => onFilter({ ...filter, league })}
      />
      <LabelledSelect
        label={t('Sort by')}
        value={filter.sort}
        options={[
          { value: 'kickoff', label: t('Kick-off') },
          { value: 'liability', label: t('Highest liability') },
        ]}
        onPick={(sort) => onFilter({ ...filter, sort: sort === 'liability' ? sort : 'kickoff' })}
      />
      <TypedField
        label={t('Team')}
        maxLength={80}
        applied={filter.search}
        onApply={(search) => onFilter({ ...filter, search: search.trim() })}
      />
    </Card>
  );
}

type ListProps = {
  readonly matches: readonly OperatedMatchView[];
  readonly filter: MarketFilter;
  readonly onClear: () => void;
};

function List({ matches, filter, onClear }: ListProps) {
  const chosen = filterMatches(matches, filter);
  if (matches.length === 0) {
    return (
      <EmptyState title={t('No matches')} hint={t('Open matches and those of the last three days appear here.')} />
    );
  }
  if (chosen.length === 0) {
    return (
      <EmptyState title={t('No matches found')} action={<Button onClick={onClear}>{t('Clear filters')}</Button>} />
    );
  }
  return (
    <ul aria-label={t('Matches')} data-markets className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {chosen.map((match) => (
        <MarketRow key={match.matchId} match={match} />
      ))}
    </ul>
  );
}
