import type { DryRunView, MatchDecisionRequest, ResultAnswer, ResultRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, not, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { emptyForm, isReason, type ResultForm, resultOf } from './result-form.ts';

type Tried = Result<DryRunView, ApiFailure>;
type Entered = Result<ResultAnswer, ApiFailure>;
type ResultEvent =
  | { readonly type: 'form typed'; readonly change: Partial<ResultForm> }
  | { readonly type: 'reason typed'; readonly reason: string }
  | { readonly type: 'check pressed' }
  | { readonly type: 'back pressed' }
  | { readonly type: 'confirmed' };
type Context = {
  readonly form: ResultForm;
  readonly reason: string;
  readonly run: DryRunView | undefined;
  readonly message: string;
};

const unexplained = 'It could not be checked. Nothing was changed.';
const unsent = 'It is not known whether the result was taken. Please look at the match before trying again.';

/**
 * A result entered or corrected by hand. `filling` it in, `incomplete` or `complete`; `checking` what it would do, with nothing
 * changed; `weighing` that, `unexplained` until there is a reason; `entering` it. `done`: the bets are being settled. `proposed`: it
 * moves so much that a second admin has to confirm it. Nothing is entered that was not checked just as it is.
 */
export const resultMachine = setup({
  types: { context: {} as Context, events: {} as ResultEvent },
  actors: {
    check: fromPromise<Tried, MatchDecisionRequest>(() =>
      Promise.reject(new Error('checking is provided by the screen')),
    ),
    enter: fromPromise<Entered, ResultRequest>(() => Promise.reject(new Error('entering is provided by the screen'))),
  },
  guards: {
    'it is a result': ({ context }) => resultOf(context.form) !== undefined,
    'it has a reason': ({ context }) => isReason(context.reason),
    'it was checked': (_, tried: Tried) => tried.ok,
    'it is done': (_, entered: Entered) => entered.ok && entered.value.outcome === 'done',
    'a second admin is needed': (_, entered: Entered) => entered.ok && entered.value.outcome === 'proposed',
  },
  actions: {
    'take what was typed': assign(({ context }, change: Partial<ResultForm>) => ({
      form: { ...context.form, ...change },
      message: '',
    })),
    'take the reason': assign((_, reason: string) => ({ reason })),
    'take the dry run': assign((_, tried: Tried) => (tried.ok ? { run: tried.value, message: '' } : {})),
    'note what was done': assign((_, entered: Entered) => (entered.ok ? { run: entered.value.dryRun } : {})),
    'note why not': assign((_, tried: Tried) => ({
      message: tried.ok ? unexplained : failureText(tried.refusal, unexplained),
    })),
    'note why it was not taken': assign((_, entered: Entered) => ({
      message: !entered.ok && entered.refusal.kind === 'refused' ? failureText(entered.refusal, unsent) : unsent,
    })),
    'forget the dry run': assign({ run: undefined, message: '' }),
  },
}).createMachine({
  id: 'result',
  context: { form: emptyForm, reason: '', run: undefined, message: '' },
  initial: 'filling',
  states: {
    filling: {
      on: {
        'form typed': { actions: { type: 'take what was typed', params: ({ event }) => event.change } },
      },
      initial: 'incomplete',
      states: {
        incomplete: { always: { guard: 'it is a result', target: 'complete' } },
        complete: {
          always: { guard: not('it is a result'), target: 'incomplete' },
          on: { 'check pressed': '#result.checking' },
        },
      },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context }) => typedIn(context),
        onDone: [
          {
            guard: { type: 'it was checked', params: ({ event }) => event.output },
            target: 'weighing',
            actions: { type: 'take the dry run', params: ({ event }) => event.output },
          },
          { target: 'filling', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'filling', actions: assign({ message: unexplained }) },
      },
    },
    weighing: {
      on: {
        'reason typed': { actions: { type: 'take the reason', params: ({ event }) => event.reason } },
        'back pressed': { target: 'filling', actions: 'forget the dry run' },
      },
      initial: 'unexplained',
      states: {
        unexplained: { always: { guard: 'it has a reason', target: 'explained' } },
        explained: {
          always: { guard: not('it has a reason'), target: 'unexplained' },
          on: { confirmed: '#result.entering' },
        },
      },
    },
    entering: {
      invoke: {
        id: 'enter',
        src: 'enter',
        input: ({ context }) => ({ result: typedIn(context), reason: context.reason.trim() }),
        onDone: [
          {
            guard: { type: 'it is done', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'note what was done', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'a second admin is needed', params: ({ event }) => event.output },
            target: 'proposed',
            actions: { type: 'note what was done', params: ({ event }) => event.output },
          },
          { target: 'weighing', actions: { type: 'note why it was not taken', params: ({ event }) => event.output } },
        ],
        onError: { target: 'weighing', actions: assign({ message: unsent }) },
      },
    },
    done: {},
    proposed: {},
  },
});

function typedIn({ form }: Context): MatchDecisionRequest {
  const result = resultOf(form);
  if (!result) throw new Error('a result that is none was let through');
  return result;
}
