import { t } from '@touchline/core/language';
import { useActorRef, useSelector } from '@xstate/react';
import { useLocation, useSearch } from 'wouter';
import { AddToCase } from '../../ledger/add-to-case.tsx';
import { type EventFilter, filterFromSearch, leavesOut, searchFromFilter } from '../../ledger/event-filter.ts';
import { eventListMachine } from '../../ledger/event-list-machine.ts';
import { EventListView } from '../../ledger/event-list-view.tsx';
import { useClear } from '../../ledger/filter-fields.tsx';
import { useOnLive } from '../../live/index.ts';
import { useLedgerRoom } from '../../live/rooms.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { EventFilters } from './event-filters.tsx';
import { EventTools } from './event-tools.tsx';

/** All ledger events, newest first. The filter is in the URL, so that it can be shared. */
export function EventsPart() {
  const [, navigate] = useLocation();
  const filter = filterFromSearch(useSearch());
  const onFilter = (next: EventFilter) => navigate(hrefOf(next), { replace: true });
  const { cleared, clear } = useClear(() => onFilter({}));
  return (
    <>
      <EventFilters filter={filter} cleared={cleared} onFilter={onFilter} onClear={clear} />
      <EventTools filter={filter} onChoose={(search) => navigate(search ? `/ledger?${search}` : '/ledger')} />
      <Events key={searchFromFilter(filter)} filter={filter} onClear={clear} />
    </>
  );
}

/** Each is an entry of the case. */
const mostAttached = 50;

function Events({ filter, onClear }: { readonly filter: EventFilter; readonly onClear: () => void }) {
  const actor = useActorRef(eventListMachine, { input: { filter } });
  useLedgerRoom({ onGrowth: (n) => actor.send({ type: 'ledger grew', n }) });
  // Pushes during a lost connection were missed.
  useOnLive('joined', () => actor.send({ type: 'ledger grew' }));
  const number = /^event:(\d+)$/.exec(filter.cause ?? '')?.[1];
  const empty = number ? (
    <EmptyState
      title={t('No event has number {number}', { number })}
      hint={t(
        'A transaction may reserve a number and then be rolled back. The list of all events shows the proof where numbers are missing.',
      )}
      action={<Button onClick={onClear}>{t('All events')}</Button>}
    />
  ) : leavesOut(filter) ? (
    <EmptyState
      title={t('No matching events')}
      hint={t('Widen the period or the amounts, or clear the filters.')}
      action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
    />
  ) : (
    <EmptyState title={t('The ledger is empty.')} hint={t('Its first event appears here as soon as money moves.')} />
  );
  const seqs = useSelector(actor, ({ context }) => context.events).map(({ seq }) => seq);
  const isSelection = leavesOut(filter) && seqs.length > 0 && seqs.length <= mostAttached;
  return (
    <>
      {isSelection && (
        <div className="mb-4 empty:hidden">
          <AddToCase
            subjects={seqs.map((seq) => `event:${seq}`)}
            label={
              seqs.length === 1
                ? t('Add this event to a case')
                : t('Add these {count} events to a case', { count: seqs.length })
            }
          />
        </div>
      )}
      <EventListView actor={actor} reader="auditor" empty={empty} hrefOfCause={(cause) => hrefOf({ cause })} />
    </>
  );
}

function hrefOf(filter: EventFilter): string {
  const search = searchFromFilter(filter);
  return search ? `/ledger?${search}` : '/ledger';
}
