import { paymentEndpoints, type TransactionView, type VerifyPaymentAnswer } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { call, errorText, failureIn, isNotFound, orThrow, unlessRefused } from '../../api/call.ts';
import { type ApiFailure, isWorthRetrying } from '../../api/client.ts';
import { newer } from '../../live/newer.ts';

type ReturnEvent =
  | { readonly type: 'transaction pushed'; readonly transaction: TransactionView }
  | { readonly type: 'reconnected' }
  | { readonly type: 'retry' };
type Context = {
  readonly id: string;
  readonly transaction: TransactionView | undefined;
  /** Answers that the payment is not final. */
  readonly answers: number;
  /** Failed calls in a row. */
  readonly failures: number;
  readonly message: string;
  /** There is no such payment, so that asking again does not help. */
  readonly isUnknown: boolean;
};

const fallback = msg('An error occurred while verifying your payment');
const maxFailures = 4;
/** Short at first, because most payments are decided within seconds. */
const delaysMs = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000, 15_000] as const;
const longestDelayMs = 15_000;
/** After this many answers the screen says that it takes longer. */
const manyAnswers = 5;

/**
 * The outcome of a payment. `checking` asks the server (`asking`) and asks again while the payment is open (`waiting`, with growing
 * delays); a push decides it at once. `completed` leads to the wallet after three seconds (`leaving`); `failed`; `cancelled`; `error` when
 * it cannot be verified, from where it can be retried.
 */
export const paymentReturnMachine = setup({
  types: { context: {} as Context, events: {} as ReturnEvent, input: {} as { readonly id: string } },
  actors: {
    verify: fromPromise<VerifyPaymentAnswer, string>(({ input }) =>
      orThrow(call(paymentEndpoints.verify, { params: { transactionId: input } })),
    ),
  },
  guards: {
    'is completed': ({ context }) => context.transaction?.status === 'completed',
    'has failed': ({ context }) => context.transaction?.status === 'failed',
    'is canceled': ({ context }) => context.transaction?.status === 'canceled',
    'is this payment': ({ context }, transaction: TransactionView) => transaction._id === context.id,
    'is temporary': ({ context }, failure: ApiFailure | undefined) =>
      failure !== undefined && isWorthRetrying(failure) && context.failures + 1 < maxFailures,
  },
  actions: {
    update: assign(({ context }, transaction: TransactionView) => ({
      transaction: newer(context.transaction, transaction),
    })),
    countAnswer: assign(({ context }) => ({ answers: context.answers + 1, failures: 0 })),
    countFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    restart: assign({ answers: 0, failures: 0, message: '', isUnknown: false }),
    'open the wallet': () => {
      throw new Error('the screen provides the way to the wallet');
    },
  },
  delays: {
    nextCheck: ({ context }) => delaysMs[context.answers + context.failures] ?? longestDelayMs,
    redirect: 3_000,
  },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input }) => ({
    id: input.id,
    transaction: undefined,
    answers: 0,
    failures: 0,
    message: '',
    isUnknown: false,
  }),
  initial: 'checking',
  on: {
    'transaction pushed': {
      guard: { type: 'is this payment', params: ({ event }) => event.transaction },
      target: '.deciding',
      actions: { type: 'update', params: ({ event }) => event.transaction },
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'is completed', target: 'completed' },
        { guard: 'has failed', target: 'failed' },
        { guard: 'is canceled', target: 'cancelled' },
        { target: 'checking.waiting' },
      ],
    },
    checking: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'verify',
            src: 'verify',
            input: ({ context }) => context.id,
            onDone: {
              target: '#paymentReturn.deciding',
              actions: [{ type: 'update', params: ({ event }) => event.output.transaction }, 'countAnswer'],
            },
            onError: [
              {
                guard: { type: 'is temporary', params: ({ event }) => failureIn(event.error) },
                target: 'waiting',
                actions: 'countFailure',
              },
              {
                target: '#paymentReturn.error',
                actions: assign(({ event }) => ({
                  isUnknown: isNotFound(event.error),
                  message: errorText(event.error, unlessRefused(t(fallback))),
                })),
              },
            ],
          },
        },
        waiting: { after: { nextCheck: 'asking' }, on: { reconnected: 'asking', retry: 'asking' } },
      },
    },
    // A completed payment stays completed: a refund is a transaction of its own.
    completed: { on: { 'transaction pushed': {} }, after: { redirect: 'leaving' } },
    leaving: { type: 'final', entry: 'open the wallet' },
    failed: { on: { retry: { target: 'checking', actions: 'restart' } } },
    cancelled: { on: { retry: { target: 'checking', actions: 'restart' } } },
    error: {
      on: {
        retry: { target: 'checking', actions: 'restart' },
        reconnected: { target: 'checking', actions: 'restart' },
      },
    },
  },
});

/** Whether it takes longer than most payments do. */
export const takesLong = ({ answers }: { readonly answers: number }): boolean => answers >= manyAnswers;
