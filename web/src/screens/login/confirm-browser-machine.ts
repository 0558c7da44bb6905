import type { ConfirmBrowserRequest, MessageAnswer } from '@touchline/core/contract';
import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import type { ApiFailure } from '../../api/client.ts';
import { type LinkFailure, linkFailure, unexplainedFailure } from '../../forms/link-failure.ts';

type Confirmed = Result<MessageAnswer, ApiFailure>;

const broken = unexplainedFailure('This browser could not be confirmed. Log in to get a new link.');

/** `confirming` at once; `confirmed`, or `failed` with the reason. What failed on the way can be tried again with the same link. */
export const confirmBrowserMachine = setup({
  types: {
    context: {} as { readonly token: string } & LinkFailure,
    events: {} as { type: 'try again pressed' },
    input: {} as ConfirmBrowserRequest,
  },
  actors: {
    confirm: fromPromise<Confirmed, ConfirmBrowserRequest>(() =>
      Promise.reject(new Error('confirming is provided by the screen')),
    ),
  },
  actions: { 'note why not': assign((_, why: LinkFailure) => why) },
}).createMachine({
  id: 'confirm browser',
  context: ({ input }) => ({ token: input.token, message: '', mayTryAgain: false }),
  initial: 'confirming',
  states: {
    confirming: {
      invoke: {
        id: 'confirm',
        src: 'confirm',
        input: ({ context }) => ({ token: context.token }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: 'confirmed' },
          {
            target: 'failed',
            actions: {
              type: 'note why not',
              params: ({ event }) => (event.output.ok ? broken : linkFailure(event.output.refusal, broken)),
            },
          },
        ],
        onError: { target: 'failed', actions: { type: 'note why not', params: broken } },
      },
    },
    confirmed: { type: 'final' },
    failed: { on: { 'try again pressed': { guard: ({ context }) => context.mayTryAgain, target: 'confirming' } } },
  },
});
