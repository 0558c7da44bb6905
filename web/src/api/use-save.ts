import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import type { Answer } from './client.ts';
import { saveMachine } from './save-machine.ts';

type Options<Request, Value> = {
  readonly save: (request: Request) => Answer<Value>;
  /** What is said when the server gives no reason. */
  readonly unexplained: string;
  readonly onSaved?: (value: Value) => void;
};
export type Save<Request, Value> = {
  readonly state: 'resting' | 'saving' | 'saved' | 'refused';
  readonly message: string;
  readonly request: Request | undefined;
  readonly answer: Value | undefined;
  readonly send: (request: Request) => void;
  readonly beginAnew: () => void;
};

/** One change that the server keeps, from the press to what became of it. The options count as they are at the first render. */
export function useSave<Request, Value>({ save, unexplained, onSaved }: Options<Request, Value>): Save<Request, Value> {
  const [machine] = useState(() =>
    saveMachine<Request, Value>(unexplained).provide({
      actors: { save: fromPromise<Awaited<Answer<Value>>, { request: Request }>(({ input }) => save(input.request)) },
      actions: {
        'go on with the answer': ({ context }) => {
          if (context.answer !== undefined) onSaved?.(context.answer);
        },
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { message, request, answer } = snapshot.context;
  return {
    state: snapshot.value,
    message,
    request,
    answer,
    send: (wanted) => send({ type: 'sent', request: wanted }),
    beginAnew: () => send({ type: 'begun anew' }),
  };
}
