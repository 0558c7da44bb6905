import { fromPromise, setup } from 'xstate';

export type ScreenEvent = { readonly type: 'again pressed' } | { readonly type: 'line is back' };

const reloadWithinMs = 10_000;

/**
 * A screen whose code comes when it is first opened. `loading`: on its way. `here`: drawn. `asking`: it did not come, so the
 * server is asked whether it serves another build by now, whose files have other names. `reloading`: it does, and the page
 * begins anew, once for each build. `missing`: the screen did not come and a reload would not help; it can be asked for again.
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
  },
  actions: {
    'begin anew with the build': (_, _build: string) => {
      throw new Error('the reload is provided where the route is');
    },
  },
  delays: { reload: reloadWithinMs },
}).createMachine({
  id: 'screen',
  initial: 'loading',
  states: {
    loading: { invoke: { src: 'load', onDone: 'here', onError: 'asking' } },
    here: {},
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
    reloading: { after: { reload: 'missing' } },
    missing: { on: { 'again pressed': 'loading', 'line is back': 'loading' } },
  },
});
