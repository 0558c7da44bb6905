import type { ConfigView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { fromPromise } from 'xstate';
import { loadMachine } from '../api/load-machine.ts';
import { fetchConfig } from '../api/matches.ts';

const configMachine = loadMachine<ConfigView>('Failed to fetch the settings').provide({
  actors: { load: fromPromise(() => fetchConfig()) },
});

/** What the house says of itself; `undefined` until it is known, every screen works without. */
export function useConfig(): ConfigView | undefined {
  const [snapshot] = useMachine(configMachine);
  return snapshot.context.value;
}
