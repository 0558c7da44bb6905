import { assign, fromPromise, setup } from 'xstate';
import { errorText, type Fallback } from './call.ts';

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
export function saveMachine<Request, Value>(fallback: Fallback) {
  const nothing: Context<Request, Value> = { request: undefined, value: undefined, message: '' };
  return setup({
    types: { context: {} as Context<Request, Value>, events: {} as SaveEvent<Request> },
    actors: {
      save: fromPromise<Value, { readonly request: Request }>(() =>
        Promise.reject(new Error('the screen provides how to save')),
      ),
    },
    actions: {
      'notify the screen': (_: { readonly context: Context<Request, Value> }) => {
        throw new Error('the screen provides what follows');
      },
    },
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
            actions: [assign(({ event }) => ({ value: event.output })), 'notify the screen'],
          },
          onError: {
            target: 'refused',
            actions: assign(({ event }) => ({ message: errorText(event.error, fallback) })),
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
