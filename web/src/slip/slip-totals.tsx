import { t } from '@touchline/core/language';
import { cents, formatDollars } from '@touchline/core/money';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { selectionsText } from './selections-text.ts';
import { type Totals, useOddsText } from './use-slip-view.ts';

/** Total Odds, or the stakes of several tickets or lines, and Potential Winnings; values from before an odds change are struck through. */
export function SlipTotals({ totals, isMoved }: { readonly totals: Totals; readonly isMoved: boolean }) {
  const oddsText = useOddsText();
  const winnings = useCountUp(isMoved ? totals.winningsNow : totals.winnings);
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-y-1">
      {totals.kind === 'accumulator' ? (
        <>
          <dt className="text-muted">{t('Total Odds')}</dt>
          <dd className="text-right text-figure font-strong figures">
            {isMoved && <s className="mr-2 text-small font-normal text-muted">{oddsText(totals.odds)}</s>}
            {oddsText(isMoved ? totals.oddsNow : totals.odds)}
          </dd>
        </>
      ) : (
        <>
          <dt className="text-muted">
            {totals.kind === 'system'
              ? t('Total Stake, {count} lines', { count: totals.parts })
              : t('Total Stake, {count} bets', { count: totals.parts })}
          </dt>
          <dd className="text-right text-figure font-strong figures">{formatDollars(totals.stake)}</dd>
        </>
      )}
      {totals.least && totals.stake > 0 && (
        <>
          <dt className="text-muted">
            {t('{count, plural, one {If only # wins} other {If only # win}}', { count: totals.least.selections })}
          </dt>
          <dd className="text-right figures">{t('from {amount}', { amount: formatDollars(totals.least.winnings) })}</dd>
        </>
      )}
      <dt className="text-muted">{t('Potential Winnings')}</dt>
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
        {t('If a match is void')}
      </summary>
      <ul className="grid gap-1 pb-1 pl-5">
        {totals.ifVoid.map(({ matchName, winnings, winningsNow }) => (
          <li key={matchName} className="text-muted">
            {`${t('If {match} is void:', { match: matchName })} `}
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
      {count > 0 &&
        `${selectionsText(count)}, ${
          totals.kind === 'accumulator'
            ? t('total odds {odds}', { odds: oddsText(totals.oddsNow) })
            : t('total stake {stake}', { stake: formatDollars(totals.stake) })
        }`}
    </p>
  );
}

const durationMs = 350;

/** Animates a number towards its target; at once if the user prefers reduced motion. */
function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const from = useRef(target);
  useEffect(() => {
    const start = from.current;
    const isReduced = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
    if (isReduced || start === target) {
      from.current = target;
      setShown(target);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(time) {
      const part = Math.min(1, Math.max(0, (time - startedAt) / durationMs));
      const value = Math.round(start + (target - start) * (1 - (1 - part) ** 3));
      from.current = value;
      setShown(value);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
