import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { loadMachine } from '../../api/load-machine.ts';
import { StaleBanner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeadingRefresh } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';

export type LoadActor<Value> = ActorRefFrom<ReturnType<typeof loadMachine<Value>>>;

type Props<Value> = {
  readonly actor: LoadActor<Value>;
  readonly loading: string;
  readonly children: (value: Value) => ReactNode;
};

/** Shows a loaded value, its loading state or its failure. A failed refresh keeps the value and adds a banner. */
export function LoadedPart<Value>({ actor, loading, children }: Props<Value>) {
  const snapshot = useSelector(actor, (now) => now);
  const { value, error } = snapshot.context;
  const hasFailed = snapshot.matches('failed');
  const retry = () => actor.send({ type: 'refresh' });
  if (value === undefined) {
    if (!hasFailed) return <Loading text={loading} />;
    return <EmptyState title={error ?? ''} onRetry={retry} />;
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {hasFailed && (
        <StaleBanner onTryAgain={retry}>
          {error} {t('This may be out of date.')}
        </StaleBanner>
      )}
      {children(value)}
    </div>
  );
}

export function RefreshButton<Value>({ actor }: { readonly actor: LoadActor<Value> }) {
  const isLoading = useSelector(actor, (now) => now.matches('loading'));
  // Automatic refreshes show no spinner.
  const [isPressed, setPressed] = useState(true);
  useEffect(() => {
    if (!isLoading) setPressed(false);
  }, [isLoading]);
  const press = () => {
    setPressed(true);
    actor.send({ type: 'refresh' });
  };
  return <HeadingRefresh isBusy={isLoading && isPressed} onPress={press} />;
}

const Loading = ({ text }: { readonly text: string }) => (
  <Placeholder text={text} className="grid gap-2">
    {[...'abcdef'].map((row) => (
      <div key={row} className="grid h-28 content-center gap-3 rounded-card border border-line bg-surface px-3">
        <Skeleton className="h-4 w-56" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </Placeholder>
);
