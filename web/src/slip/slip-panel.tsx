import { t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { Pin, PinOff, X } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { useIsWide } from '../ui/use-wide.ts';
import { SlipBody } from './slip-body.tsx';
import { useSlipActors } from './slip-context.ts';
import { SlipSheet, useReturnFocus } from './slip-sheet.tsx';
import { useSlipView } from './use-slip-view.ts';

/**
 * The slip. Wide screen: a panel below the top bar, beside the content where there is space and over it elsewhere, or a pinned column
 * of the layout. Narrow screen: a bottom sheet. Mount it once, after the content in a row as high as the page.
 */
export function SlipPanel() {
  const isWide = useIsWide();
  return isWide ? <WideSlip /> : <SlipSheet />;
}

const shapes = {
  open: 'fixed top-[calc(var(--top-bar)+0.5rem)] right-4 z-40 w-[24rem] max-h-[calc(100dvh-var(--top-bar)-1.5rem)] rounded-card border border-edge/60 shadow-panel animate-appear xl:sticky xl:top-[calc(var(--top-bar)+1.5rem)] xl:z-10 xl:mt-6 xl:mr-6 xl:w-[22rem] xl:max-h-[calc(100dvh-var(--top-bar)-3rem)] xl:shrink-0 xl:border-line xl:shadow-card',
  pinned: 'sticky top-(--top-bar) h-[calc(100dvh-var(--top-bar))] w-[22rem] shrink-0 border-l border-line',
} as const;

function WideSlip() {
  const { panel } = useSlipActors();
  const shape = useSelector(panel, (snapshot) => {
    if (snapshot.matches('pinned')) return 'pinned';
    return snapshot.matches('open') ? 'open' : undefined;
  });
  const { lines } = useSlipView();
  const { onFocus, returnFocus } = useReturnFocus();
  if (!shape) return null;
  const PinIcon = shape === 'pinned' ? PinOff : Pin;
  const close = () => panel.send({ type: 'close' });
  const leave = () => {
    returnFocus();
    close();
  };
  return (
    <aside
      id="bet-slip"
      tabIndex={-1}
      aria-label={t('Bet slip')}
      onFocus={onFocus}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
      className={classes('flex flex-col overflow-hidden bg-surface', shapes[shape])}
    >
      <header className="flex shrink-0 items-center gap-2 border-b border-line py-1 pr-1 pl-4">
        <h2 className="text-figure font-strong">{t('Bet Slip')}</h2>
        <span className="inline-flex h-6 min-w-6 items-center justify-center rounded-round bg-raised px-1.5 text-small font-strong figures">
          {lines.length}
        </span>
        <IconButton
          className="ml-auto"
          label={shape === 'pinned' ? t('Unpin the bet slip') : t('Pin the bet slip to the right')}
          aria-pressed={shape === 'pinned'}
          icon={<PinIcon aria-hidden="true" className="size-4" />}
          onClick={() => panel.send({ type: 'toggle pin' })}
        />
        <IconButton
          label={t('Close bet slip')}
          icon={<X aria-hidden="true" className="size-5" />}
          // A key press has no click count.
          onClick={({ detail }) => (detail === 0 ? leave() : close())}
        />
      </header>
      <SlipBody />
    </aside>
  );
}
