import type { LeagueView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { leagues } from '../api/light-endpoints.ts';
import { loadMachine } from '../api/load-machine.ts';
import { onJoined, useLiveActor } from '../live/index.ts';
import { toastError, toastMs } from '../ui/toast.ts';

const leaguesMachine = loadMachine(() => call(leagues), 'Failed to fetch leagues');

/** Returns the leagues on offer; `undefined` while loading. A failure shows one toast and an empty list, and is retried on reconnection. */
export function useLeagues(): readonly LeagueView[] | undefined {
  const [snapshot, send, actor] = useMachine(leaguesMachine);
  const live = useLiveActor();
  useEffect(
    () => onJoined(live, () => actor.getSnapshot().matches('failed') && send({ type: 'refresh' })),
    [live, actor, send],
  );
  const failed = snapshot.matches('failed');
  useEffect(() => {
    if (failed) toastError('Failed to fetch leagues', toastMs.usual);
  }, [failed]);
  return failed ? [] : snapshot.context.value;
}
