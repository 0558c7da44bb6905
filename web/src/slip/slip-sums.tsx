import { cents, formatDollars } from '@touchline/core/money';
import { ChevronRight } from 'lucide-react';
import { selectionsText } from './selections-text.ts';
import { useCountUp } from './use-count-up.ts';
import { useOddsText } from './use-odds-text.ts';
import type { SlipSums as Sums } from './use-slip-view.ts';

/** Total Odds and Potential Winnings; what is struck through was before the odds moved. */
export function SlipTotals({ sums, isMoved }: { readonly sums: Sums; readonly isMoved: boolean }) {
  const oddsText = useOddsText();
  const winnings = useCountUp(isMoved ? sums.winningsNow : sums.winnings);
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-1">
      <dt className="text-muted">Total Odds</dt>
      <dd className="text-right text-figure font-strong figures">
        {isMoved && <s className="mr-2 text-small font-normal text-muted">{oddsText(sums.odds)}</s>}
        {oddsText(isMoved ? sums.oddsNow : sums.odds)}
      </dd>
      <dt className="text-muted">Potential Winnings</dt>
      <dd className="text-right text-title font-strong figures">
        {isMoved && sums.stake > 0 && (
          <s className="mr-2 text-small font-normal text-muted">{formatDollars(sums.winnings)}</s>
        )}
        <span aria-hidden="true">{formatDollars(cents(winnings))}</span>
        <span className="sr-only">{formatDollars(isMoved ? sums.winningsNow : sums.winnings)}</span>
      </dd>
    </dl>
  );
}

/** What is left of the winnings when one of the matches is not played: the house rules, worked out for this very bet. */
export function IfVoid({ sums, isMoved }: { readonly sums: Sums; readonly isMoved: boolean }) {
  if (sums.stake === 0 || sums.ifVoid.length === 0) return null;
  return (
    <details className="group -my-1 text-small">
      <summary className="flex min-h-11 list-none items-center gap-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        If a match is void
      </summary>
      <ul className="grid gap-1 pb-1 pl-5">
        {sums.ifVoid.map(({ matchName, winnings, winningsNow }) => (
          <li key={matchName} className="text-muted">
            {`If ${matchName} is void: `}
            <span className="font-strong text-ink figures">{formatDollars(isMoved ? winningsNow : winnings)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Says the totals aloud when they change. */
export function SpokenTotals({ sums, count }: { readonly sums: Sums; readonly count: number }) {
  const oddsText = useOddsText();
  return (
    <p role="status" className="sr-only">
      {count > 0 && `${selectionsText(count)}, total odds ${oddsText(sums.oddsNow)}`}
    </p>
  );
}
