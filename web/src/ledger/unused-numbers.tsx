import type { UnusedNumbers } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { ChevronRight } from 'lucide-react';
import { classes } from '../ui/classes.ts';

const whole = (number: number): string => formatNumber(number);

/** A quiet line where numbers are missing; it opens to why, and to how that is proved. */
export function UnusedNumbersLine({ unused }: { readonly unused: UnusedNumbers }) {
  const { from, to, entries, isProved } = unused;
  const isSuspicious = entries !== null && !isProved;
  return (
    <details
      open={isSuspicious}
      className={classes('group text-small figures', isSuspicious ? 'text-live' : 'text-muted')}
    >
      <summary className="flex min-h-6 items-center gap-1 hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        {from === to
          ? t('Number {number} was never used', { number: whole(from) })
          : t('Numbers {from}–{to} were never used', { from: whole(from), to: whole(to) })}
      </summary>
      <p>
        {t(
          from === to
            ? 'A transaction reserved it, then was rolled back or needed fewer.'
            : 'A transaction reserved them, then was rolled back or needed fewer.',
        )}{' '}
        {proofText(unused)}
      </p>
    </details>
  );
}

function proofText({ from, to, entries, isProved }: UnusedNumbers): string {
  if (entries === null) return t('The signed log does not cover this range yet.');
  if (!isProved) return t('The signed log does not confirm this: verify the ledger.');
  return t('Proof: events {before} and {after} follow each other in the signed log (entries {first} and {second}).', {
    before: whole(from - 1),
    after: whole(to + 1),
    first: whole(entries.before),
    second: whole(entries.after),
  });
}
