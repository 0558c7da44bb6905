import { useEffect } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsWide } from '../ui/use-wide.ts';
import { useHasSlip } from './has-slip.ts';
import { isSlipPinned } from './load-slip.ts';
import { useSlipContext } from './slip-context.ts';

/** The slip, once it is loaded. Until then a pinned column reserves its space, so that the layout does not shift. */
export function SlipPanel() {
  const { actors, code } = useSlipContext();
  const isWide = useIsWide();
  if (!useHasSlip()) return null;
  if (actors && code) return <code.SlipPanel />;
  return isWide && isSlipPinned() ? <div aria-hidden="true" className="w-[22rem] shrink-0" /> : null;
}

/** The setting for odds changes, once the slip is loaded. */
export function OddsSetting({ className }: { readonly className?: string }) {
  const { actors, code, withSlip } = useSlipContext();
  useEffect(() => withSlip(() => {}), [withSlip]);
  if (actors && code) return <code.OddsSetting {...(className && { className })} />;
  return <Skeleton className="h-11 w-56" />;
}
