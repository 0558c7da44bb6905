import type { OperatedMatchesView } from '@touchline/core/contract';
import { leagueOf } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import { Card } from '../../ui/card.tsx';

/** The next ones; the list of a month is long. */
const mostListed = 5;

/** What the odds provider's credits do not cover: prices in play, and further markets. Nothing while they cover all. */
export function CreditsCard({ credits, matches }: Pick<OperatedMatchesView, 'credits' | 'matches'>) {
  const { budget, inPlayStretch, skipped, furtherMarkets } = credits;
  if (skipped.length === 0 && furtherMarkets.skipped.length === 0) return null;
  return (
    <Card aria-label="Odds credits" className="grid gap-2">
      {skipped.length > 0 && (
        <p>
          {`The ${budget?.toLocaleString('en-US') ?? ''} credits of this month do not cover all prices in play. `}
          {`${skipped.length} ${skipped.length === 1 ? 'period is' : 'periods are'} without; the others are polled `}
          {inPlayStretch > 1 ? `${inPlayStretch.toFixed(1)} times slower.` : 'as usual.'}
        </p>
      )}
      <ul className="grid gap-1 text-small text-muted figures">
        {skipped.slice(0, mostListed).map((play) => (
          <li key={`${play.leagueKey} ${play.from}`}>
            {leagueOf(play.leagueKey)?.title ?? play.leagueKey}: {localText(play.from)} to {localText(play.to)},{' '}
            {play.matches === 1 ? '1 match' : `${play.matches} matches`} at a time
          </li>
        ))}
      </ul>
      {furtherMarkets.skipped.length > 0 && <FurtherMarkets {...furtherMarkets} matches={matches} />}
    </Card>
  );
}

type FurtherProps = OperatedMatchesView['credits']['furtherMarkets'] & Pick<OperatedMatchesView, 'matches'>;

function FurtherMarkets({ used, reserved, skipped, matches }: FurtherProps) {
  const nameOf = (id: string) => {
    const match = matches.find(({ matchId }) => matchId === id);
    return match ? `${match.homeTeam} v ${match.awayTeam}` : id;
  };
  return (
    <>
      <p>
        {`Further markets have used ${used.toLocaleString('en-US')} of the month’s ${reserved?.toLocaleString('en-US') ?? ''} credits. `}
        {`${skipped.length === 1 ? '1 match has' : `${skipped.length} matches have`} derived prices instead of quoted ones.`}
      </p>
      <ul className="grid gap-1 text-small text-muted">
        {skipped.slice(0, mostListed).map(({ matchId, why }) => (
          <li key={matchId}>
            {nameOf(matchId)}: {why === 'kept' ? 'credits are kept for matches with bets' : 'no credits until tomorrow'}
          </li>
        ))}
      </ul>
    </>
  );
}
