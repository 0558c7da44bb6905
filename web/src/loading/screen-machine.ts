import { fromPromise, setup } from 'xstate';
import {
  clearAutomaticReload,
  findNewBuild,
  findServer,
  hasReloadedAutomatically,
  noteAutomaticReload,
  reloadFor,
} from './new-build.ts';

export type ScreenEvent = { readonly type: 'retry' } | { readonly type: 'reconnected' };

const reloadTimeoutMs = 10_000;

/**
 * Loads a screen's code when it is first opened: `loading`, then `loaded`. If that fails, `checking build` asks whether the server has
 * a new build with other file names; otherwise the screen is `missing`. A retry or a reconnection is `checking server`. `reloading`
 * reloads the page, because browsers never refetch a module that failed. Automatic reloads happen once per build, and once per
 * reconnection until a screen has loaded.
 */
export const screenMachine = setup({
  types: { events: {} as ScreenEvent },
  actors: {
    load: fromPromise<void>(() => {
      throw new Error('lazyScreen provides the code');
    }),
    findNewBuild: fromPromise(findNewBuild),
    findServer: fromPromise(findServer),
  },
  actions: {
    'reload for build': (_, build: string) => reloadFor(build),
    reload: () => location.reload(),
    'note automatic reload': noteAutomaticReload,
    'clear automatic reload': clearAutomaticReload,
  },
  guards: { 'has reloaded automatically': hasReloadedAutomatically },
  delays: { reload: reloadTimeoutMs },
}).createMachine({
  id: 'screen',
  initial: 'loading',
  states: {
    loading: { invoke: { src: 'load', onDone: 'loaded', onError: 'checking build' } },
    loaded: { entry: 'clear automatic reload' },
    'checking build': {
      invoke: {
        src: 'findNewBuild',
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            target: 'reloading',
            actions: { type: 'reload for build', params: ({ event }) => event.output ?? '' },
          },
          { target: 'missing' },
        ],
        onError: 'missing',
      },
    },
    missing: {
      on: {
        retry: 'checking server',
        reconnected: [
          { guard: 'has reloaded automatically', target: 'missing' },
          { target: 'checking server', actions: 'note automatic reload' },
        ],
      },
    },
    'checking server': {
      invoke: { src: 'findServer', onDone: { target: 'reloading', actions: 'reload' }, onError: 'missing' },
    },
    reloading: { after: { reload: 'missing' } },
  },
});
