import { type Message, t } from '@touchline/core/language';
import { type ActorRefFrom, assign, fromPromise, type SnapshotFrom, setup } from 'xstate';
import { failureIn } from '../api/call.ts';
import { type ApiFailure, failureText } from '../api/client.ts';

/** A request that must take effect at most once. Its idempotency key goes with every submission. */
export type Attempt<Request> = { readonly key: string; readonly request: Request };

/** An attempt to begin with. `attempts`: how often it was submitted before, as before a reload. */
export type AttemptInput<Request> = { readonly attempt: Attempt<Request>; readonly attempts: number } | undefined;

type Context<Request, Answer> = {
  readonly attempt: Attempt<Request> | undefined;
  readonly attempts: number;
  readonly failure: ApiFailure | undefined;
  readonly message: string;
  readonly answer: Answer | undefined;
};
type AttemptEvent<Request> =
  | { readonly type: 'submit'; readonly attempt: Attempt<Request> }
  | { readonly type: 'retry' }
  | { readonly type: 'abandon' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'reset' };

const automaticAttempts = 3;

/**
 * Submits a request once. `editing`: the form is open. `submitting`: nothing can be edited. `refused`: nothing was changed, the form can be
 * submitted again under a new key. `unsure`: no answer came; the same request is submitted again under the same key, up to three times
 * automatically (`waiting`), then on `retry` (`asking`). `done`: it was carried out; `reset` opens the form again.
 *
 * Runs as the actor of a form, or invoked by another machine with the attempt as `input`; that machine follows it with `onSnapshot`.
 * `fallback` is shown when the server gives no reason.
 */
export function attemptMachine<Request, Answer>(fallback: Message | string) {
  const initial = { attempt: undefined, attempts: 0, failure: undefined, message: '', answer: undefined } as const;
  return setup({
    types: {
      context: {} as Context<Request, Answer>,
      events: {} as AttemptEvent<Request>,
      input: {} as AttemptInput<Request>,
    },
    actors: {
      send: fromPromise<Answer, Attempt<Request>>(() => Promise.reject(new Error('the caller provides how to send'))),
    },
    guards: {
      'has an attempt': ({ context }) => context.attempt !== undefined,
      'was submitted before': ({ context }) => context.attempts > 0,
      'retries automatically': ({ context }) => context.attempts < automaticAttempts,
      'is certainly refused': ({ context }, failure: ApiFailure | undefined) =>
        failure !== undefined && isCertainlyRefused(failure, context.attempts),
    },
    actions: {
      /** For the caller to provide: what follows a success. */
      succeed: (_: { readonly context: Context<Request, Answer> }) => {},
      /** For the caller to provide: what else follows a refusal. */
      refuse: (_: { readonly context: Context<Request, Answer> }) => {},
      // Without an answer, how the connection failed says nothing about the request.
      fail: assign((_, failure: ApiFailure | undefined) => ({
        failure,
        message: failure?.kind === 'refused' ? failureText(failure, t(fallback as Message)) : t(fallback as Message),
      })),
      reset: assign(initial),
    },
    delays: { retryDelay: 2_000 },
  }).createMachine({
    id: 'attempt',
    context: ({ input }) => ({ ...initial, ...input }),
    initial: 'starting',
    states: {
      starting: {
        always: [
          { guard: 'was submitted before', target: 'unsure' },
          { guard: 'has an attempt', target: 'submitting' },
          { target: 'editing' },
        ],
      },
      editing: {
        on: {
          submit: { target: 'submitting', actions: assign(({ event }) => ({ ...initial, attempt: event.attempt })) },
        },
      },
      submitting: {
        entry: assign(({ context }) => ({ attempts: context.attempts + 1 })),
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => attemptIn(context),
          onDone: {
            target: 'done',
            actions: [assign(({ event }) => ({ answer: event.output, failure: undefined, message: '' })), 'succeed'],
          },
          onError: [
            {
              guard: { type: 'is certainly refused', params: ({ event }) => failureIn(event.error) },
              target: 'refused',
              actions: [{ type: 'fail', params: ({ event }) => failureIn(event.error) }, 'refuse'],
            },
            { target: 'unsure', actions: { type: 'fail', params: ({ event }) => failureIn(event.error) } },
          ],
        },
      },
      refused: {
        on: {
          submit: { target: 'submitting', actions: assign(({ event }) => ({ ...initial, attempt: event.attempt })) },
          dismiss: { target: 'editing', actions: 'reset' },
        },
      },
      unsure: {
        initial: 'waiting',
        on: { retry: 'submitting', abandon: { target: 'editing', actions: 'reset' } },
        states: {
          waiting: {
            after: {
              retryDelay: [{ guard: 'retries automatically', target: '#attempt.submitting' }, { target: 'asking' }],
            },
          },
          asking: {},
        },
      },
      done: { on: { reset: { target: 'editing', actions: 'reset' } } },
    },
  });
}

type AttemptMachine<Request, Answer> = ReturnType<typeof attemptMachine<Request, Answer>>;
export type AttemptActor<Request, Answer> = ActorRefFrom<AttemptMachine<Request, Answer>>;

/** Whether the outcome is unknown: `waiting` until the next automatic submission ends, then `asking` for a decision. */
export function unsureState<Request, Answer>(
  snapshot: SnapshotFrom<AttemptMachine<Request, Answer>>,
): 'waiting' | 'asking' | undefined {
  if (snapshot.matches({ unsure: 'asking' })) return 'asking';
  const isSubmittingAgain = snapshot.matches('submitting') && snapshot.context.attempts > 1;
  return isSubmittingAgain || snapshot.matches('unsure') ? 'waiting' : undefined;
}

function attemptIn<Request>({ attempt }: Context<Request, unknown>): Attempt<Request> {
  if (attempt === undefined) throw new Error('submitting without an attempt');
  return attempt;
}

/**
 * Whether a failed request certainly changed nothing, also by an earlier attempt under the same key. No answer, or one of a broken server,
 * leaves that unknown. So does 401, 403 or 429 for a repeated attempt: it was refused before the server read the key.
 */
export function isCertainlyRefused(failure: ApiFailure, attempts: number): boolean {
  if (failure.kind !== 'refused') return false;
  // The payment provider could not be reached, and the server has recorded that nothing was started.
  if (failure.view.code === 'provider-unavailable') return true;
  if (failure.status >= 500 || failure.status === 408) return false;
  return attempts === 1 || ![401, 403, 429].includes(failure.status);
}
