import type { Result } from '@touchline/core/result';
import { assign, fromPromise, setup } from 'xstate';
import { type ApiFailure, failureText } from './client.ts';

export type Loaded<Value> = {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** ISO time of the last success. */
  readonly lastFetched: string | undefined;
};
export type LoadEvent = { readonly type: 'refresh' } | { readonly type: 'clear' };

/**
 * Something that is fetched when a screen opens (spec §4, Games fetch). `idle` begins at once; `loading` asks the API;
 * `succeeded` holds the value; `failed` says why. `refresh` asks again and keeps what is shown, `clear` lets go of it.
 */
export function loadMachine<Value>(fallback: string) {
  return setup({
    types: { context: {} as Loaded<Value>, events: {} as LoadEvent },
    actors: {
      load: fromPromise<Result<Value, ApiFailure>>(() => {
        throw new Error('what to load is provided where it is shown');
      }),
    },
  }).createMachine({
    id: 'load',
    context: { value: undefined, error: undefined, lastFetched: undefined },
    initial: 'idle',
    on: { refresh: '.idle', clear: { actions: assign({ value: undefined, lastFetched: undefined }) } },
    states: {
      idle: { always: 'loading' },
      loading: {
        invoke: {
          src: 'load',
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'succeeded',
              actions: assign(({ event }) => kept(event.output)),
            },
            { target: 'failed', actions: assign(({ event }) => ({ error: reasonOf(event.output, fallback) })) },
          ],
          onError: { target: 'failed', actions: assign({ error: 'Unknown error occurred' }) },
        },
      },
      succeeded: {},
      failed: {},
    },
  });
}

function kept<Value>(answer: Result<Value, ApiFailure>): Partial<Loaded<Value>> {
  return answer.ok ? { value: answer.value, error: undefined, lastFetched: new Date().toISOString() } : {};
}

const reasonOf = (answer: Result<unknown, ApiFailure>, fallback: string): string =>
  answer.ok ? fallback : failureText(answer.refusal, fallback);
