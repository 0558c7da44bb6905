import type { BetView } from '@touchline/core/contract';
import { classes } from '../ui/classes.ts';
import { partCashedOut, profitOf, resultOf, returnedOf, statusOf } from './bet-texts.ts';

/** The result of a bet, and what it returned. */
export function BetResult({ bet }: { readonly bet: BetView }) {
  const { text, look } = resultOf(bet);
  const returned = profitOf(bet) ?? returnedOf(bet);
  const part = partCashedOut(bet);
  return (
    <div aria-live="polite" className="figures">
      <p className={classes('text-title font-strong', look)}>
        <span className="sr-only">{statusOf(bet).text}, </span>
        {text}
      </p>
      {returned && <p className="text-small text-muted sm:text-right">{returned}</p>}
      {part && <p className="text-small text-muted sm:text-right">{part}</p>}
    </div>
  );
}
