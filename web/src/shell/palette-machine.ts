import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate';

type PaletteEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1; readonly count: number };

/** What is typed, and which result is selected. */
export type PaletteContext = { readonly text: string; readonly selected: number };

/** The command palette: `closed`, or `open` with a search text and a selected result. */
export const paletteMachine = setup({
  types: { context: {} as PaletteContext, events: {} as PaletteEvent },
  actions: {
    reset: assign({ text: '', selected: 0 }),
    'set text': assign(({ event }) => {
      assertEvent(event, 'typed');
      return { text: event.text, selected: 0 };
    }),
    'move selection': assign(({ context, event }) => {
      assertEvent(event, 'moved');
      return { selected: event.count === 0 ? 0 : (context.selected + event.by + event.count) % event.count };
    }),
  },
}).createMachine({
  id: 'palette',
  context: { text: '', selected: 0 },
  initial: 'closed',
  states: {
    closed: { on: { opened: 'open' } },
    open: {
      entry: 'reset',
      on: { closed: 'closed', typed: { actions: 'set text' }, moved: { actions: 'move selection' } },
    },
  },
});

export type PaletteActor = ActorRefFrom<typeof paletteMachine>;

/**
 * Opens the palette with `/` outside fields, or Ctrl-K or ⌘K anywhere, but not behind a modal dialog. Collects keys until its field has
 * loaded. The browser's Back button closes it.
 */
export function usePalette(): PaletteActor {
  const actor = useActorRef(paletteMachine);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const { value, context } = actor.getSnapshot();
      if (document.querySelector('dialog[open]')) return;
      if (isCombination || (isPlain && value === 'closed' && event.key === '/')) actor.send({ type: 'opened' });
      else if (isPlain && value === 'open' && event.key.length === 1) {
        actor.send({ type: 'typed', text: context.text + event.key });
      } else if (isPlain && value === 'open' && event.key === 'Escape') actor.send({ type: 'closed' });
      else return;
      event.preventDefault();
    };
    const onBack = () => actor.send({ type: 'closed' });
    document.addEventListener('keydown', onKeyDown);
    addEventListener('popstate', onBack);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      removeEventListener('popstate', onBack);
    };
  }, [actor]);
  return actor;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
