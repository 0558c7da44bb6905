import { isReason, marketReasonLength } from '@touchline/core/account';
import { type DryRunView, type MatchDecisionRequest, marketEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, not, setup } from 'xstate';
import { errorText, failureIn, messageOf, remote, unlessRefused } from '../../api/call.ts';
import type { ApiFailure } from '../../api/client.ts';
import { type DecisionForm, parseDecision } from './decision-form.ts';
import { unconfirmed } from './decision-text.ts';

type DecisionEvent =
  | { readonly type: 'form changed'; readonly form: DecisionForm }
  | { readonly type: 'reason changed'; readonly reason: string }
  | { readonly type: 'preview' }
  | { readonly type: 'back' }
  | { readonly type: 'submit' };
type Input = { readonly matchId: string; readonly form: DecisionForm };
type Context = Input & {
  readonly reason: string;
  readonly run: DryRunView | undefined;
  readonly message: string;
};

/** Refusals of a decision whose preview no longer holds. */
const final: readonly string[] = ['result-outdated', 'proposal-open'];
const notChecked = msg('The preview failed. Nothing was changed. Please try again.');

/**
 * A manual decision about a match: a result entered or corrected, or a period whose bets are void. `editing` the form; `checking`
 * what it would do, which changes nothing; `reviewing` that until there is a reason; `submitting`. `done`: the bets are being settled.
 * `proposed`: the amount is so large that a second admin must confirm. `overtaken`: another admin decided or proposed first. Only the decision that was previewed can be submitted.
 */
export const decisionMachine = setup({
  types: { context: {} as Context, events: {} as DecisionEvent, input: {} as Input },
  actors: { check: remote(marketEndpoints.dryRun), decide: remote(marketEndpoints.decide) },
  guards: {
    'form is complete': ({ context }) => parseDecision(context.form) !== undefined,
    'reason is given': ({ context }) => isReason(context.reason, marketReasonLength),
    'another admin was first': (_, failure: ApiFailure | undefined) =>
      failure?.kind === 'refused' && final.includes(failure.view.code),
    'needs a second admin': (_, outcome: 'done' | 'proposed') => outcome === 'proposed',
  },
  actions: {
    'show the dry run': assign((_, run: DryRunView) => ({ run, message: '' })),
    'show the failure': assign((_, { error }: { readonly error: unknown }) => ({
      message: errorText(error, unlessRefused(t(unconfirmed))),
    })),
  },
}).createMachine({
  id: 'decision',
  context: ({ input }) => ({ ...input, reason: '', run: undefined, message: '' }),
  initial: 'editing',
  states: {
    editing: {
      on: { 'form changed': { actions: assign(({ event }) => ({ form: event.form, message: '' })) } },
      initial: 'incomplete',
      states: {
        incomplete: { always: { guard: 'form is complete', target: 'complete' } },
        complete: {
          always: { guard: not('form is complete'), target: 'incomplete' },
          on: { preview: '#decision.checking' },
        },
      },
    },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context }) => ({ params: { matchId: context.matchId }, body: { result: decisionIn(context) } }),
        onDone: { target: 'reviewing', actions: { type: 'show the dry run', params: ({ event }) => event.output } },
        onError: { target: 'editing', actions: assign(messageOf(notChecked)) },
      },
    },
    reviewing: {
      on: {
        'reason changed': { actions: assign(({ event }) => ({ reason: event.reason })) },
        back: { target: 'editing', actions: assign({ run: undefined, message: '' }) },
      },
      initial: 'incomplete',
      states: {
        incomplete: { always: { guard: 'reason is given', target: 'complete' } },
        complete: {
          always: { guard: not('reason is given'), target: 'incomplete' },
          on: { submit: '#decision.submitting' },
        },
      },
    },
    submitting: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => ({
          params: { matchId: context.matchId },
          body: { result: decisionIn(context), reason: context.reason.trim() },
        }),
        onDone: [
          {
            guard: { type: 'needs a second admin', params: ({ event }) => event.output.outcome },
            target: 'proposed',
            actions: { type: 'show the dry run', params: ({ event }) => event.output.dryRun },
          },
          { target: 'done', actions: { type: 'show the dry run', params: ({ event }) => event.output.dryRun } },
        ],
        onError: [
          {
            guard: { type: 'another admin was first', params: ({ event }) => failureIn(event.error) },
            target: 'overtaken',
            actions: { type: 'show the failure', params: ({ event }) => event },
          },
          { target: 'reviewing', actions: { type: 'show the failure', params: ({ event }) => event } },
        ],
      },
    },
    overtaken: {},
    done: {},
    proposed: {},
  },
});

function decisionIn({ form }: Context): MatchDecisionRequest {
  const decision = parseDecision(form);
  if (!decision) throw new Error('an incomplete form was submitted');
  return decision;
}
