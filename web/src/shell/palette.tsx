import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { type ComponentType, useEffect, useState } from 'react';
import { toastError } from '../ui/toast.ts';
import type { PaletteActor, PaletteContext } from './palette-machine.ts';

type Props = { readonly actor: PaletteActor };

let Loaded: ComponentType<Props & PaletteContext> | undefined;

/** Loads the palette's code ahead of a likely press. */
export const preparePalette = (): Promise<void> =>
  import('./open-palette.tsx').then(({ OpenPalette }) => {
    Loaded = OpenPalette;
  });

/**
 * The search palette. Its code loads on demand; keys pressed while it loads are not lost. The text is read here, as this component is
 * always mounted: one that has just been mounted is not subscribed to the actor yet, so React would reset the field to the old text.
 */
export function Palette({ actor }: Props) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'));
  const context = useSelector(actor, ({ context }) => context);
  const [, setIsLoaded] = useState(false);
  useEffect(() => {
    if (!isOpen || Loaded) return;
    preparePalette().then(
      () => setIsLoaded(true),
      () => {
        actor.send({ type: 'closed' });
        toastError(t('The search could not be loaded. Please reload the page.'));
      },
    );
  }, [isOpen, actor]);
  return isOpen && Loaded ? <Loaded actor={actor} {...context} /> : null;
}
