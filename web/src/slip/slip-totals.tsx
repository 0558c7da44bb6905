import { cents, formatDollars } from '@touchline/core/money';
import { ChevronRight } from 'lucide-react';
import { selectionsText } from './selections-text.ts';
import { useCountUp } from './use-count-up.ts';
import { useOddsText } from './use-odds-text.ts';
import type { Totals } from './use-slip-view.ts';

/** Total Odds and Potential Winnings; values from before an odds change are struck through. */
export function SlipTotals({ totals, isMoved }: { readonly totals: Totals; readonly isMoved: boolean }) {
  const oddsText = useOddsText();
  const winnings = useCountUp(isMoved ? totals.winningsNow : totals.winnings);
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-1">
      <dt className="text-muted">Total Odds</dt>
      <dd className="text-right text-figure font-strong figures">
        {isMoved && <s className="mr-2 text-small font-normal text-muted">{oddsText(totals.odds)}</s>}
        {oddsText(isMoved ? totals.oddsNow : totals.odds)}
      </dd>
      <dt className="text-muted">Potential Winnings</dt>
      <dd className="text-right text-title font-strong figures">
        {isMoved && totals.stake > 0 && (
          <s className="mr-2 text-small font-normal text-muted">{formatDollars(totals.winnings)}</s>
        )}
        <span aria-hidden="true">{formatDollars(cents(winnings))}</span>
        <span className="sr-only">{formatDollars(isMoved ? totals.winningsNow : totals.winnings)}</span>
      </dd>
    </dl>
  );
}

/** The potential winnings if one of the matches is void. */
export function IfVoid({ totals, isMoved }: { readonly totals: Totals; readonly isMoved: boolean }) {
  if (totals.stake === 0 || totals.ifVoid.length === 0) return null;
  return (
    <details className="group -my-1 text-small">
      <summary className="flex min-h-11 list-none items-center gap-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        If a match is void
      </summary>
      <ul className="grid gap-1 pb-1 pl-5">
        {totals.ifVoid.map(({ matchName, winnings, winningsNow }) => (
          <li key={matchName} className="text-muted">
            {`If ${matchName} is void: `}
            <span className="font-strong text-ink figures">{formatDollars(isMoved ? winningsNow : winnings)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Announces the totals to screen readers when they change. */
export function AnnouncedTotals({ totals, count }: { readonly totals: Totals; readonly count: number }) {
  const oddsText = useOddsText();
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${selectionsText(count)}, total odds ${oddsText(totals.oddsNow)}`}
    </p>
  );
}
