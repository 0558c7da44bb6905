import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { paletteMachine } from './palette-machine.ts';

export type PaletteActor = ActorRefFrom<typeof paletteMachine>;

/** Opens the palette with `/` outside fields, or Ctrl-K or ⌘K anywhere. Collects keys until its field has loaded. */
export function usePalette(): PaletteActor {
  const actor = useActorRef(paletteMachine);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      const { value, context } = actor.getSnapshot();
      if (isCombination || (isPlain && value === 'closed' && event.key === '/')) actor.send({ type: 'opened' });
      else if (isPlain && value === 'open' && event.key.length === 1) {
        actor.send({ type: 'typed', text: context.text + event.key });
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [actor]);
  return actor;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
