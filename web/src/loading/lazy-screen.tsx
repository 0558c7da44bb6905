import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { type ComponentType, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { onJoined, useLiveActor } from '../live/index.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import {
  clearAutomaticReload,
  findNewBuild,
  findServer,
  hasReloadedAutomatically,
  noteAutomaticReload,
  reloadFor,
} from './new-build.ts';
import { screenMachine } from './screen-machine.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';

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
      findNewBuild: fromPromise(() => findNewBuild()),
      findServer: fromPromise(() => findServer()),
    },
    actions: {
      'reload for build': (_, build) => reloadFor(build),
      reload: () => location.reload(),
      'note automatic reload': () => noteAutomaticReload(),
      'clear automatic reload': () => clearAutomaticReload(),
    },
    guards: { 'has reloaded automatically': () => hasReloadedAutomatically() },
  });
  return function LazyScreen() {
    const [snapshot, send] = useMachine(machine);
    const live = useLiveActor();
    useEffect(() => onJoined(live, () => send({ type: 'reconnected' })), [live, send]);
    if (Screen) return <Screen />;
    if (snapshot.matches('missing')) return <MissingScreen onRetry={() => send({ type: 'retry' })} />;
    return <Waiting />;
  };
}

const MissingScreen = ({ onRetry }: { readonly onRetry: () => void }) => (
  <EmptyState
    title={t('This screen could not be loaded')}
    hint={t('Touchline did not answer. Your slip, your bets and your money are untouched.')}
    action={<Button onClick={onRetry}>{t('Try Again')}</Button>}
  />
);
