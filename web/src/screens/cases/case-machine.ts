import { type CaseChange, type CaseFile, caseEndpoints } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, setup } from 'xstate';
import { isNotFound, messageOf, remote } from '../../api/call.ts';

type Context = { readonly id: number; readonly file: CaseFile | undefined; readonly message: string };
type CaseEvent = { readonly type: 'change'; readonly change: CaseChange } | { readonly type: 'retry' };

/** One case: `loading`, `missing`, `failed`, or `shown`, where a `change` is written and answered with the whole case. */
export const caseMachine = setup({
  types: { context: {} as Context, events: {} as CaseEvent, input: {} as { readonly id: number } },
  actors: { read: remote(caseEndpoints.read), change: remote(caseEndpoints.change) },
}).createMachine({
  id: 'case',
  context: ({ input }) => ({ id: input.id, file: undefined, message: '' }),
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'read',
        input: ({ context }) => ({ params: { id: context.id } }),
        onDone: { target: 'shown', actions: assign(({ event }) => ({ file: event.output })) },
        onError: [
          { guard: ({ event }) => isNotFound(event.error), target: 'missing' },
          { target: 'failed', actions: assign(messageOf(msg('The case could not be loaded.'))) },
        ],
      },
    },
    missing: {},
    failed: { on: { retry: 'loading' } },
    shown: {
      initial: 'idle',
      states: {
        idle: { on: { change: 'changing' } },
        changing: {
          entry: assign({ message: '' }),
          invoke: {
            src: 'change',
            input: ({ context, event }) => ({
              params: { id: context.id },
              body: event.type === 'change' ? event.change : { act: 'take' },
            }),
            onDone: { target: 'idle', actions: assign(({ event }) => ({ file: event.output })) },
            onError: { target: 'refused', actions: assign(messageOf(msg('Nothing was changed.'))) },
          },
        },
        refused: { on: { change: 'changing' } },
      },
    },
  },
});
