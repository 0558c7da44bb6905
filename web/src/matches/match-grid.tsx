import type { MatchRow } from '@touchline/core/contract';
import { useCallback, useEffect, useState } from 'react';
import { useSlip } from '../slip/index.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { MatchCard } from './match-card.tsx';
import { slipMatchId } from './offers.ts';

/** Explicit columns: a card out of view remembers its width from before the phone was rotated. */
const columns = 'grid grid-cols-1 gap-2 sm:gap-4 md:grid-cols-2';

/** Matches in two columns. Pressing a price adds it to the slip; pressing it again removes it. */
export function MatchGrid({ ids }: { readonly ids: readonly string[] }) {
  const { entries, pick, remove, prepare } = useSlip();
  const picks = new Map<string, string>(entries.map((entry) => [entry.matchId, entry.betOutcome]));

  const listening = useCallback(
    (grid: HTMLElement | null) => {
      const signs = ['pointerover', 'focusin', 'touchstart'];
      for (const sign of signs) grid?.addEventListener(sign, prepare, { once: true, passive: true });
      return () => {
        for (const sign of signs) grid?.removeEventListener(sign, prepare);
      };
    },
    [prepare],
  );
  const shown = useSteps(ids);
  const drop = useCallback((row: MatchRow) => remove(slipMatchId(row)), [remove]);

  return (
    <div ref={listening} className={columns}>
      {shown.map((id) => (
        <MatchCard key={id} id={id} picked={picks.get(id)} onTake={pick} onDrop={drop} />
      ))}
    </div>
  );
}

/** A placeholder for a loading list. */
export const MatchGridSkeleton = ({ text }: { readonly text: string }) => (
  <div role="status" className="relative">
    <p className="absolute inset-x-0 top-24 z-10 mx-auto w-fit rounded-round border border-line bg-surface px-4 py-1.5 text-small text-muted shadow-card">
      {text}
    </p>
    <div className={columns} aria-hidden="true">
      {places.map((place) => (
        <div
          key={place}
          className="match-card flex h-64 flex-col gap-4 rounded-card border border-line bg-surface p-4 lg:h-48 compact:h-36 compact:gap-2 compact:px-2.5 compact:py-1.5"
        >
          <div className="flex justify-between">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-20" />
          </div>
          <div className="flex items-center justify-between gap-6">
            <Skeleton className="h-10 w-28" />
            <Skeleton className="h-10 w-28" />
          </div>
          <Skeleton className="mt-auto h-14 w-full" />
        </div>
      ))}
    </div>
  </div>
);

/** As many as Home shows: with fewer, the footer is in view and shifts when the matches appear. */
const places = Array.from({ length: 10 }, (_, place) => place);

/** The most new cards per frame: more than fit on most screens. */
const newInOneFrame = 12;

/** Returns the ids to render in this frame. A long list renders in steps from the top, so that it never delays input. */
function useSteps(ids: readonly string[]): readonly string[] {
  const [drawn, setDrawn] = useState(nothing);
  const step = nextStep(ids, drawn);
  const isWhole = step.length === ids.length;
  useEffect(() => {
    if (isWhole && ids.length === drawn.size) return;
    const frame = requestAnimationFrame(() => setDrawn(new Set(nextStep(ids, drawn))));
    return () => cancelAnimationFrame(frame);
  }, [ids, drawn, isWhole]);
  return isWhole ? ids : step;
}

/** Returns the ids from the top that include at most one frame's worth of new ones. */
export function nextStep(ids: readonly string[], drawn: ReadonlySet<string>): readonly string[] {
  let fresh = 0;
  const end = ids.findIndex((id) => {
    if (!drawn.has(id)) fresh += 1;
    return fresh > newInOneFrame;
  });
  return end === -1 ? ids : ids.slice(0, end);
}

const nothing: ReadonlySet<string> = new Set();
