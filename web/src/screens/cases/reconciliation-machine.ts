import { type AnswerOf, reconciliationEndpoints } from '@touchline/core/contract';
import { assign, setup } from 'xstate';
import { errorText, remote } from '../../api/call.ts';

type Runs = AnswerOf<typeof reconciliationEndpoints.list>;
type Context = { readonly shown: Runs | undefined; readonly message: string; readonly done: string };
type ReconciliationEvent =
  | { readonly type: 'compare' }
  | { readonly type: 'upload'; readonly statement: string }
  | { readonly type: 'retry' };

/**
 * The comparisons with the provider and the bank: `loading`, `failed`, or `shown`, which asks again every few seconds while one is under
 * way, `comparing` requests one and `uploading` sends a bank statement.
 */
export const reconciliationMachine = setup({
  types: { context: {} as Context, events: {} as ReconciliationEvent },
  actors: {
    list: remote(reconciliationEndpoints.list),
    request: remote(reconciliationEndpoints.request),
    upload: remote(reconciliationEndpoints.bank),
  },
  guards: {
    'is under way': ({ context }) =>
      context.shown?.runs.some(({ state }) => state === 'waiting' || state === 'running') === true,
  },
  delays: { soon: 3_000 },
}).createMachine({
  id: 'reconciliation',
  context: { shown: undefined, message: '', done: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'list',
        input: {},
        onDone: { target: 'shown', actions: assign(({ event }) => ({ shown: event.output })) },
        onError: {
          target: 'failed',
          actions: assign(({ event }) => ({ message: errorText(event.error, 'The comparisons could not be loaded.') })),
        },
      },
    },
    failed: { on: { retry: 'loading' } },
    shown: {
      on: { compare: 'comparing', upload: 'uploading' },
      after: { soon: { guard: 'is under way', target: 'loading' } },
    },
    comparing: {
      entry: assign({ message: '', done: '' }),
      invoke: {
        src: 'request',
        input: {},
        onDone: 'loading',
        onError: {
          target: 'shown',
          actions: assign(({ event }) => ({ message: errorText(event.error, 'The comparison was not requested.') })),
        },
      },
    },
    uploading: {
      entry: assign({ message: '', done: '' }),
      invoke: {
        src: 'upload',
        input: ({ event }) => ({ body: { statement: event.type === 'upload' ? event.statement : '' } }),
        onDone: {
          target: 'loading',
          actions: assign(({ event: { output } }) => ({
            done: `${output.counts['matched'] ?? 0} payouts found on the statement, ${output.differences ?? 0} differences.`,
          })),
        },
        onError: {
          target: 'shown',
          actions: assign(({ event }) => ({ message: errorText(event.error, 'The statement was not uploaded.') })),
        },
      },
    },
  },
});
