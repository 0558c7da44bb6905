import type { MatchRow } from '@touchline/core/contract';
import { useCallback } from 'react';
import { useSlip } from '../slip/index.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { idOnSlip } from './id-on-slip.ts';
import { MatchCard } from './match-card.tsx';
import { useSteps } from './use-steps.ts';

/** No wider than there is room: a card out of sight remembers its width from before the phone was turned. */
const columns = 'grid grid-cols-1 gap-3 sm:gap-4 md:grid-cols-2';

/** Matches in two columns. A price pressed goes on the slip; pressed again it leaves it. */
export function MatchGrid({ ids }: { readonly ids: readonly string[] }) {
  const { entries, take, remove, prepare } = useSlip();
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
  const drop = useCallback((row: MatchRow) => remove(idOnSlip(row)), [remove]);

  return (
    <div ref={listening} className={columns}>
      {shown.map((id) => (
        <MatchCard key={id} id={id} picked={picks.get(id)} onTake={take} onDrop={drop} />
      ))}
    </div>
  );
}

/** The shape of a list that is on its way. */
export const MatchGridSkeleton = ({ words }: { readonly words: string }) => (
  <div role="status" className="relative">
    <p className="absolute inset-x-0 top-24 z-10 mx-auto w-fit rounded-round border border-line bg-surface px-4 py-1.5 text-small text-muted shadow-card">
      {words}
    </p>
    <div className={columns} aria-hidden="true">
      {places.map((place) => (
        <div key={place} className="flex h-64 flex-col gap-4 rounded-card border border-line bg-surface p-4 lg:h-48">
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

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
