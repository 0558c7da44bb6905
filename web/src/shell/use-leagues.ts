import type { LeagueView } from '@touchline/core/contract';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { loadMachine } from '../api/load-machine.ts';
import { fetchLeagues } from '../api/matches.ts';
import { toastError, toastMs } from '../ui/toast.ts';

const leaguesMachine = loadMachine<LeagueView[]>('Failed to fetch leagues').provide({
  actors: { load: fromPromise(() => fetchLeagues()) },
});

/** The leagues on offer; `undefined` while they load. A failure is said once and leaves an empty list. */
export function useLeagues(): readonly LeagueView[] | undefined {
  const [snapshot] = useMachine(leaguesMachine);
  const failed = snapshot.matches('failed');
  useEffect(() => {
    if (failed) toastError('Failed to fetch leagues', toastMs.usual);
  }, [failed]);
  return failed ? [] : snapshot.context.value;
}
