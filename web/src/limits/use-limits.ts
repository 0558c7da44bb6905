import { useMachine } from '@xstate/react';
import { limitsMachine } from './limits-machine.ts';
import { setRealityCheckMinutes } from './reality-check-minutes.ts';

const machine = limitsMachine.provide({
  actions: { publish: (_, { realityCheckMinutes }) => setRealityCheckMinutes(realityCheckMinutes) },
});

/** The limits that the user has set for themselves, as the server has saved them. */
export const useLimits = () => useMachine(machine);
export type Limits = ReturnType<typeof useLimits>;
