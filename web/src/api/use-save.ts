import { useMachine } from '@xstate/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { type SaveOptions, saveMachine } from './save-machine.ts';

export type Save<Request, Value> = {
  readonly state: 'idle' | 'saving' | 'saved' | 'refused';
  readonly message: string;
  readonly request: Request | undefined;
  readonly value: Value | undefined;
  readonly submit: (request: Request) => void;
  readonly reset: () => void;
};

/** One change that the server saves, from the press of a button to its outcome. */
export function useSave<Request, Value>(options: SaveOptions<Request, Value>): Save<Request, Value> {
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const [machine] = useState(() =>
    saveMachine<Request, Value>({
      save: (request) => latest.current.save(request),
      fallback: options.fallback,
      onSaved: (value) => latest.current.onSaved?.(value),
      onRefused: (message) => latest.current.onRefused?.(message),
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
