import { useSelector } from '@xstate/react';
import { type ComponentType, useEffect, useState } from 'react';
import { toastError } from '../ui/toast.ts';
import type { PaletteActor } from './use-palette.ts';

type Props = { readonly actor: PaletteActor };

let Loaded: ComponentType<Props> | undefined;

/** Fetches what the palette is made of, because a press is likely. */
export const preparePalette = (): Promise<void> =>
  import('./open-palette.tsx').then(({ OpenPalette }) => {
    Loaded = OpenPalette;
  });

/** Search as a command palette. Its code comes when it is about to be used, and what is typed before goes into it. */
export function Palette({ actor }: Props) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const [, setIsThere] = useState(false);
  useEffect(() => {
    if (!isOpen || Loaded) return;
    preparePalette().then(
      () => setIsThere(true),
      () => {
        actor.send({ type: 'closed' });
        toastError('The search could not be loaded. Please reload the page.');
      },
    );
  }, [isOpen, actor]);
  return isOpen && Loaded ? <Loaded actor={actor} /> : null;
}
