import type { ConfigView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { config } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { type LiveActor, onJoined } from '../live/index.ts';

const configMachine = loadMachine(() => call(config), 'Failed to fetch the settings');

/**
 * What the house says of itself: as the page brought it, so that nothing comes late and moves the rest, then as the API tells it.
 * `undefined` until it is known, every screen works without.
 */
export function useConfig(live: LiveActor): ConfigView | undefined {
  const [snapshot, send, actor] = useMachine(configMachine);
  useEffect(
    () => onJoined(live, () => actor.getSnapshot().matches('failed') && send({ type: 'refresh' })),
    [live, actor, send],
  );
  const [ofPage] = useState(configOfPage);
  return snapshot.context.value ?? ofPage;
}

/** The server writes it into the page; the development server does not. */
function configOfPage(): ConfigView | undefined {
  try {
    return config.light.parse(JSON.parse(document.getElementById('config')?.textContent ?? 'null'));
  } catch {
    return undefined;
  }
}
