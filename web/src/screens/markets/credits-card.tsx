import type { OperatedMatchesView } from '@touchline/core/contract';
import { leagueOf } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';

/** The next ones; the list of a month is long. */
const mostListed = 5;

/** The matches in play without prices, because the odds provider's credits do not cover them. Nothing while they cover all. */
export function CreditsCard({ credits: { budget, inPlayStretch, skipped } }: Pick<OperatedMatchesView, 'credits'>) {
  if (skipped.length === 0) return null;
  return (
    <Card aria-label="Odds credits" className="grid gap-2">
      <p>
        {`The ${budget?.toLocaleString('en-US') ?? ''} credits of this month do not cover all prices in play. `}
        {`${skipped.length} ${skipped.length === 1 ? 'period is' : 'periods are'} without; the others are polled `}
        {inPlayStretch > 1 ? `${inPlayStretch.toFixed(1)} times slower.` : 'as usual.'}
      </p>
      <ul className="grid gap-1 text-small text-muted figures">
        {skipped.slice(0, mostListed).map(({ leagueKey, from, to, matches }) => (
          <li key={`${leagueKey} ${from}`}>
            {leagueOf(leagueKey)?.title ?? leagueKey}: {localText(from)} to {localText(to)},{' '}
            {matches === 1 ? '1 match' : `${matches} matches`} at a time
          </li>
        ))}
      </ul>
    </Card>
  );
}
