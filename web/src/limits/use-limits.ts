import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { excludeMyself, fetchLimits, setLimit, setRealityCheck } from '../api/limits.ts';
import { limitsMachine, type OwnRule } from './limits-machine.ts';
import { tellRealityCheck } from './reality-check-minutes.ts';

/** What one has set for oneself, as it is kept by the server. */
export function useLimits() {
  const [machine] = useState(() =>
    limitsMachine.provide({
      actors: { load: fromPromise(() => fetchLimits()), keep: fromPromise(({ input }) => keep(input)) },
      actions: {
        'tell the reality check': (_, answer) => {
          if (answer.ok) tellRealityCheck(answer.value.realityCheckMinutes);
        },
      },
    }),
  );
  return useMachine(machine);
}

export type Limits = ReturnType<typeof useLimits>;

function keep(wish: OwnRule) {
  switch (wish.rule) {
    case 'limit':
      return setLimit(wish.body);
    case 'exclusion':
      return excludeMyself(wish.body);
    case 'reality check':
      return setRealityCheck(wish.body);
  }
}
