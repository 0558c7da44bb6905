import { useSelector } from '@xstate/react';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
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

/** The rows of a list of events in whatever state it is in, with what can be done about it. */
export function EventListView({ actor, reader, empty, hrefOfCause }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const { events, next, opened, filter, message } = snapshot.context;
  useTellingScroll(actor);
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    return (
      <EmptyState
        title={message}
        hint="The ledger itself is untouched; only this list could not be shown."
        action={<Button onClick={() => actor.send({ type: 'try again pressed' })}>Try Again</Button>}
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
          onToggle={(seq) => actor.send({ type: 'row toggled', seq })}
          {...(hrefOfCause && { hrefOfCause })}
        />
      )}
      {snapshot.matches({ shown: { older: 'failed' } }) && (
        <p role="alert" className="text-center text-live">
          The older events could not be loaded. {message}
        </p>
      )}
      {next !== null && (
        <Button
          look="quiet"
          className="justify-self-center"
          isBusy={snapshot.matches({ shown: { older: 'loading' } })}
          onClick={() => actor.send({ type: 'more pressed' })}
        >
          {snapshot.matches({ shown: { older: 'failed' } }) ? 'Try Again' : 'Load older events'}
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
    <EmptyState title="No matching events so far" hint="Load older events to search further back." />
  );

/** What came in the meantime, offered and never pushed under the reader's eyes. */
function News({ actor }: { readonly actor: EventListActor }) {
  const { held, isOverrun } = useSelector(actor, ({ context }) => context);
  const isMissed = useSelector(actor, (snapshot) => snapshot.matches({ shown: { news: 'missed' } }));
  const count = held.length;
  const words = isOverrun ? 'Many new events' : `${count} new ${count === 1 ? 'event' : 'events'}`;
  const show = () => {
    actor.send({ type: 'news pressed' });
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
          {words}
        </Button>
      )}
      {isMissed && (
        <p className="flex flex-wrap items-center justify-center gap-x-3 rounded-small border border-gold/60 bg-gold-soft px-3">
          New events could not be fetched.
          <Button look="bare" onClick={() => actor.send({ type: 'try again pressed' })}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}

/** Rows further down than this are being read. */
const awayFrom = 240;

function useTellingScroll(actor: EventListActor): void {
  useEffect(() => {
    const tell = () => actor.send({ type: window.scrollY > awayFrom ? 'scrolled away' : 'came to the top' });
    tell();
    window.addEventListener('scroll', tell, { passive: true });
    return () => window.removeEventListener('scroll', tell);
  }, [actor]);
}

const Loading = () => (
  <div role="status">
    <p className="sr-only">Loading events...</p>
    <div aria-hidden="true" className="grid gap-px overflow-hidden rounded-card border border-line">
      {['head', ...'abcdefghij'].map((row) => (
        <div key={row} className="flex h-12 items-center gap-6 bg-surface px-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-5 w-28" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </div>
  </div>
);
