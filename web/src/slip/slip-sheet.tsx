import { t } from '@touchline/core/language';
import { formatDollars } from '@touchline/core/money';
import { useSelector } from '@xstate/react';
import { ChevronUp } from 'lucide-react';
import { type FocusEvent, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { selectionsText } from './selections-text.ts';
import { SlipBody } from './slip-body.tsx';
import { useSlipActors } from './slip-context.ts';
import { ticketsName } from './tickets.ts';
import { useSheetDrag } from './use-sheet-drag.ts';
import { useOddsText, useSlipView } from './use-slip-view.ts';

/** The slip on a narrow screen: a sheet above the bottom bar. Collapsed, it still shows the count and the total odds. */
export function SlipSheet() {
  const { slip, panel } = useSlipActors();
  const isOpen = useSelector(panel, (snapshot) => snapshot.matches('open') || snapshot.matches('pinned'));
  const isBusy = useSelector(slip, (snapshot) => snapshot.hasTag('unsure') || snapshot.hasTag('receipt'));
  const { lines, totals, state } = useSlipView();
  const oddsText = useOddsText();
  const isAccumulator = totals.kind === 'accumulator';
  const total = isAccumulator ? oddsText(totals.oddsNow) : formatDollars(totals.stake);
  const { draggedPx, isDragging, handle } = useSheetDrag({
    tap: () => panel.send({ type: isOpen ? 'collapse' : 'expand' }),
    down: () => panel.send({ type: 'collapse' }),
    up: () => panel.send({ type: 'expand' }),
  });
  const { onFocus, returnFocus } = useReturnFocus();
  if (!isOpen && lines.length === 0 && !isBusy) return null;
  const isBodyShown = isOpen || (isDragging && draggedPx < 0);
  return (
    <aside
      ref={reserveSpace}
      id="bet-slip"
      tabIndex={-1}
      aria-label={t('Bet slip')}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        returnFocus();
        panel.send({ type: 'collapse' });
      }}
      className="fixed inset-x-0 bottom-[var(--bottom-bar,calc(3.75rem+env(safe-area-inset-bottom)))] z-30 mx-auto flex max-h-[min(69dvh,44rem)] max-w-xl flex-col overflow-hidden rounded-t-card border border-b-0 border-edge/60 bg-surface shadow-panel"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-14 shrink-0 touch-none flex-wrap items-center gap-x-3 border-b border-line px-4 pt-3 pb-2 select-none"
        {...handle}
      >
        <span
          aria-hidden="true"
          className="absolute top-1.5 left-1/2 h-1 w-10 -translate-x-1/2 rounded-round bg-edge"
        />
        <span className="sr-only">
          {sheetLabel(
            lines.length,
            isAccumulator ? t('total odds {odds}', { odds: total }) : t('total stake {stake}', { stake: total }),
          )}
        </span>
        <span aria-hidden="true" className="contents">
          <span className="font-strong">{t('Bet Slip')}</span>
          {lines.length > 0 && (
            <span className="inline-flex h-6 min-w-6 items-center justify-center rounded-round bg-pitch px-1.5 text-small font-strong text-on-pitch figures">
              {lines.length}
            </span>
          )}
          {lines.length > 0 && (
            <span className="ml-auto flex items-baseline gap-2">
              <span className="text-small text-muted max-[22rem]:hidden">
                {isAccumulator ? t('Total Odds') : ticketsName(state)}
              </span>
              {(isAccumulator || totals.stake > 0) && <span className="text-figure font-strong figures">{total}</span>}
            </span>
          )}
        </span>
        <ChevronUp
          aria-hidden="true"
          className={classes(
            'size-5 text-muted transition-transform',
            isOpen && 'rotate-180',
            lines.length === 0 && 'ml-auto',
          )}
        />
      </button>
      {isBodyShown && (
        <div
          className="flex min-h-0 flex-col"
          style={isDragging ? { marginBottom: -Math.max(0, isOpen ? draggedPx : 0) } : undefined}
        >
          <SlipBody />
        </div>
      )}
    </aside>
  );
}

const sheetLabel = (count: number, total: string): string =>
  count === 0 ? t('Bet Slip') : t('Bet Slip, {content}', { content: `${selectionsText(count)}, ${total}` });

/**
 * Pads the page by the height of the sheet, so that its last lines can be scrolled into view, and lifts the toasts. Only these elements
 * get the height: as a property of the root it would restyle every element of the page.
 */
function reserveSpace(sheet: HTMLElement | null) {
  if (!sheet || typeof ResizeObserver === 'undefined') return;
  const root = document.documentElement;
  const toaster = document.querySelector<HTMLElement>('[data-rht-toaster]');
  const observer = new ResizeObserver(() => {
    const height = `${sheet.offsetHeight}px`;
    root.style.scrollPaddingBottom = `calc(var(--bottom-bar) + ${height} + 1rem)`;
    document.body.style.paddingBottom = height;
    toaster?.style.setProperty('--slip-sheet', height);
  });
  observer.observe(sheet);
  return () => {
    observer.disconnect();
    root.style.scrollPaddingBottom = '';
    document.body.style.paddingBottom = '';
    toaster?.style.removeProperty('--slip-sheet');
  };
}

/** Returns the focus to the element that had it before the slip, or to the button that opens the slip. */
export function useReturnFocus() {
  const origin = useRef<HTMLElement>(null);
  return {
    onFocus: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
        origin.current = relatedTarget;
    },
    returnFocus: () => {
      const button = document.querySelector<HTMLElement>('[aria-controls="bet-slip"]');
      (origin.current?.isConnected ? origin.current : button)?.focus();
    },
  };
}
