import { t } from '@touchline/core/language';
import { useActorRef, useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { usePeriodicRefresh } from '../markets/use-auto-refresh.ts';
import { type FetchPage, pagedListMachine } from './paged-list-machine.ts';

type Props<Row, Cursor> = {
  readonly label: string;
  /** Read at the first render only: give the list another key to fetch something else. */
  readonly fetchPage: FetchPage<Row, Cursor>;
  readonly empty: ReactNode;
  readonly children: (row: Row) => ReactNode;
};

/** Rows, newest first, and a button for more. Each row is a `li` with a key. */
export function PagedList<Row, Cursor = number>(props: Props<Row, Cursor>) {
  return <Rows {...props} actor={useList(props)} />;
}

/** The same, kept as it is on the server. */
export function LivePagedList<Row, Cursor = number>(props: Props<Row, Cursor>) {
  const actor = useList(props);
  usePeriodicRefresh(actor);
  return <Rows {...props} actor={actor} />;
}

type ListActor<Row, Cursor> = ActorRefFrom<ReturnType<typeof pagedListMachine<Row, Cursor>>>;

function useList<Row, Cursor>({ fetchPage }: Props<Row, Cursor>): ListActor<Row, Cursor> {
  const [machine] = useState(() => pagedListMachine(fetchPage));
  return useActorRef(machine);
}

type RowsProps<Row, Cursor> = Props<Row, Cursor> & { readonly actor: ListActor<Row, Cursor> };

function Rows<Row, Cursor>({ label, empty, children, actor }: RowsProps<Row, Cursor>) {
  const snapshot = useSelector(actor, (now) => now);
  const { send } = actor;
  const { rows, next, message } = snapshot.context;
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    const retry = () => send({ type: 'retry' });
    return <EmptyState title={message} onRetry={retry} />;
  }
  if (rows.length === 0) return empty;
  const isIncomplete = message !== '' && !snapshot.matches({ shown: 'loading' });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <ol aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {rows.map(children)}
      </ol>
      {isIncomplete && (
        <p role="alert" className="text-center text-live">
          {t('More could not be loaded. {message}', { message })}
        </p>
      )}
      {next !== null && (
        <Button
          look="quiet"
          className="justify-self-center"
          isBusy={snapshot.matches({ shown: 'loading' })}
          onClick={() => send({ type: 'load more' })}
        >
          {isIncomplete ? t('Try Again') : t('Load more')}
        </Button>
      )}
    </div>
  );
}

const Loading = () => (
  <Placeholder text={t('Loading...')} className="grid gap-2">
    {[...'abcdefgh'].map((row) => (
      <div key={row} className="flex h-20 items-center gap-4 rounded-card border border-line bg-surface px-3">
        <Skeleton className="h-4 w-48" />
        <Skeleton className="ml-auto h-4 w-28" />
      </div>
    ))}
  </Placeholder>
);
