import { useMachine } from '@xstate/react';
import { type ComponentType, useEffect } from 'react';
import { fromPromise } from 'xstate';
import { onJoined, useLiveActor } from '../live/index.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import {
  findNewBuild,
  findServer,
  forgetOwnReload,
  hasReloadedByItself,
  noteOwnReload,
  reloadFor,
} from './new-build.ts';
import { screenMachine } from './screen-machine.ts';
import { ScreenSkeleton } from './screen-skeleton.tsx';

/**
 * A screen whose code is fetched when it is first opened; until then `Waiting` keeps its place. Code that does not come is
 * said; the page begins anew on demand and when the line to the server is back.
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
      'begin anew with the build': (_, build) => reloadFor(build),
      'begin anew': () => location.reload(),
      'note that it begins anew by itself': () => noteOwnReload(),
      'forget that it began anew by itself': () => forgetOwnReload(),
    },
    guards: { 'it began anew by itself already': () => hasReloadedByItself() },
  });
  return function LazyScreen() {
    const [snapshot, send] = useMachine(machine);
    const live = useLiveActor();
    useEffect(() => onJoined(live, () => send({ type: 'line is back' })), [live, send]);
    if (Screen) return <Screen />;
    if (snapshot.matches('missing')) return <MissingScreen onAgain={() => send({ type: 'again pressed' })} />;
    return <Waiting />;
  };
}

const MissingScreen = ({ onAgain }: { readonly onAgain: () => void }) => (
  <EmptyState
    title="This screen could not be loaded"
    hint="Touchline did not answer. Your slip, your bets and your money are untouched."
    action={<Button onClick={onAgain}>Try Again</Button>}
  />
);
