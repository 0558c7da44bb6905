import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from './client.ts';

type Context<Request, Answer> = {
  readonly request: Request | undefined;
  readonly answer: Answer | undefined;
  readonly message: string;
};
export type SaveEvent<Request> = { readonly type: 'sent'; readonly request: Request } | { readonly type: 'begun anew' };

/**
 * One change that the server keeps. `resting`: nothing was asked. `saving`: on its way. `saved`: it is kept, with the answer.
 * `refused`: it is not, with the reason. It can be sent again from either; `begun anew` forgets what became of the last.
 */
export function saveMachine<Request, Answer>(unexplained: string) {
  type Saved = Result<Answer, ApiFailure>;
  const nothing: Context<Request, Answer> = { request: undefined, answer: undefined, message: '' };
  return setup({
    types: { context: {} as Context<Request, Answer>, events: {} as SaveEvent<Request> },
    actors: {
      save: fromPromise<Saved, { readonly request: Request }>(() =>
        Promise.reject(new Error('saving is provided by the screen')),
      ),
    },
    actions: {
      'go on with the answer': (_: { readonly context: Context<Request, Answer> }) => {
        throw new Error('what follows is provided by the screen');
      },
      'forget it': assign(nothing),
    },
  }).createMachine({
    id: 'save',
    context: nothing,
    initial: 'resting',
    on: { 'begun anew': { target: '.resting', actions: 'forget it' } },
    states: {
      resting: { on: { sent: { target: 'saving', actions: assign(({ event }) => asked(event.request)) } } },
      saving: {
        on: { 'begun anew': {} },
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({ request: requestOf(context) }),
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'saved',
              actions: [assign(({ event }) => answerIn(event.output)), 'go on with the answer'],
            },
            { target: 'refused', actions: assign(({ event }) => whyNot(event.output, unexplained)) },
          ],
          onError: { target: 'refused', actions: assign({ message: unexplained }) },
        },
      },
      saved: { on: { sent: { target: 'saving', actions: assign(({ event }) => asked(event.request)) } } },
      refused: { on: { sent: { target: 'saving', actions: assign(({ event }) => asked(event.request)) } } },
    },
  });

  function asked(request: Request): Context<Request, Answer> {
    return { ...nothing, request };
  }
}

function requestOf<Request>({ request }: { readonly request: Request | undefined }): Request {
  if (request === undefined) throw new Error('saving without a request');
  return request;
}

const answerIn = <Answer>(answer: Result<Answer, ApiFailure>) => ({ answer: answer.ok ? answer.value : undefined });
const whyNot = (answer: Result<unknown, ApiFailure>, unexplained: string) =>
  answer.ok ? {} : { message: failureText(answer.refusal, unexplained) };
