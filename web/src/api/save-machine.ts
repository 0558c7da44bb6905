import { assign, fromPromise, setup } from 'xstate';
import { errorText, type Fallback, orThrow } from './call.ts';
import type { Answer } from './client.ts';

export type SaveOptions<Request, Value> = {
  readonly save: (request: Request) => Answer<Value>;
  /** Shown when the server gives no reason, or a function that decides what to show. */
  readonly fallback: Fallback;
  readonly onSaved?: (value: Value) => void;
  /** Called with the message of every refusal. */
  readonly onRefused?: (message: string) => void;
};

type Context<Request, Value> = {
  readonly request: Request | undefined;
  readonly value: Value | undefined;
  readonly message: string;
};
export type SaveEvent<Request> = { readonly type: 'submit'; readonly request: Request } | { readonly type: 'reset' };

/**
 * One change that the server saves: `idle`, `saving`, then `saved` with the answer or `refused` with the reason. It can be submitted
 * again from either; `reset` forgets the last one.
 */
export function saveMachine<Request, Value>({ save, fallback, onSaved, onRefused }: SaveOptions<Request, Value>) {
  const nothing: Context<Request, Value> = { request: undefined, value: undefined, message: '' };
  return setup({
    types: { context: {} as Context<Request, Value>, events: {} as SaveEvent<Request> },
    actors: { save: fromPromise<Value, { readonly request: Request }>(({ input }) => orThrow(save(input.request))) },
  }).createMachine({
    id: 'save',
    context: nothing,
    initial: 'idle',
    on: {
      submit: { target: '.saving', actions: assign(({ event }) => ({ ...nothing, request: event.request })) },
      reset: { target: '.idle', actions: assign(nothing) },
    },
    states: {
      idle: {},
      saving: {
        on: { submit: {}, reset: {} },
        invoke: {
          src: 'save',
          input: ({ context }) => ({ request: requestIn(context) }),
          onDone: {
            target: 'saved',
            actions: [assign(({ event }) => ({ value: event.output })), ({ event }) => onSaved?.(event.output)],
          },
          onError: {
            target: 'refused',
            actions: [
              assign(({ event }) => ({ message: errorText(event.error, fallback) })),
              ({ context }) => onRefused?.(context.message),
            ],
          },
        },
      },
      saved: {},
      refused: {},
    },
  });
}

function requestIn<Request>({ request }: { readonly request: Request | undefined }): Request {
  if (request === undefined) throw new Error('saving without a request');
  return request;
}
