import { type InputOf, type LimitsView, limitEndpoints } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { assign, fromPromise, setup } from 'xstate';
import { call, messageOf, orThrow, remote } from '../api/call.ts';
import { useSession } from '../session/index.ts';
import { setRealityCheckMinutes } from './reality-check-gate.tsx';

/** One change that a bettor makes to their own limits. */
type LimitsChange =
  | { readonly kind: 'limit'; readonly input: InputOf<typeof limitEndpoints.setLimit> }
  | { readonly kind: 'exclusion'; readonly input: InputOf<typeof limitEndpoints.exclude> }
  | { readonly kind: 'reality check'; readonly input: InputOf<typeof limitEndpoints.setRealityCheck> };
type Context = {
  readonly view: LimitsView | undefined;
  readonly change: LimitsChange | undefined;
  readonly message: string;
};
type LimitsEvent = { type: 'change'; change: LimitsChange } | { type: 'retry' } | { type: 'dismiss' };

const notLoaded = msg('Your limits could not be loaded.');
const notSaved = msg('Your change could not be saved. Your limits are unchanged.');

function save(change: LimitsChange) {
  switch (change.kind) {
    case 'limit':
      return call(limitEndpoints.setLimit, change.input);
    case 'exclusion':
      return call(limitEndpoints.exclude, change.input);
    case 'reality check':
      return call(limitEndpoints.setRealityCheck, change.input);
  }
}

/**
 * The limits a bettor has set for themselves. `loading` or `failed` until they are known. `open`: they can be changed; while `saving`,
 * the current ones are still shown; then `saved`, or `refused` with the reason.
 */
export const limitsMachine = setup({
  types: { context: {} as Context, events: {} as LimitsEvent },
  actors: {
    load: remote(limitEndpoints.read),
    save: fromPromise<LimitsView, LimitsChange>(({ input }) => orThrow(save(input))),
  },
  actions: {
    show: assign((_, view: LimitsView) => ({ view, message: '' })),
    publish: (_, { realityCheckMinutes }: LimitsView) => setRealityCheckMinutes(realityCheckMinutes),
    /** For the card to provide: the profile has the exclusion. */
    'refresh profile': () => {},
  },
}).createMachine({
  id: 'limits',
  context: { view: undefined, change: undefined, message: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'load',
        input: {},
        onDone: { target: 'open', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: assign(messageOf(notLoaded)) },
      },
    },
    failed: { on: { retry: 'loading' } },
    open: {
      initial: 'shown',
      on: { change: { target: '.saving', actions: assign(({ event }) => ({ change: event.change, message: '' })) } },
      states: {
        shown: {},
        saving: {
          on: { change: {} },
          invoke: {
            src: 'save',
            input: ({ context }) => changeIn(context),
            onDone: {
              target: 'saved',
              actions: [
                { type: 'show', params: ({ event }) => event.output },
                { type: 'publish', params: ({ event }) => event.output },
                'refresh profile',
              ],
            },
            onError: { target: 'refused', actions: assign(messageOf(notSaved)) },
          },
        },
        saved: {},
        refused: { on: { dismiss: 'shown' } },
      },
    },
  },
});

function changeIn({ change }: Context): LimitsChange {
  if (!change) throw new Error('saving without a change');
  return change;
}

/** The limits that the user has set for themselves, as the server has saved them. */
export function useLimits() {
  const { refreshProfile } = useSession();
  const [machine] = useState(() => limitsMachine.provide({ actions: { 'refresh profile': refreshProfile } }));
  return useMachine(machine);
}
export type Limits = ReturnType<typeof useLimits>;
