import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import type { ComponentType } from 'react';
import { fromPromise } from 'xstate';
import { useOnLive } from '../live/index.ts';
import { MatchGridSkeleton } from '../matches/match-grid.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Placeholder, Skeleton } from '../ui/skeleton.tsx';
import { screenMachine } from './screen-machine.ts';

/**
 * Returns a screen whose code loads when it is first opened, with `Waiting` in its place. If that fails, it says so and reloads the
 * page on retry or reconnection.
 */
export function lazyScreen(load: () => Promise<ComponentType>, Waiting: ComponentType = ScreenSkeleton): ComponentType {
  let Screen: ComponentType | undefined;
  const machine = screenMachine.provide({
    actors: {
      load: fromPromise(async () => {
        Screen ??= await load();
      }),
    },
  });
  return function LazyScreen() {
    const [snapshot, send] = useMachine(machine);
    useOnLive('joined', () => send({ type: 'reconnected' }));
    if (Screen) return <Screen />;
    if (snapshot.matches('missing')) return <MissingScreen onRetry={() => send({ type: 'retry' })} />;
    return <Waiting />;
  };
}

const MissingScreen = ({ onRetry }: { readonly onRetry: () => void }) => (
  <EmptyState
    title={t('This screen could not be loaded')}
    hint={t('Touchline did not answer. Your slip, your bets and your money are untouched.')}
    onRetry={onRetry}
  />
);

/** A heading and a few cards: the shape of most screens. */
const ScreenSkeleton = () => (
  <Placeholder text={t('Loading...')} className="grid gap-4">
    <Skeleton className="h-11 w-56" />
    <Skeleton className="h-40 w-full rounded-card" />
    <Skeleton className="h-40 w-full rounded-card" />
  </Placeholder>
);

/** A card in the middle: the shape of the screens with a form. */
export const FormSkeleton = () => (
  <Placeholder text={t('Loading...')} className="mx-auto grid w-full max-w-md gap-4 pt-6">
    <Skeleton className="h-96 w-full rounded-card" />
  </Placeholder>
);

export const GamesSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-11 w-56" />
    <Skeleton className="h-11 w-full" />
    <MatchGridSkeleton text={t('Loading matches...')} />
  </div>
);
