import { setup } from 'xstate';

type PanelEvent =
  | { type: 'selection added'; on: 'wide' | 'narrow' }
  | { type: 'toggle pressed' }
  | { type: 'close pressed' }
  | { type: 'put down' }
  | { type: 'lifted' }
  | { type: 'pin pressed' }
  | { type: 'receipt read' };

/**
 * Where the slip is. Adding a selection opens it, except on a narrow screen where the bettor has collapsed the sheet: it
 * stays `lowered` with count and total odds in view, so that it does not cover the next match each time.
 * `pinned` is the right-hand column of a wide screen; on a narrow one it is the open sheet.
 */
export const panelMachine = setup({
  types: {
    context: {} as { wasPinned: boolean },
    events: {} as PanelEvent,
    input: {} as { pinned: 'pinned' | 'loose' },
  },
  guards: {
    'on a narrow screen': (_, on: 'wide' | 'narrow') => on === 'narrow',
  },
}).createMachine({
  id: 'panel',
  context: ({ input }) => ({ wasPinned: input.pinned === 'pinned' }),
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: ({ context }) => context.wasPinned, target: 'pinned' }, { target: 'closed' }] },
    closed: {
      on: { 'selection added': 'open', 'toggle pressed': 'open', lifted: 'open', 'pin pressed': 'pinned' },
    },
    open: {
      on: {
        'toggle pressed': 'closed',
        'close pressed': 'closed',
        'put down': 'lowered',
        'pin pressed': 'pinned',
        'receipt read': 'closed',
      },
    },
    lowered: {
      on: {
        'selection added': [
          { guard: { type: 'on a narrow screen', params: ({ event }) => event.on }, target: 'lowered' },
          { target: 'open' },
        ],
        'toggle pressed': 'open',
        lifted: 'open',
        'pin pressed': 'pinned',
        'receipt read': 'closed',
      },
    },
    pinned: {
      on: { 'toggle pressed': 'closed', 'close pressed': 'closed', 'put down': 'lowered', 'pin pressed': 'open' },
    },
  },
});
