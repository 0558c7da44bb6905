import { type Message, t } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { CallFailed, orThrow } from './call.ts';
import { type Answer, failureText } from './client.ts';

export type Loaded<Value> = {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** ISO time of the last success. */
  readonly lastFetched: string | undefined;
};
export type LoadEvent = { readonly type: 'refresh' } | { readonly type: 'clear' };

/**
 * Something that is fetched when a screen opens: `idle`, `loading` at once, then `succeeded` or `failed`. `refresh` fetches it again
 * and keeps showing the old value until then; `clear` drops the value. `fallback` is shown when the server gives no reason.
 */
export function loadMachine<Value>(fetchValue: () => Answer<Value>, fallback: Message | string) {
  return setup({
    types: { context: {} as Loaded<Value>, events: {} as LoadEvent },
    actors: { load: fromPromise(() => orThrow(fetchValue())) },
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
          onDone: {
            target: 'succeeded',
            actions: assign(({ event }) => ({
              value: event.output,
              error: undefined,
              lastFetched: new Date().toISOString(),
            })),
          },
          onError: { target: 'failed', actions: assign(({ event }) => ({ error: reason(event.error, fallback) })) },
        },
      },
      succeeded: {},
      failed: {},
    },
  });
}

const reason = (error: unknown, fallback: Message | string): string =>
  error instanceof CallFailed ? failureText(error.failure, t(fallback as Message)) : t('Unknown error occurred');
