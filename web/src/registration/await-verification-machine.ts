import { accountEndpoints, type LoginAnswer } from '@touchline/core/contract';
import { setup } from 'xstate';
import { failureIn, remote } from '../api/call.ts';

/**
 * Logs in the browser that registered as soon as the link of the email has been opened, on whatever device: `asking` the server,
 * `waiting` before it asks again, `done`.
 */
export const awaitVerificationMachine = setup({
  types: { events: {} as { type: 'page shown' } },
  actors: { logIn: remote(accountEndpoints.logInAfterRegistration) },
  actions: {
    'start session': (_, _session: LoginAnswer) => {
      throw new Error('the screen provides the session');
    },
    forget: () => {
      throw new Error('the screen provides the storage');
    },
  },
  delays: { pause: 3_000 },
}).createMachine({
  id: 'await verification',
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        id: 'log in',
        src: 'logIn',
        input: {},
        onDone: { target: 'done', actions: { type: 'start session', params: ({ event }) => event.output } },
        onError: [
          { guard: ({ event }) => isOver(event.error), target: 'done', actions: 'forget' },
          { target: 'waiting' },
        ],
      },
    },
    waiting: { after: { pause: 'asking' }, on: { 'page shown': 'asking' } },
    done: { type: 'final' },
  },
});

/** The registration has expired, or another tab has used it. */
function isOver(error: unknown): boolean {
  const failure = failureIn(error);
  return failure?.kind === 'refused' && failure.view.code === 'registration-unknown';
}
