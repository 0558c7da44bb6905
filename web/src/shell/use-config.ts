import type { ConfigView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { loadMachine } from '../api/load-machine.ts';
import { fetchConfig } from '../api/matches.ts';
import { type LiveActor, onJoined } from '../live/index.ts';

const configMachine = loadMachine<ConfigView>('Failed to fetch the settings').provide({
  actors: { load: fromPromise(() => fetchConfig()) },
});

/** What the house says of itself; `undefined` until it is known, every screen works without. */
export function useConfig(live: LiveActor): ConfigView | undefined {
  const [snapshot, send, actor] = useMachine(configMachine);
  useEffect(
    () => onJoined(live, () => actor.getSnapshot().matches('failed') && send({ type: 'refresh' })),
    [live, actor, send],
  );
  return snapshot.context.value;
}
