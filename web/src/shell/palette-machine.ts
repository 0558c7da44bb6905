import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { type ActorRefFrom, assertEvent, assign, setup } from 'xstate';

type PaletteEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'closed' }
  | { readonly type: 'typed'; readonly text: string }
  | { readonly type: 'moved'; readonly by: 1 | -1; readonly count: number }
  | { readonly type: 'picked' };

/** What is typed, which result is selected, and whether Enter was pressed before the field had loaded. */
export type PaletteContext = { readonly text: string; readonly selected: number; readonly isPicked: boolean };
const empty: PaletteContext = { text: '', selected: 0, isPicked: false };

/** The command palette: `closed`, or `open` with a search text and a selected result. */
export const paletteMachine = setup({
  types: { context: {} as PaletteContext, events: {} as PaletteEvent },
  actions: {
    reset: assign(empty),
    'set text': assign(({ event }) => {
      assertEvent(event, 'typed');
      return { ...empty, text: event.text };
    }),
    'move selection': assign(({ context, event }) => {
      assertEvent(event, 'moved');
      return { selected: event.count === 0 ? 0 : (context.selected + event.by + event.count) % event.count };
    }),
  },
}).createMachine({
  id: 'palette',
  context: empty,
  initial: 'closed',
  states: {
    closed: { on: { opened: 'open' } },
    open: {
      entry: 'reset',
      on: {
        closed: 'closed',
        typed: { actions: 'set text' },
        moved: { actions: 'move selection' },
        picked: { actions: assign({ isPicked: true }) },
      },
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
      const pressed =
        isCombination || (isPlain && value === 'closed' && event.key === '/')
          ? ({ type: 'opened' } as const)
          : isPlain && value === 'open'
            ? eventOfKey(event.key, context.text)
            : undefined;
      if (!pressed) return;
      actor.send(pressed);
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

/** What a key does while the field has not loaded. */
function eventOfKey(key: string, text: string): PaletteEvent | undefined {
  if (key.length === 1) return { type: 'typed', text: text + key };
  if (key === 'Backspace') return { type: 'typed', text: text.slice(0, -1) };
  if (key === 'Enter') return { type: 'picked' };
  return key === 'Escape' ? { type: 'closed' } : undefined;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
