import { useEffect } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { useIsWide } from '../ui/use-wide.ts';
import { useHasSlip } from './has-slip.ts';
import { isSlipPinned } from './load-slip.ts';
import { useSlipOfPage } from './slip-context.ts';

/** The slip itself, once it is there. A pinned column keeps its place until then, so that nothing moves when it comes. */
export function SlipPanel() {
  const { actors, code } = useSlipOfPage();
  const isWide = useIsWide();
  if (!useHasSlip()) return null;
  if (actors && code) return <code.SlipPanel />;
  return isWide && isSlipPinned() ? <div aria-hidden="true" className="w-[22rem] shrink-0" /> : null;
}

/** Which moves of the odds are taken without asking. */
export function OddsSetting({ className }: { readonly className?: string }) {
  const { actors, code, withSlip } = useSlipOfPage();
  useEffect(() => withSlip(() => {}), [withSlip]);
  if (actors && code) return <code.OddsSetting {...(className && { className })} />;
  return <Skeleton className="h-11 w-56" />;
}
