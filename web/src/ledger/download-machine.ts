import { msg } from '@touchline/core/language';
import { assign, fromPromise, setup } from 'xstate';
import { messageOf } from '../api/call.ts';
import { type DownloadInput, download } from '../api/download.ts';

export type FileInput = Pick<DownloadInput, 'path' | 'fileName'>;
type DownloadEvent =
  | { readonly type: 'start' }
  | { readonly type: 'progress'; readonly bytes: number }
  | { readonly type: 'cancel' };

const fallback = msg('The download stopped before it was complete.');

/**
 * Saves a file of the server's to the user's disk: `ready`, `running` with the bytes received so far, `saved`, or `failed` with the
 * reason. It can be started again from each of the last two.
 */
export const downloadMachine = setup({
  types: {
    context: {} as FileInput & { readonly bytes: number; readonly message: string },
    events: {} as DownloadEvent,
    input: {} as FileInput,
  },
  actors: {
    download: fromPromise<'saved' | 'canceled', DownloadInput>(({ input, signal }) => download(input, signal)),
  },
}).createMachine({
  id: 'download',
  context: ({ input }) => ({ ...input, bytes: 0, message: '' }),
  initial: 'ready',
  states: {
    ready: { on: { start: 'running' } },
    running: {
      entry: assign({ bytes: 0 }),
      invoke: {
        id: 'download',
        src: 'download',
        input: ({ context: { path, fileName }, self }) => ({
          path,
          fileName,
          onBytes: (bytes) => self.send({ type: 'progress', bytes }),
        }),
        onDone: [{ guard: ({ event }) => event.output === 'canceled', target: 'ready' }, { target: 'saved' }],
        onError: { target: 'failed', actions: assign(messageOf(fallback)) },
      },
      on: { progress: { actions: assign(({ event }) => ({ bytes: event.bytes })) }, cancel: 'ready' },
    },
    saved: { on: { start: 'running' } },
    failed: { on: { start: 'running' } },
  },
});
