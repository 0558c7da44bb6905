import { t } from '@touchline/core/language';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { skipLink } from '../ui/classes.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsWide } from '../ui/use-wide.ts';
import { isSlipPinned, isSlipStored } from './load-slip.ts';
import { selectionsText } from './selections-text.ts';
import { useSlipContext } from './slip-context.ts';
import { useHasSlip, useSlip } from './slip-provider.tsx';

/**
 * The slip, once it is loaded and open. Until then its space is reserved, beside prices or if it is pinned, so that the layout does not
 * shift.
 */
export function SlipPanel() {
  const { actors, code } = useSlipContext();
  const { isOpen, count } = useSlip();
  const isWide = useIsWide();
  const [path] = useLocation();
  if (!useHasSlip()) return null;
  if (actors && code && (isOpen || !isWide)) return <code.SlipPanel />;
  if (!actors && isSlipPinned()) return <div aria-hidden="true" className="w-[22rem] shrink-0 max-lg:hidden" />;
  if (!/^\/($|games|match\/)/.test(path)) return null;
  return (
    <p
      aria-hidden="true"
      className="mt-6 mr-6 grid h-40 w-[22rem] shrink-0 place-items-center rounded-card border border-dashed border-edge text-muted max-xl:hidden"
    >
      {count > 0 && t('Bet Slip, {content}', { content: selectionsText(count) })}
      {count === 0 && (actors || !isSlipStored()) && t('Select some odds to start betting')}
    </p>
  );
}

/** The setting for odds changes, once the slip is loaded. */
export function OddsSetting({ className }: { readonly className?: string }) {
  const { actors, code, withSlip } = useSlipContext();
  useEffect(() => withSlip(() => {}), [withSlip]);
  if (actors && code) return <code.OddsSetting {...(className && { className })} />;
  return <Skeleton className="h-11 w-56" />;
}

/** A skip link into the slip, which comes after all matches. */
export function SkipToSlip() {
  const { count, enter } = useSlip();
  return count > 0 ? (
    <button type="button" onClick={enter} className={skipLink}>
      {t('Skip to bet slip')}
    </button>
  ) : null;
}
