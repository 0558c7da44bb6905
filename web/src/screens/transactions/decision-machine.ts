import type { DecideAnswer, DeskTransactionView } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

/** `process` pays a withdrawal, `cancel` rejects it. */
export type Decision = 'process' | 'cancel';
type Deciding = { readonly decision: Decision; readonly id: string; readonly words: string };
type Decided = Result<DecideAnswer, ApiFailure>;
type DecisionEvent =
  | { readonly type: 'decision wanted'; readonly decision: Decision; readonly transaction: DeskTransactionView }
  | { readonly type: 'transaction told'; readonly transaction: DeskTransactionView }
  | { readonly type: 'words typed'; readonly words: string }
  | { readonly type: 'confirmed' }
  | { readonly type: 'left' };
type Context = {
  readonly decision: Decision;
  readonly transaction: DeskTransactionView | undefined;
  /** The bank's reference of what is paid, or the reason of what is not. */
  readonly words: string;
  readonly message: string;
};

/**
 * One decision about one pending withdrawal. `resting` without one; `asking` for confirmation; `sending` it; `refused` with
 * the reason, from where it can be tried again or left. Somebody else's decision that is heard of while asking is `overtaken`.
 */
export const decisionMachine = setup({
  types: { context: {} as Context, events: {} as DecisionEvent },
  actors: {
    decide: fromPromise<Decided, Deciding>(() => Promise.reject(new Error('deciding is provided by the screen'))),
  },
  guards: {
    'it was done': (_, decided: Decided) => decided.ok,
    'it is no longer pending': ({ context }, told: DeskTransactionView) =>
      told._id === context.transaction?._id && told.status !== 'pending',
  },
  actions: {
    'tell what was decided': (_, _transaction: DeskTransactionView | undefined) => {
      throw new Error('telling is provided by the screen');
    },
    'look at the list again': () => {
      throw new Error('looking again is provided by the screen');
    },
    'note what is wanted': assign((_, { decision, transaction }: Pick<Context, 'decision' | 'transaction'>) => ({
      decision,
      transaction,
      words: '',
      message: '',
    })),
    'note the words': assign((_, words: string) => ({ words })),
    'note why not': assign(({ context }, decided: Decided) => ({ message: whyNot(context.decision, decided) })),
    'note that nobody knows why': assign(({ context }) => ({ message: failedText(context.decision, 'unknown error') })),
    'note who was first': assign((_, transaction: DeskTransactionView) => ({ transaction })),
  },
}).createMachine({
  id: 'decision',
  context: { decision: 'process', transaction: undefined, words: '', message: '' },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'decision wanted': { target: 'asking', actions: { type: 'note what is wanted', params: ({ event }) => event } },
      },
    },
    asking: {
      on: {
        'words typed': { actions: { type: 'note the words', params: ({ event }) => event.words } },
        'transaction told': {
          guard: { type: 'it is no longer pending', params: ({ event }) => event.transaction },
          target: 'overtaken',
          actions: { type: 'note who was first', params: ({ event }) => event.transaction },
        },
        confirmed: 'sending',
        left: 'resting',
      },
    },
    sending: {
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => decidingOf(context),
        onDone: [
          {
            guard: { type: 'it was done', params: ({ event }) => event.output },
            target: 'resting',
            actions: {
              type: 'tell what was decided',
              params: ({ event }) => (event.output.ok ? event.output.value.transaction : undefined),
            },
          },
          { target: 'refused', actions: { type: 'note why not', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: 'note that nobody knows why' },
      },
    },
    refused: {
      on: {
        'words typed': { actions: { type: 'note the words', params: ({ event }) => event.words } },
        confirmed: 'sending',
        left: { target: 'resting', actions: 'look at the list again' },
      },
    },
    overtaken: { on: { left: { target: 'resting', actions: 'look at the list again' } } },
  },
});

function decidingOf({ decision, transaction, words }: Context): Deciding {
  if (!transaction) throw new Error('a decision about nothing');
  return { decision, id: transaction._id, words: words.trim() };
}

const whyNot = (decision: Decision, decided: Decided): string =>
  failedText(decision, decided.ok ? '' : failureText(decided.refusal, 'unknown error'));

/** Spec §8. */
const failedText = (decision: Decision, reason: string): string => `Failed to ${decision} withdrawal: ${reason}`;
