import { setup } from 'xstate';

type PanelEvent =
  | { type: 'selection added'; on: 'wide' | 'narrow' }
  | { type: 'toggle' }
  | { type: 'close' }
  | { type: 'collapse' }
  | { type: 'expand' }
  | { type: 'toggle pin' }
  | { type: 'receipt closed' };

/**
 * How the slip is shown. Adding a selection opens it on a wide screen. On a narrow one it is `collapsed` to a bar with the count and
 * total odds until the bettor opens it, so as not to cover the next match. `pinned` is the right-hand column of a wide
 * screen; on a narrow one it is the open sheet.
 */
export const panelMachine = setup({
  types: {
    context: {} as { isPinned: boolean },
    events: {} as PanelEvent,
    input: {} as { isPinned: boolean },
  },
  guards: {
    'is narrow': (_, on: 'wide' | 'narrow') => on === 'narrow',
  },
}).createMachine({
  id: 'panel',
  context: ({ input }) => input,
  initial: 'starting',
  on: {
    'selection added': [
      { guard: { type: 'is narrow', params: ({ event }) => event.on }, target: '.collapsed' },
      { target: '.open' },
    ],
  },
  states: {
    starting: { always: [{ guard: ({ context }) => context.isPinned, target: 'pinned' }, { target: 'closed' }] },
    closed: {
      on: {
        toggle: 'open',
        expand: 'open',
        'toggle pin': 'pinned',
      },
    },
    open: {
      on: {
        'selection added': {},
        toggle: 'closed',
        close: 'closed',
        collapse: 'collapsed',
        'toggle pin': 'pinned',
        'receipt closed': 'closed',
      },
    },
    collapsed: {
      on: {
        toggle: 'open',
        expand: 'open',
        'toggle pin': 'pinned',
        'receipt closed': 'closed',
      },
    },
    pinned: {
      on: { 'selection added': {}, toggle: 'closed', close: 'closed', collapse: 'collapsed', 'toggle pin': 'open' },
    },
  },
});
