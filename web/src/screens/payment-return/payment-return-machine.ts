import type { TransactionView, VerifyPaymentAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from '../../api/client.ts';
import { newer } from '../../live/newer.ts';

type Verified = Result<VerifyPaymentAnswer, ApiFailure>;
type ReturnEvent =
  | { readonly type: 'transaction pushed'; readonly transaction: TransactionView }
  | { readonly type: 'line joined' }
  | { readonly type: 'check pressed' };
type Context = {
  readonly id: string;
  readonly transaction: TransactionView | undefined;
  /** Answers that said that it is not decided yet. */
  readonly looks: number;
  /** Answers in a row that did not come. */
  readonly misses: number;
  readonly message: string;
};

const unexplained = 'An error occurred while verifying your payment';
const mostMisses = 4;
/** Soon at first, for most payments are decided within seconds; then ever more rarely. */
const pausesMs = [1_000, 1_500, 2_500, 4_000, 6_000, 10_000, 15_000] as const;
const longestPauseMs = 15_000;
/** After this many looks the bettor is told that it may take longer than this page needs to stay open. */
const manyLooks = 5;

/**
 * What became of a payment. `checking` asks (`asking`) and asks again while it is open (`waiting`, the pauses grow);
 * a push of the transaction decides it at once. `completed` leads to the wallet after three seconds (`leaving`); `failed`;
 * `cancelled`; `error` when it cannot be told, from where it can be checked again.
 */
export const paymentReturnMachine = setup({
  types: { context: {} as Context, events: {} as ReturnEvent, input: {} as { readonly id: string } },
  actors: {
    verifyPayment: fromPromise<Verified, string>(() =>
      Promise.reject(new Error('verifyPayment is provided by the screen')),
    ),
  },
  guards: {
    'it is completed': ({ context }) => context.transaction?.status === 'completed',
    'it has failed': ({ context }) => context.transaction?.status === 'failed',
    'it is canceled': ({ context }) => context.transaction?.status === 'canceled',
    'it is about this payment': ({ context }, transaction: TransactionView) => transaction._id === context.id,
    'the answer came': (_, verified: Verified) => verified.ok,
    'it may come next time': ({ context }, verified: Verified) =>
      !verified.ok && isPassing(verified.refusal) && context.misses + 1 < mostMisses,
  },
  actions: {
    'take the transaction': assign(({ context }, transaction: TransactionView) => ({
      transaction: newer(context.transaction, transaction),
    })),
    'take the answer': assign(({ context }, verified: Verified) =>
      verified.ok
        ? {
            transaction: newer(context.transaction, verified.value.transaction),
            looks: context.looks + 1,
            misses: 0,
          }
        : {},
    ),
    'count the miss': assign(({ context }) => ({ misses: context.misses + 1 })),
    'note why not': assign((_, verified: Verified) => ({
      message: verified.ok ? unexplained : wordsOf(verified.refusal),
    })),
    'note that nobody knows why': assign({ message: unexplained }),
    'begin to count anew': assign({ looks: 0, misses: 0, message: '' }),
    'go to the wallet': () => {
      throw new Error('the way to the wallet is provided by the screen');
    },
  },
  delays: {
    untilNextLook: ({ context }) => pausesMs[context.looks + context.misses] ?? longestPauseMs,
    untilWallet: 3_000,
  },
}).createMachine({
  id: 'paymentReturn',
  context: ({ input }) => ({ id: input.id, transaction: undefined, looks: 0, misses: 0, message: '' }),
  initial: 'checking',
  on: {
    'transaction pushed': {
      guard: { type: 'it is about this payment', params: ({ event }) => event.transaction },
      target: '.judging',
      actions: { type: 'take the transaction', params: ({ event }) => event.transaction },
    },
  },
  states: {
    judging: {
      always: [
        { guard: 'it is completed', target: 'completed' },
        { guard: 'it has failed', target: 'failed' },
        { guard: 'it is canceled', target: 'cancelled' },
        { target: 'checking.waiting' },
      ],
    },
    checking: {
      initial: 'asking',
      states: {
        asking: {
          invoke: {
            id: 'verifyPayment',
            src: 'verifyPayment',
            input: ({ context }) => context.id,
            onDone: [
              {
                guard: { type: 'the answer came', params: ({ event }) => event.output },
                target: '#paymentReturn.judging',
                actions: { type: 'take the answer', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'it may come next time', params: ({ event }) => event.output },
                target: 'waiting',
                actions: 'count the miss',
              },
              {
                target: '#paymentReturn.error',
                actions: { type: 'note why not', params: ({ event }) => event.output },
              },
            ],
            onError: { target: '#paymentReturn.error', actions: 'note that nobody knows why' },
          },
        },
        waiting: {
          after: { untilNextLook: 'asking' },
          on: { 'line joined': 'asking', 'check pressed': 'asking' },
        },
      },
    },
    // A payment that is completed stays so: what is taken back later is a transaction of its own.
    completed: { on: { 'transaction pushed': {} }, after: { untilWallet: 'leaving' } },
    leaving: { type: 'final', entry: 'go to the wallet' },
    failed: { on: { 'check pressed': { target: 'checking', actions: 'begin to count anew' } } },
    cancelled: { on: { 'check pressed': { target: 'checking', actions: 'begin to count anew' } } },
    error: {
      on: {
        'check pressed': { target: 'checking', actions: 'begin to count anew' },
        'line joined': { target: 'checking', actions: 'begin to count anew' },
      },
    },
  },
});

/** Whether it takes longer than payments usually do. */
export const takesLong = ({ looks }: { readonly looks: number }): boolean => looks >= manyLooks;

/** A broken line or server may be back at the next look; a refusal will be the same. */
const isPassing = (failure: ApiFailure): boolean =>
  failure.kind !== 'refused' || failure.status >= 500 || failure.status === 429;

const wordsOf = (failure: ApiFailure): string =>
  failure.kind === 'refused' ? failureText(failure, unexplained) : unexplained;
