import { type LedgerTime, ledgerEndpoints, type TrialBalanceView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { call, messageOf, orThrow } from '../../api/call.ts';

/** A moment in one of the ledger's two times; now without `at`. */
export type Moment = { readonly at?: string; readonly time: LedgerTime };
export type TrialBalanceEvent =
  | { readonly type: 'choose moment'; readonly moment: Moment }
  | { readonly type: 'retry' };

const fallback = msg('The trial balance could not be loaded.');

/**
 * The trial balance of a moment: `loading` (the previous one stays visible), `shown`, or `failed` with the reason. Another moment
 * can be chosen in every state.
 */
export const trialBalanceMachine = setup({
  types: {
    context: {} as {
      readonly moment: Moment;
      readonly balance: TrialBalanceView | undefined;
      readonly message: string;
    },
    events: {} as TrialBalanceEvent,
    input: {} as { readonly moment: Moment },
  },
  actors: {
    fetchTrialBalance: fromPromise<TrialBalanceView, Moment>(({ input: query }) =>
      orThrow(call(ledgerEndpoints.trialBalance, { query })),
    ),
  },
}).createMachine({
  id: 'trialBalance',
  context: ({ input }) => ({ moment: input.moment, balance: undefined, message: '' }),
  initial: 'loading',
  on: {
    'choose moment': {
      target: '.loading',
      reenter: true,
      actions: assign(({ event }) => ({ moment: event.moment })),
    },
    retry: { target: '.loading', reenter: true },
  },
  states: {
    loading: {
      invoke: {
        id: 'fetchTrialBalance',
        src: 'fetchTrialBalance',
        input: ({ context }) => context.moment,
        onDone: { target: 'shown', actions: assign(({ event }) => ({ balance: event.output })) },
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
    },
    shown: {},
    failed: {},
  },
});
