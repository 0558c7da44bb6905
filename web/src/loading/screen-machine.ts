import { fromPromise, setup } from 'xstate';

export type ScreenEvent = { readonly type: 'again pressed' } | { readonly type: 'line is back' };

const reloadWithinMs = 10_000;

/**
 * A screen whose code comes when it is first opened. `loading`: on its way. `here`: drawn. `asking`: it did not come, so the
 * server is asked whether it serves another build by now, whose files have other names. `missing`: the screen did not come.
 * `asking again`: somebody, or the line that is back, wants it after all, and the server is asked whether it is there.
 * `reloading`: the page begins anew, for a browser never asks again for code that once did not come; by itself it does so
 * once for each build, and once when the line is back, until a screen has come.
 */
export const screenMachine = setup({
  types: { events: {} as ScreenEvent },
  actors: {
    load: fromPromise<void>(() => {
      throw new Error('the code to load is provided where the route is');
    }),
    findNewBuild: fromPromise<string | undefined>(() => {
      throw new Error('the way to ask is provided where the route is');
    }),
    findServer: fromPromise<void>(() => {
      throw new Error('the way to ask is provided where the route is');
    }),
  },
  actions: {
    'begin anew with the build': (_, _build: string) => {
      throw new Error('the reload is provided where the route is');
    },
    'begin anew': () => {
      throw new Error('the reload is provided where the route is');
    },
    'note that it begins anew by itself': () => {},
    'forget that it began anew by itself': () => {},
  },
  guards: { 'it began anew by itself already': () => false },
  delays: { reload: reloadWithinMs },
}).createMachine({
  id: 'screen',
  initial: 'loading',
  states: {
    loading: { invoke: { src: 'load', onDone: 'here', onError: 'asking' } },
    here: { entry: 'forget that it began anew by itself' },
    asking: {
      invoke: {
        src: 'findNewBuild',
        onDone: [
          {
            guard: ({ event }) => event.output !== undefined,
            target: 'reloading',
            actions: { type: 'begin anew with the build', params: ({ event }) => event.output ?? '' },
          },
          { target: 'missing' },
        ],
        onError: 'missing',
      },
    },
    missing: {
      on: {
        'again pressed': 'asking again',
        'line is back': [
          { guard: 'it began anew by itself already', target: 'missing' },
          { target: 'asking again', actions: 'note that it begins anew by itself' },
        ],
      },
    },
    'asking again': {
      invoke: { src: 'findServer', onDone: { target: 'reloading', actions: 'begin anew' }, onError: 'missing' },
    },
    reloading: { after: { reload: 'missing' } },
  },
});
