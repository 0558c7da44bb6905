import { isReason, marketReasonLength } from '@touchline/core/account';
import type { DryRunView, MatchDecisionRequest, ResultAnswer, ResultRequest } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, not, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { type DecisionForm, decisionOf, emptyForm } from './decision-form.ts';

type Tried = Result<DryRunView, ApiFailure>;
type Entered = Result<ResultAnswer, ApiFailure>;
type DecisionEvent =
  | { readonly type: 'form typed'; readonly form: DecisionForm }
  | { readonly type: 'reason typed'; readonly reason: string }
  | { readonly type: 'check pressed' }
  | { readonly type: 'back pressed' }
  | { readonly type: 'confirmed' };
type Context = {
  readonly form: DecisionForm;
  readonly reason: string;
  readonly run: DryRunView | undefined;
  readonly message: string;
};

const unexplained = 'It could not be checked. Nothing was changed.';
const unsent = 'It is not known whether this was taken. Please look at the match before trying again.';

/**
 * A decision about a match by hand: a result entered or corrected, or bets of a time that are void. `filling` it in, `incomplete` or `complete`; `checking` what it would do, with nothing
 * changed; `weighing` that, `unexplained` until there is a reason; `entering` it. `done`: the bets are being settled. `proposed`: it
 * moves so much that a second admin has to confirm it. Nothing is entered that was not checked just as it is.
 */
export const decisionMachine = setup({
  types: { context: {} as Context, events: {} as DecisionEvent, input: {} as DecisionForm | undefined },
  actors: {
    check: fromPromise<Tried, MatchDecisionRequest>(() =>
      Promise.reject(new Error('checking is provided by the screen')),
    ),
    enter: fromPromise<Entered, ResultRequest>(() => Promise.reject(new Error('entering is provided by the screen'))),
  },
  guards: {
    'it is whole': ({ context }) => decisionOf(context.form) !== undefined,
    'it has a reason': ({ context }) => isReason(context.reason, marketReasonLength),
    'it was checked': (_, tried: Tried) => tried.ok,
    'it is done': (_, entered: Entered) => entered.ok && entered.value.outcome === 'done',
    'a second admin is needed': (_, entered: Entered) => entered.ok && entered.value.outcome === 'proposed',
  },
  actions: {
    'take what was typed': assign((_, form: DecisionForm) => ({ form, message: '' })),
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
  id: 'decision',
  context: ({ input }) => ({ form: input ?? emptyForm, reason: '', run: undefined, message: '' }),
  initial: 'filling',
  states: {
    filling: {
      on: {
        'form typed': { actions: { type: 'take what was typed', params: ({ event }) => event.form } },
      },
      initial: 'incomplete',
      states: {
        incomplete: { always: { guard: 'it is whole', target: 'complete' } },
        complete: {
          always: { guard: not('it is whole'), target: 'incomplete' },
          on: { 'check pressed': '#decision.checking' },
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
          on: { confirmed: '#decision.entering' },
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
  const decision = decisionOf(form);
  if (!decision) throw new Error('a decision that is none was let through');
  return decision;
}
