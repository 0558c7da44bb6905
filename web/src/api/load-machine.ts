import { type Message, t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { assign, fromPromise, setup } from 'xstate';
import { CallFailed, orThrow } from './call.ts';
import { type Answer, failureText } from './client.ts';

export type Loaded<Value> = {
  readonly value: Value | undefined;
  readonly error: string | undefined;
  /** ISO time of the last success. */
  readonly lastFetched: string | undefined;
};
export type LoadEvent = { readonly type: 'refresh' } | { readonly type: 'outdated' } | { readonly type: 'clear' };

/** A push reaches all screens at once; their requests are spread over this time. */
const soonMs = { least: 150, spread: 1_000 } as const;

/**
 * Something that is fetched when a screen opens: `idle`, `loading` at once, then `succeeded` or `failed`. `refresh` fetches it again
 * at once and keeps showing the old value until then. So does `outdated`, for a change that all screens learn of together, but after a
 * random pause, `awaiting`, and never while a fetch is under way. `clear` drops the value. `fallback` is shown when the server gives no
 * reason.
 */
export function loadMachine<Value>(fetchValue: () => Answer<Value>, fallback: Message | string) {
  return setup({
    types: {
      context: {} as Loaded<Value> & { readonly isOutdated: boolean },
      events: {} as LoadEvent,
      tags: 'loading' as const,
    },
    actors: { load: fromPromise(() => orThrow(fetchValue())) },
    delays: { soon: () => soonMs.least + Math.random() * soonMs.spread },
    guards: { 'is outdated': ({ context }) => context.isOutdated },
  }).createMachine({
    id: 'load',
    context: { value: undefined, error: undefined, lastFetched: undefined, isOutdated: false },
    initial: 'idle',
    on: {
      refresh: '.idle',
      outdated: { actions: assign({ isOutdated: true }) },
      clear: { actions: assign({ value: undefined, lastFetched: undefined }) },
    },
    states: {
      idle: { always: 'loading' },
      loading: {
        tags: 'loading',
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
      succeeded: { always: { guard: 'is outdated', target: 'awaiting' } },
      failed: { always: { guard: 'is outdated', target: 'awaiting' } },
      awaiting: { after: { soon: { target: 'loading', actions: assign({ isOutdated: false }) } } },
    },
  });
}

/** A value that a component loads when it opens, and again on `refresh`, always with its first `fetchValue`. */
export function useLoad<Value>(fetchValue: () => Answer<Value>, fallback: Message | string) {
  const [machine] = useState(() => loadMachine(fetchValue, fallback));
  return useMachine(machine);
}

const reason = (error: unknown, fallback: Message | string): string =>
  error instanceof CallFailed ? failureText(error.failure, t(fallback as Message)) : t('Unknown error occurred');
