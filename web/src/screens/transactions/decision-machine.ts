import type { AdminTransactionView, DecideAnswer } from '@touchline/core/contract';
import { hasFailedRefund, hasFailedReturn, needsManualDecision } from '@touchline/core/payments';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';

/**
 * `process` pays a withdrawal, `cancel` rejects it; `credit` or `returned` is what becomes of a deposit that waits for a person; the last
 * three, of money of a withdrawal that could not go back.
 */
export type Decision = 'process' | 'cancel' | 'credit' | 'returned' | ReturnDecision;
export type ReturnDecision = 'retry-return' | 'pay-return' | 'record-return';
export const isOfReturn = (decision: Decision): decision is ReturnDecision =>
  decision === 'retry-return' || decision === 'pay-return' || decision === 'record-return';
/** `amount`: the dollars to credit. */
type Deciding = {
  readonly decision: Decision;
  readonly id: string;
  readonly words: string;
  readonly amount: number | undefined;
  readonly despite: string | undefined;
};
type Decided = Result<DecideAnswer, ApiFailure>;
type DecisionEvent =
  | { readonly type: 'decision wanted'; readonly decision: Decision; readonly transaction: AdminTransactionView }
  | { readonly type: 'transaction told'; readonly transaction: AdminTransactionView }
  | { readonly type: 'words typed'; readonly words: string }
  | { readonly type: 'amount typed'; readonly amount: string }
  | { readonly type: 'confirmed' }
  | { readonly type: 'left' };
type Context = {
  readonly decision: Decision;
  readonly transaction: AdminTransactionView | undefined;
  /** The bank's reference of what is paid, or the reason of anything else. */
  readonly words: string;
  /** What is to be credited, as typed: at first what was paid. */
  readonly amount: string;
  readonly message: string;
  /** The verification of the ledger whose findings the admin was told of. */
  readonly despite: string | undefined;
};

/**
 * One decision about one pending withdrawal, or one deposit that waits for a person. `resting` without one; `asking` for confirmation; `sending` it; `refused` with
 * the reason, from where it can be tried again or left. Somebody else's decision that is heard of while asking is `overtaken`.
 */
export const decisionMachine = setup({
  types: { context: {} as Context, events: {} as DecisionEvent },
  actors: {
    decide: fromPromise<Decided, Deciding>(() => Promise.reject(new Error('deciding is provided by the screen'))),
  },
  guards: {
    'it was done': (_, decided: Decided) => decided.ok,
    'it is no longer pending': ({ context }, told: AdminTransactionView) =>
      told._id === context.transaction?._id && !waitsForDecision(told),
  },
  actions: {
    'tell what was decided': (_, _transaction: AdminTransactionView | undefined) => {
      throw new Error('telling is provided by the screen');
    },
    'look at the list again': () => {
      throw new Error('looking again is provided by the screen');
    },
    'note what is wanted': assign((_, { decision, transaction }: Pick<Context, 'decision' | 'transaction'>) => ({
      decision,
      transaction,
      words: '',
      amount: isOfReturn(decision) ? String(transaction?.owed ?? '') : worthOf(transaction),
      message: '',
      despite: undefined,
    })),
    'note the words': assign((_, words: string) => ({ words })),
    'note the amount': assign((_, amount: string) => ({ amount })),
    'note why not': assign(({ context }, decided: Decided) => ({
      message: whyNot(context.decision, decided),
      despite: doubtIn(decided) ?? context.despite,
    })),
    'note that nobody knows why': assign(({ context }) => ({ message: failedText(context.decision, 'unknown error') })),
    'note who was first': assign((_, transaction: AdminTransactionView) => ({ transaction })),
  },
}).createMachine({
  id: 'decision',
  context: { decision: 'process', transaction: undefined, words: '', amount: '', message: '', despite: undefined },
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
        'amount typed': { actions: { type: 'note the amount', params: ({ event }) => event.amount } },
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
        'amount typed': { actions: { type: 'note the amount', params: ({ event }) => event.amount } },
        confirmed: 'sending',
        left: { target: 'resting', actions: 'look at the list again' },
      },
    },
    overtaken: { on: { left: { target: 'resting', actions: 'look at the list again' } } },
  },
});

function decidingOf({ decision, transaction, words, amount, despite }: Context): Deciding {
  if (!transaction) throw new Error('a decision about nothing');
  const { _id: id } = transaction;
  return {
    decision,
    id,
    words: words.trim(),
    amount: decision === 'credit' || isOfReturn(decision) ? Number(amount) : undefined,
    despite,
  };
}

const whyNot = (decision: Decision, decided: Decided): string =>
  failedText(decision, decided.ok ? '' : failureText(decided.refusal, 'unknown error'));

/** Whoever approves again after they have read of findings pays in spite of them. */
function doubtIn(decided: Decided): string | undefined {
  if (decided.ok || decided.refusal.kind !== 'refused' || decided.refusal.view.code !== 'ledger-in-doubt')
    return undefined;
  const verification = decided.refusal.view.details?.['verification'];
  return typeof verification === 'string' ? verification : undefined;
}

/** Spec §8, and the same of deposits. */
const failedText = (decision: Decision, reason: string): string => `Failed to ${deeds[decision]}: ${reason}`;
const deeds = {
  process: 'process withdrawal',
  cancel: 'cancel withdrawal',
  credit: 'credit deposit',
  returned: 'give the deposit back',
  'retry-return': 'retry the return',
  'pay-return': 'record the payment',
  'record-return': 'record the payment',
} as const satisfies Record<Decision, string>;

/** Whether an admin has something to decide about it. */
export const waitsForDecision = (told: AdminTransactionView): boolean =>
  told.type === 'deposit'
    ? needsManualDecision(told) || hasFailedRefund(told)
    : told.status === 'pending' || hasFailedReturn(told);

/** What the server says was paid, in dollars: "$15.00" → "15.00". */
const worthOf = (told: AdminTransactionView | undefined): string =>
  /^\$(\d+\.\d{2})$/.exec(told?.metadata?.['Worth'] ?? '')?.[1] ?? '';
