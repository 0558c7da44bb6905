import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { isCertainlyRefused } from '../api/certainly-refused.ts';
import { type ApiFailure, failureText } from '../api/client.ts';

/** One wish to move money once. Its key goes with every try, so that the server does it at most once. */
export type MoneyAttempt<Request> = { readonly key: string; readonly request: Request };
type Context<Request, Answer> = {
  readonly attempt: MoneyAttempt<Request> | undefined;
  readonly tries: number;
  readonly refusal: ApiFailure | undefined;
  readonly message: string;
  readonly answer: Answer | undefined;
};
type AttemptEvent<Request> =
  | { readonly type: 'sent'; readonly attempt: MoneyAttempt<Request> }
  | { readonly type: 'check pressed' }
  | { readonly type: 'given up' }
  | { readonly type: 'banner dismissed' }
  | { readonly type: 'begun anew' };

const automaticTries = 3;

/**
 * A request that moves money, from the form to its answer. `editing` the form. `sending`: on its way, nothing can be edited.
 * `refused`: the server said no, the form can be sent again under a new key. `unsure`: no answer came; the same request is
 * asked for again under the same key, three times by itself (`waiting`), then when the bettor asks (`asking`). `done`: it was
 * taken, `begun anew` shows the form again.
 */
export function attemptMachine<Request, Answer>(unexplained: string) {
  type Sent = Result<Answer, ApiFailure>;
  const nothing = { attempt: undefined, tries: 0, refusal: undefined, message: '', answer: undefined } as const;
  return setup({
    types: { context: {} as Context<Request, Answer>, events: {} as AttemptEvent<Request> },
    actors: {
      send: fromPromise<Sent, MoneyAttempt<Request>>(() =>
        Promise.reject(new Error('sending is provided by the screen')),
      ),
    },
    guards: {
      'it may be tried again by itself': ({ context }) => context.tries < automaticTries,
    },
    actions: {
      'go on with the answer': (_: { readonly context: Context<Request, Answer> }) => {
        throw new Error('what follows is provided by the screen');
      },
      'count the try': assign(({ context }) => ({ tries: context.tries + 1 })),
      'forget everything': assign(nothing),
    },
    delays: { untilNextTry: 2_000 },
  }).createMachine({
    id: 'attempt',
    context: nothing,
    initial: 'editing',
    states: {
      editing: {
        on: {
          sent: { target: 'sending', actions: assign(({ event }) => ({ ...nothing, attempt: event.attempt })) },
        },
      },
      sending: {
        entry: 'count the try',
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => sendingOf(context.attempt),
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'done',
              actions: [assign(({ event }) => answerIn(event.output)), 'go on with the answer'],
            },
            {
              guard: ({ context, event }) => isRefused(event.output, context.tries),
              target: 'refused',
              actions: assign(({ event }) => whyNot(event.output, unexplained)),
            },
            { target: 'unsure', actions: assign(({ event }) => whatWasSaid(event.output, unexplained)) },
          ],
          onError: { target: 'unsure', actions: assign({ message: unexplained }) },
        },
      },
      refused: {
        on: {
          sent: { target: 'sending', actions: assign(({ event }) => ({ ...nothing, attempt: event.attempt })) },
          'banner dismissed': { target: 'editing', actions: 'forget everything' },
        },
      },
      unsure: {
        initial: 'waiting',
        on: { 'check pressed': 'sending', 'given up': { target: 'editing', actions: 'forget everything' } },
        states: {
          waiting: {
            after: {
              untilNextTry: [
                { guard: 'it may be tried again by itself', target: '#attempt.sending' },
                { target: 'asking' },
              ],
            },
          },
          asking: {},
        },
      },
      done: { on: { 'begun anew': { target: 'editing', actions: 'forget everything' } } },
    },
  });
}

function sendingOf<Request>(attempt: MoneyAttempt<Request> | undefined): MoneyAttempt<Request> {
  if (attempt === undefined) throw new Error('sending without an attempt');
  return attempt;
}

const answerIn = <Answer>(sent: Result<Answer, ApiFailure>) => ({ answer: sent.ok ? sent.value : undefined });

function isRefused(sent: Result<unknown, ApiFailure>, tries: number): boolean {
  if (sent.ok) return false;
  // The provider could not be asked, and the server has noted that nothing was begun.
  if (sent.refusal.kind === 'refused' && sent.refusal.view.code === 'provider-unavailable') return true;
  return isCertainlyRefused(sent.refusal, tries);
}

/** A broken line says nothing of what became of the request: only the server's own sentence tells more than that it failed. */
const whatWasSaid = (sent: Result<unknown, ApiFailure>, unexplained: string) =>
  sent.ok || sent.refusal.kind === 'refused'
    ? whyNot(sent, unexplained)
    : { refusal: sent.refusal, message: unexplained };

const whyNot = (sent: Result<unknown, ApiFailure>, unexplained: string) =>
  sent.ok ? {} : { refusal: sent.refusal, message: failureText(sent.refusal, unexplained) };
