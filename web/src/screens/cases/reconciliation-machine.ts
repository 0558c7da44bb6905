import { type AnswerOf, reconciliationEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assertEvent, assign, fromPromise, raise, setup } from 'xstate';
import { call, errorText, failureIn, messageOf, orThrow, remote } from '../../api/call.ts';

type Runs = AnswerOf<typeof reconciliationEndpoints.list>;
type Context = {
  readonly shown: Runs | undefined;
  /** Why the comparisons could not be fetched the last time. */
  readonly problem: string | undefined;
  /** Why the last comparison or statement was refused. */
  readonly message: string;
  readonly done: string;
};
type ReconciliationEvent =
  | { readonly type: 'compare' }
  | { readonly type: 'upload'; readonly file: File }
  | { readonly type: 'retry' }
  /** There is one more comparison. */
  | { readonly type: 'added' };

const fallback = msg('The comparisons could not be loaded.');

/**
 * The comparisons with the provider and the bank: `loading`, `failed`, or `shown`. While shown, `runs` are fetched again every few
 * seconds as long as one is under way or the last attempt failed. A request for another one (`comparison`) and the upload of a bank
 * statement (`statement`) do not wait for that.
 */
export const reconciliationMachine = setup({
  types: { context: {} as Context, events: {} as ReconciliationEvent },
  actors: {
    list: remote(reconciliationEndpoints.list),
    request: remote(reconciliationEndpoints.request),
    upload: fromPromise<AnswerOf<typeof reconciliationEndpoints.bank>, File>(async ({ input: file }) =>
      orThrow(call(reconciliationEndpoints.bank, { body: { statement: await file.text() } })),
    ),
  },
  actions: {
    'show runs': assign((_, shown: Runs) => ({ shown, problem: undefined })),
    'set problem': assign((_, { error }: { readonly error: unknown }) => ({ problem: errorText(error, t(fallback)) })),
    'clear messages': assign({ message: '', done: '' }),
  },
  guards: {
    'is under way': ({ context }) =>
      context.shown?.runs.some(({ state }) => state === 'waiting' || state === 'running') === true,
  },
  delays: { soon: 3_000 },
}).createMachine({
  id: 'reconciliation',
  context: { shown: undefined, problem: undefined, message: '', done: '' },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'firstRuns',
        src: 'list',
        input: {},
        onDone: { target: 'shown', actions: { type: 'show runs', params: ({ event }) => event.output } },
        onError: { target: 'failed', actions: { type: 'set problem', params: ({ event }) => event } },
      },
    },
    failed: { on: { retry: 'loading' } },
    shown: {
      type: 'parallel',
      states: {
        runs: {
          initial: 'current',
          on: { added: { target: '.fetching', reenter: true } },
          states: {
            current: { after: { soon: { guard: 'is under way', target: 'fetching' } } },
            fetching: {
              invoke: {
                id: 'laterRuns',
                src: 'list',
                input: {},
                onDone: { target: 'current', actions: { type: 'show runs', params: ({ event }) => event.output } },
                onError: { target: 'stale', actions: { type: 'set problem', params: ({ event }) => event } },
              },
            },
            stale: { after: { soon: 'fetching' }, on: { retry: 'fetching' } },
          },
        },
        comparison: {
          initial: 'idle',
          states: {
            idle: { on: { compare: 'requesting' } },
            requesting: {
              entry: 'clear messages',
              invoke: {
                id: 'request',
                src: 'request',
                input: {},
                onDone: { target: 'idle', actions: raise({ type: 'added' }) },
                onError: { target: 'idle', actions: assign(messageOf(msg('The comparison was not requested.'))) },
              },
            },
          },
        },
        statement: {
          initial: 'idle',
          states: {
            idle: { on: { upload: 'uploading' } },
            uploading: {
              entry: 'clear messages',
              invoke: {
                id: 'upload',
                src: 'upload',
                input: ({ event }) => {
                  assertEvent(event, 'upload');
                  return event.file;
                },
                onDone: {
                  target: 'idle',
                  actions: [
                    assign(({ event: { output } }) => ({
                      done: t(
                        '{payouts, plural, one {# payout} other {# payouts}} found on the statement, {differences, plural, one {# difference} other {# differences}}.',
                        { payouts: output.counts['matched'] ?? 0, differences: output.differences ?? 0 },
                      ),
                    })),
                    raise({ type: 'added' }),
                  ],
                },
                onError: {
                  target: 'idle',
                  actions: assign(({ event }) => ({
                    message: failureIn(event.error)
                      ? errorText(event.error, t('The statement was not uploaded.'))
                      : t('The file could not be read. Choose it again.'),
                  })),
                },
              },
            },
          },
        },
      },
    },
  },
});
