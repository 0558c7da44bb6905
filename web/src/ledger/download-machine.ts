import { assign, fromCallback, setup } from 'xstate';
import { failureText } from '../api/client.ts';
import type { Downloaded } from '../api/download.ts';

export type DownloadInput = { readonly path: string; readonly fileName: string };
export type DownloadProgress =
  | { readonly type: 'bytes arrived'; readonly bytes: number }
  | { readonly type: 'ended'; readonly outcome: Downloaded };
export type DownloadEvent =
  | DownloadProgress
  | { readonly type: 'download pressed' }
  | { readonly type: 'cancel pressed' };

const unexplained = 'The download broke off.';

/**
 * A file on its way to the reader's disk. `ready` to be asked for, `running` with the bytes so far (cancelling leads back), `saved`,
 * or `failed` with the reason; from either it can be asked for again.
 */
export const downloadMachine = setup({
  types: {
    context: {} as DownloadInput & { readonly bytes: number; readonly message: string },
    events: {} as DownloadEvent,
    input: {} as DownloadInput,
  },
  actors: {
    save: fromCallback<{ type: never }, DownloadInput>(() => {
      throw new Error('save is provided by the button');
    }),
  },
  guards: {
    'it was saved': (_, outcome: Downloaded) => outcome.ok && outcome.value === 'saved',
    'nobody wants it any more': (_, outcome: Downloaded) => outcome.ok,
  },
  actions: {
    'note why not': assign((_, outcome: Downloaded) => ({
      message: outcome.ok ? unexplained : failureText(outcome.refusal, unexplained),
    })),
  },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({ ...input, bytes: 0, message: '' }),
  initial: 'ready',
  states: {
    ready: { on: { 'download pressed': 'running' } },
    running: {
      entry: assign({ bytes: 0 }),
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { path, fileName } }) => ({ path, fileName }),
        onDone: 'saved',
        onError: { target: 'failed', actions: assign({ message: unexplained }) },
      },
      on: {
        'bytes arrived': { actions: assign(({ event }) => ({ bytes: event.bytes })) },
        'cancel pressed': 'ready',
        ended: [
          { guard: { type: 'it was saved', params: ({ event }) => event.outcome }, target: 'saved' },
          { guard: { type: 'nobody wants it any more', params: ({ event }) => event.outcome }, target: 'ready' },
          { target: 'failed', actions: { type: 'note why not', params: ({ event }) => event.outcome } },
        ],
      },
    },
    saved: { on: { 'download pressed': 'running' } },
    failed: { on: { 'download pressed': 'running' } },
  },
});
