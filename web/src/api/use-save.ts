import { useMachine } from '@xstate/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { type Fallback, orThrow } from './call.ts';
import type { Answer } from './client.ts';
import { saveMachine } from './save-machine.ts';

type Options<Request, Value> = {
  readonly save: (request: Request) => Answer<Value>;
  /** Shown when the server gives no reason, or a function that decides what to show. */
  readonly fallback: Fallback;
  readonly onSaved?: (value: Value) => void;
};
export type Save<Request, Value> = {
  readonly state: 'idle' | 'saving' | 'saved' | 'refused';
  readonly message: string;
  readonly request: Request | undefined;
  readonly value: Value | undefined;
  readonly submit: (request: Request) => void;
  readonly reset: () => void;
};

/** One change that the server saves, from the press of a button to its outcome. */
export function useSave<Request, Value>(options: Options<Request, Value>): Save<Request, Value> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [machine] = useState(() =>
    saveMachine<Request, Value>(options.fallback).provide({
      actors: {
        save: fromPromise<Value, { readonly request: Request }>(({ input }) =>
          orThrow(latest.current.save(input.request)),
        ),
      },
      actions: {
        'notify the screen': ({ context }) => {
          if (context.value !== undefined) latest.current.onSaved?.(context.value);
        },
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { message, request, value } = snapshot.context;
  return {
    state: snapshot.value,
    message,
    request,
    value,
    submit: (wanted) => send({ type: 'submit', request: wanted }),
    reset: () => send({ type: 'reset' }),
  };
}
