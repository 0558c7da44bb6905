import { assertEvent, assign, setup } from 'xstate';

export type PaletteEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1; readonly count: number };

/** The command palette: `closed`, or `open` with a search text and a selected result. */
export const paletteMachine = setup({
  types: { context: {} as { readonly text: string; readonly place: number }, events: {} as PaletteEvent },
  actions: {
    reset: assign({ text: '', place: 0 }),
    'set text': assign(({ event }) => {
      assertEvent(event, 'typed');
      return { text: event.text, place: 0 };
    }),
    'move selection': assign(({ context, event }) => {
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
      entry: 'reset',
      on: { closed: 'closed', typed: { actions: 'set text' }, moved: { actions: 'move selection' } },
    },
  },
});
