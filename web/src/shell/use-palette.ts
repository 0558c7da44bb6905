import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import { paletteMachine } from './palette-machine.ts';

export type PaletteActor = ActorRefFrom<typeof paletteMachine>;

/** The palette with its keys: `/` outside of a field, Ctrl-K or ⌘K anywhere. */
export function usePalette(): PaletteActor {
  const actor = useActorRef(paletteMachine);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
      if (!isCombination && !isSlash) return;
      event.preventDefault();
      actor.send({ type: 'opened' });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [actor]);
  return actor;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
