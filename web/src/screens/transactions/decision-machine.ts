import { type AdminTransactionView, type DecideAnswer, transactionEndpoints } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { hasFailedRefund, hasFailedReturn, needsManualDecision } from '@touchline/core/payments';
import { assign, fromPromise, setup } from 'xstate';
import { failureIn } from '../../api/call.ts';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { statusText } from '../../payments/transaction-texts.ts';
import { amountFromText, asTyped } from '../../ui/amount-text.ts';

/**
 * `process` pays a withdrawal, `cancel` rejects it; those about deposits are for one that needs an admin, or whose refund failed; those
 * about returns for the money of a withdrawal that could not be returned.
 */
export type Decision = 'process' | 'cancel' | DepositDecision | ReturnDecision;
/** `record-refund`: it was paid back outside Touchline. */
export type DepositDecision = 'credit' | 'returned' | 'record-refund';
export type ReturnDecision = 'retry-return' | 'pay-return' | 'record-return';
export const isOfReturn = (decision: Decision): decision is ReturnDecision =>
  decision === 'retry-return' || decision === 'pay-return' || decision === 'record-return';

/** `amount`: the dollars to credit, or those owed. `despite`: the verification whose findings the admin accepts. */
export type DecisionInput = {
  readonly decision: Decision;
  readonly id: string;
  readonly text: string;
  readonly reference: string;
  readonly amount: number;
  readonly despite: string | undefined;
};
type DecisionEvent =
  | { readonly type: 'open'; readonly decision: Decision; readonly transaction: AdminTransactionView }
  | { readonly type: 'transaction changed'; readonly transaction: AdminTransactionView }
  | DecisionFormEvent;
export type DecisionFormEvent =
  | { readonly type: 'change'; readonly fields: Partial<Fields> }
  | { readonly type: 'confirm' | 'close' };
type Fields = {
  /** The bank's reference of a payment, or the reason of any other decision. */
  readonly text: string;
  /** The reference of a payment that is recorded with a reason. */
  readonly reference: string;
  /** The dollars to credit, as typed; at first what was paid. */
  readonly amount: string;
};
type Context = Fields & {
  readonly decision: Decision;
  readonly transaction: AdminTransactionView | undefined;
  readonly message: string;
  /** The verification of the ledger whose findings the admin has read. */
  readonly despite: string | undefined;
  /** A push that arrived during the request, in case its answer is lost. */
  readonly pushed: AdminTransactionView | undefined;
};

/**
 * A decision about one transaction. `closed` without one; `confirming`; `submitting`; `refused` with the reason, from where it can be
 * confirmed again or closed. `overtaken`: another admin decided first, as was pushed or as the refusal says; `message` says it if a
 * request was sent.
 */
export const decisionMachine = setup({
  types: { context: {} as Context, events: {} as DecisionEvent },
  actors: {
    decide: fromPromise<DecideAnswer, DecisionInput>(() =>
      Promise.reject(new Error('the screen provides how to decide')),
    ),
  },
  guards: {
    'was decided': ({ context }, changed: AdminTransactionView | undefined) =>
      changed !== undefined && changed._id === context.transaction?._id && !waitsForDecision(changed),
  },
  actions: {
    publish: (_, _transaction: AdminTransactionView) => {
      throw new Error('the screen provides what follows a decision');
    },
    'reload list': () => {
      throw new Error('the screen provides the list');
    },
    begin: assign((_, { decision, transaction }: Pick<Context, 'decision' | 'transaction'>) => ({
      decision,
      transaction,
      text: '',
      reference: transaction?.refundProposal?.reference ?? '',
      amount: asTyped(isOfReturn(decision) ? String(transaction?.owed ?? '') : amountPaid(transaction)),
      message: '',
      ...{ despite: undefined, pushed: undefined },
    })),
    setFields: assign((_, fields: Partial<Fields>) => fields),
    fail: assign(({ context: { decision, despite } }, failure: ApiFailure | undefined) => ({
      message: t(failedTexts[decision], {
        reason: failure ? failureText(failure, t('unknown error')) : t('unknown error'),
      }),
      despite: verificationIn(failure) ?? despite,
    })),
    setTransaction: assign((_, transaction: AdminTransactionView) => ({ transaction })),
    setDecided: assign(({ context: { decision } }, transaction: AdminTransactionView) =>
      decidedIn(decision, transaction),
    ),
  },
}).createMachine({
  id: 'decision',
  context: {
    decision: 'process',
    transaction: undefined,
    text: '',
    reference: '',
    amount: '',
    message: '',
    despite: undefined,
    pushed: undefined,
  },
  initial: 'closed',
  states: {
    closed: { on: { open: { target: 'confirming', actions: { type: 'begin', params: ({ event }) => event } } } },
    confirming: {
      on: {
        change: { actions: { type: 'setFields', params: ({ event }) => event.fields } },
        'transaction changed': {
          guard: { type: 'was decided', params: ({ event }) => event.transaction },
          target: 'overtaken',
          actions: { type: 'setTransaction', params: ({ event }) => event.transaction },
        },
        confirm: 'submitting',
        close: 'closed',
      },
    },
    submitting: {
      entry: assign({ pushed: undefined }),
      on: {
        'transaction changed': {
          guard: { type: 'was decided', params: ({ event }) => event.transaction },
          actions: assign(({ event }) => ({ pushed: event.transaction })),
        },
      },
      invoke: {
        id: 'decide',
        src: 'decide',
        input: ({ context }) => inputOf(context),
        onDone: { target: 'closed', actions: { type: 'publish', params: ({ event }) => event.output.transaction } },
        onError: [
          {
            guard: { type: 'was decided', params: ({ event }) => transactionIn(failureIn(event.error)) },
            target: 'overtaken',
            actions: { type: 'fail', params: ({ event }) => failureIn(event.error) },
          },
          {
            guard: { type: 'was decided', params: ({ context }) => context.pushed },
            target: 'overtaken',
            actions: assign(({ context }) => decidedIn(context.decision, context.pushed)),
          },
          { target: 'refused', actions: { type: 'fail', params: ({ event }) => failureIn(event.error) } },
        ],
      },
    },
    refused: {
      on: {
        change: { actions: { type: 'setFields', params: ({ event }) => event.fields } },
        'transaction changed': {
          guard: { type: 'was decided', params: ({ event }) => event.transaction },
          target: 'overtaken',
          actions: { type: 'setDecided', params: ({ event }) => event.transaction },
        },
        confirm: 'submitting',
        close: { target: 'closed', actions: 'reload list' },
      },
    },
    overtaken: { on: { close: { target: 'closed', actions: 'reload list' } } },
  },
});

/** A request that failed may still have decided it. */
const decidedIn = (decision: Decision, transaction: AdminTransactionView | undefined) => ({
  transaction,
  message: isOfReturn(decision)
    ? t('This was resolved in the meantime.')
    : t('{name} has decided: it is {status}.', {
        name: transaction?.decidedBy ?? t('Another admin'),
        status: transaction ? statusText(transaction.status).toLowerCase() : '',
      }),
});

function inputOf({ decision, transaction, text, reference, amount, despite }: Context): DecisionInput {
  if (!transaction) throw new Error('a decision about nothing');
  return {
    decision,
    id: transaction._id,
    text: text.trim(),
    reference: reference.trim(),
    amount: amountFromText(amount) ?? 0,
    despite,
  };
}

/** An admin who approves again after reading of findings accepts them. */
function verificationIn(failure: ApiFailure | undefined): string | undefined {
  if (failure?.kind !== 'refused' || failure.view.code !== 'ledger-in-doubt') return undefined;
  const verification = failure.view.details?.['verification'];
  return typeof verification === 'string' ? verification : undefined;
}

/** Returns the current transaction from a refusal. */
function transactionIn(failure: ApiFailure | undefined): AdminTransactionView | undefined {
  if (failure?.kind !== 'refused') return undefined;
  return transactionEndpoints.approve.answer.safeParse(failure.view.details).data?.transaction;
}

const failedTexts: Record<Decision, Message> = {
  process: msg('Failed to process withdrawal: {reason}'),
  cancel: msg('Failed to cancel withdrawal: {reason}'),
  credit: msg('Failed to credit deposit: {reason}'),
  returned: msg('Failed to refund deposit: {reason}'),
  'record-refund': msg('Failed to record the payment: {reason}'),
  'retry-return': msg('Failed to retry the return: {reason}'),
  'pay-return': msg('Failed to record the payment: {reason}'),
  'record-return': msg('Failed to record the payment: {reason}'),
};

/** Whether an admin must decide about it. */
export const waitsForDecision = (transaction: AdminTransactionView): boolean =>
  transaction.type === 'deposit'
    ? needsManualDecision(transaction) || hasFailedRefund(transaction)
    : transaction.status === 'pending' || hasFailedReturn(transaction);

/** Returns the paid amount that the server names, in dollars: "$15.00" → "15.00". */
const amountPaid = (transaction: AdminTransactionView | undefined): string =>
  /^\$(\d+\.\d{2})$/.exec(transaction?.metadata?.['Worth'] ?? '')?.[1] ?? '';
