import { type CaseView, caseEndpoints } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { call, messageOf, orThrow } from '../api/call.ts';

/** What the subjects are attached to: a case, or a new one with this title. */
export type CaseTarget = { readonly caseId: number } | { readonly title: string };
export type AddToCaseEvent =
  | { readonly type: 'open' }
  | { readonly type: 'cancel' }
  | { readonly type: 'add'; readonly target: CaseTarget }
  | { readonly type: 'retry' };

type Context = {
  /** Not attached yet. */
  readonly left: readonly string[];
  readonly cases: readonly CaseView[];
  readonly target: CaseTarget | undefined;
  readonly message: string;
};

/**
 * Attaches events or a wallet to a case: `closed`, `loading` the open cases, `choosing`, `adding` one subject after the other, `added`,
 * or `failed`. A retry continues with the subject that failed, so none is attached twice.
 */
export const addToCaseMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AddToCaseEvent,
    input: {} as { readonly subjects: readonly string[] },
  },
  actors: {
    listCases: fromPromise(async () => {
      const page = await orThrow(call(caseEndpoints.list, { query: { state: 'open', limit: 100 } }));
      return page.cases;
    }),
    /** Resolves with the id of the case. */
    attach: fromPromise<number, { readonly target: CaseTarget; readonly subject: string }>(
      async ({ input: { target, subject } }) => {
        const file =
          'caseId' in target
            ? call(caseEndpoints.change, { params: { id: target.caseId }, body: { act: 'attach', subject } })
            : call(caseEndpoints.open, { body: { title: target.title, subject } });
        return (await orThrow(file)).id;
      },
    ),
  },
  guards: { 'has more': ({ context }) => context.left.length > 1 },
  actions: {
    'keep attached': assign(({ context }, caseId: number) => ({ left: context.left.slice(1), target: { caseId } })),
  },
}).createMachine({
  id: 'addToCase',
  context: ({ input }) => ({ left: input.subjects, cases: [], target: undefined, message: '' }),
  initial: 'closed',
  states: {
    closed: { on: { open: 'loading' } },
    loading: {
      invoke: {
        id: 'listCases',
        src: 'listCases',
        onDone: { target: 'choosing', actions: assign(({ event }) => ({ cases: event.output })) },
        onError: { target: 'unknown', actions: assign(messageOf(msg('The cases could not be loaded.'))) },
      },
    },
    unknown: { on: { retry: 'loading', cancel: 'closed' } },
    choosing: {
      on: { cancel: 'closed', add: { target: 'adding', actions: assign(({ event }) => ({ target: event.target })) } },
    },
    adding: {
      invoke: {
        id: 'attach',
        src: 'attach',
        input: ({ context }) => ({ target: context.target ?? { title: '' }, subject: context.left[0] ?? '' }),
        onDone: [
          {
            guard: 'has more',
            target: 'adding',
            reenter: true,
            actions: { type: 'keep attached', params: ({ event }) => event.output },
          },
          { target: 'added', actions: { type: 'keep attached', params: ({ event }) => event.output } },
        ],
        onError: { target: 'failed', actions: assign(messageOf(msg('Nothing more was added.'))) },
      },
    },
    failed: { on: { retry: 'adding', cancel: 'closed' } },
    added: {},
  },
});
