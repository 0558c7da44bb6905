import type { ConfigView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import { config } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { type LiveActor, onJoined } from '../live/index.ts';

const configMachine = loadMachine(() => call(config), msg('Failed to fetch the settings'));

/**
 * Returns the operator's settings: those embedded in the page, which avoids layout shifts, then those of the API. `undefined` until
 * known; every screen works without them.
 */
export function useConfig(live: LiveActor): ConfigView | undefined {
  const [snapshot, send, actor] = useMachine(configMachine);
  useEffect(
    () => onJoined(live, () => actor.getSnapshot().matches('failed') && send({ type: 'refresh' })),
    [live, actor, send],
  );
  const [embedded] = useState(embeddedConfig);
  return snapshot.context.value ?? embedded;
}

/** The server embeds it in the page; the development server does not. */
function embeddedConfig(): ConfigView | undefined {
  try {
    return config.light.parse(JSON.parse(document.getElementById('config')?.textContent ?? 'null'));
  } catch {
    return undefined;
  }
}
