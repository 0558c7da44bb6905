import type { UnusedNumbers } from '@touchline/core/contract';
import { ChevronRight } from 'lucide-react';
import { classes } from '../ui/classes.ts';

const whole = (number: number): string => number.toLocaleString('en-US');

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
        {from === to ? `Number ${whole(from)} was never used` : `Numbers ${whole(from)}–${whole(to)} were never used`}
      </summary>
      <p>
        A transaction reserved {from === to ? 'it' : 'them'}, then was rolled back or needed fewer. {proofText(unused)}
      </p>
    </details>
  );
}

function proofText({ from, to, entries, isProved }: UnusedNumbers): string {
  if (entries === null) return 'The signed log does not cover this range yet.';
  if (!isProved) return 'The signed log does not confirm this: verify the ledger.';
  return `Proof: events ${whole(from - 1)} and ${whole(to + 1)} follow each other in the signed log (entries ${whole(entries.before)} and ${whole(entries.after)}).`;
}
