import type { MessageAnswer } from '@touchline/core/contract';
import { assign, fromPromise, setup } from 'xstate';
import { errorText, failureIn } from '../api/call.ts';
import { isWorthRetrying } from '../api/client.ts';

/** Why the link of an email did nothing, and whether the same link may still work. */
export type LinkFailure = { readonly message: string; readonly canRetry: boolean };

/** The failure in the error of an actor; `fallback` is shown when the server gives no reason. */
export function linkFailure(error: unknown, fallback: string): LinkFailure {
  const failure = failureIn(error);
  // A 400 is about what was typed: the link was not used up.
  const canRetry = !failure || isWorthRetrying(failure) || (failure.kind === 'refused' && failure.status === 400);
  return { message: errorText(error, fallback), canRetry };
}

type LinkInput = {
  readonly token: string;
  /** What to say about a link without a token, and when the server gives no reason. */
  readonly texts: { readonly missing: string; readonly failed: string };
};

/**
 * The link of an email that does one thing as soon as it is opened: `opening`, then `opened`, or `failed` with the reason. A link
 * without a token fails at once.
 */
export const linkMachine = setup({
  types: {
    context: {} as LinkInput & LinkFailure,
    events: {} as { type: 'retry' },
    input: {} as LinkInput,
  },
  actors: {
    open: fromPromise<MessageAnswer, { readonly token: string }>(() =>
      Promise.reject(new Error('the screen provides what the link does')),
    ),
  },
}).createMachine({
  id: 'link',
  context: ({ input }) => ({ ...input, message: '', canRetry: false }),
  initial: 'checking',
  states: {
    checking: {
      always: [
        { guard: ({ context }) => context.token !== '', target: 'opening' },
        { target: 'failed', actions: assign(({ context }) => ({ message: context.texts.missing })) },
      ],
    },
    opening: {
      invoke: {
        src: 'open',
        input: ({ context }) => ({ token: context.token }),
        onDone: 'opened',
        onError: {
          target: 'failed',
          actions: assign(({ context, event }) => linkFailure(event.error, context.texts.failed)),
        },
      },
    },
    opened: { type: 'final' },
    failed: { on: { retry: { guard: ({ context }) => context.canRetry, target: 'opening' } } },
  },
});
