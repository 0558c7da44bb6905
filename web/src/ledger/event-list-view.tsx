import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../ui/skeleton.tsx';
import { leavesOut } from './event-filter.ts';
import type { eventListMachine } from './event-list-machine.ts';
import { EventRows } from './event-rows.tsx';

export type EventListActor = ActorRefFrom<typeof eventListMachine>;
type Props = {
  readonly actor: EventListActor;
  readonly reader: 'auditor' | 'bettor';
  /** What to show when there is no event at all. */
  readonly empty: ReactNode;
  readonly hrefOfCause?: (cause: string) => string;
};

/** A list of events in any of its states. */
export function EventListView({ actor, reader, empty, hrefOfCause }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const { events, next, opened, filter, message } = snapshot.context;
  useReportedScroll(actor);
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={message}
        hint={t('The ledger itself is untouched; only this list could not be shown.')}
        onRetry={() => actor.send({ type: 'retry' })}
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <News actor={actor} />
      {events.length === 0 ? (
        noneFound(next, empty)
      ) : (
        <EventRows
          events={events}
          time={filter.time ?? 'recorded'}
          reader={reader}
          opened={opened}
          onToggle={(seq) => actor.send({ type: 'toggle row', seq })}
          {...(hrefOfCause && { hrefOfCause })}
        />
      )}
      {events.length > 1 && (reader === 'bettor' || leavesOut(filter)) && (
        <p className="text-small text-muted">
          {t(
            reader === 'bettor'
              ? 'Event numbers count all wallets together, so your list skips some.'
              : 'Event numbers count all wallets together, so a filtered list skips some.',
          )}
        </p>
      )}
      {snapshot.matches({ shown: { older: 'failed' } }) && (
        <p role="alert" className="text-center text-live">
          {t('The older events could not be loaded. {message}', { message })}
        </p>
      )}
      {next !== null && (
        <Button
          look="quiet"
          className="justify-self-center"
          isBusy={snapshot.matches({ shown: { older: 'loading' } })}
          onClick={() => actor.send({ type: 'load older' })}
        >
          {snapshot.matches({ shown: { older: 'failed' } }) ? t('Try Again') : t('Load older events')}
        </Button>
      )}
    </div>
  );
}

/** A page reads a limited part of a wallet: what a filter asks for may be further back. */
const noneFound = (next: number | null, empty: ReactNode): ReactNode =>
  next === null ? (
    empty
  ) : (
    <EmptyState title={t('No matching events so far')} hint={t('Load older events to search further back.')} />
  );

/** Offers new events instead of moving the rows being read. */
function News({ actor }: { readonly actor: EventListActor }) {
  const { held, isOverrun } = useSelector(actor, ({ context }) => context);
  const isMissed = useSelector(actor, (snapshot) => snapshot.matches({ shown: { news: 'missed' } }));
  const count = held.length;
  const label = isOverrun
    ? t('Many new events')
    : t('{count, plural, one {# new event} other {# new events}}', { count });
  const show = () => {
    actor.send({ type: 'show new' });
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div
      role="status"
      className="sticky top-[calc(var(--top-bar,4rem)+0.5rem)] z-10 grid justify-items-center gap-2 empty:hidden"
    >
      {(count > 0 || isOverrun) && (
        <Button className="rounded-round! shadow-panel" onClick={show}>
          <ArrowUp aria-hidden="true" className="size-4" />
          {label}
        </Button>
      )}
      {isMissed && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 rounded-small border border-gold/60 bg-gold-soft px-3">
          {t('New events could not be fetched.')}
          <Button look="bare" onClick={() => actor.send({ type: 'retry' })}>
            {t('Try Again')}
          </Button>
        </p>
      )}
    </div>
  );
}

/** A page scrolled further down than this, in pixels, is being read. */
const awayFrom = 240;

function useReportedScroll(actor: EventListActor): void {
  useEffect(() => {
    const report = () => actor.send({ type: window.scrollY > awayFrom ? 'scrolled away' : 'scrolled to top' });
    report();
    window.addEventListener('scroll', report, { passive: true });
    return () => window.removeEventListener('scroll', report);
  }, [actor]);
}

const Loading = () => (
  <Placeholder text={t('Loading events...')} className="grid gap-px overflow-hidden rounded-card border border-line">
    {['head', ...'abcdefghij'].map((row) => (
      <div key={row} className="flex h-12 items-center gap-6 bg-surface px-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-5 w-28" />
        <Skeleton className="ml-auto h-4 w-20" />
      </div>
    ))}
  </Placeholder>
);
