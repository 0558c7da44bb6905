import { assertEvent, assign, setup } from 'xstate';

export type PaletteEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1; readonly count: number };

/** The command palette. `closed`: out of sight. `open`: words are typed, the arrow keys walk through what was found. */
export const paletteMachine = setup({
  types: { context: {} as { readonly text: string; readonly place: number }, events: {} as PaletteEvent },
  actions: {
    'begin anew': assign({ text: '', place: 0 }),
    'take the words': assign(({ event }) => {
      assertEvent(event, 'typed');
      return { text: event.text, place: 0 };
    }),
    'walk on': assign(({ context, event }) => {
      assertEvent(event, 'moved');
      return { place: event.count === 0 ? 0 : (context.place + event.by + event.count) % event.count };
    }),
  },
}).createMachine({
  id: 'palette',
  context: { text: '', place: 0 },
  initial: 'closed',
  states: {
    closed: { on: { opened: 'open' } },
    open: {
      entry: 'begin anew',
      on: { closed: 'closed', typed: { actions: 'take the words' }, moved: { actions: 'walk on' } },
    },
  },
});
