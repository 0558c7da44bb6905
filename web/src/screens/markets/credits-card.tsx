import type { OperatedMatchesView } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { leagueOf } from '@touchline/core/matches';
import { localText } from '../../ledger/moments.ts';
import { decimalText } from '../../ui/amount-text.ts';
import { Card } from '../../ui/card.tsx';

/** The next ones; the list of a month is long. */
const mostListed = 5;

const numberText = (number: number | null): string => (number === null ? '' : formatNumber(number));

/** What the odds provider's credits do not cover: prices in play, and further markets. Nothing while they cover all. */
export function CreditsCard({ credits, matches }: Pick<OperatedMatchesView, 'credits' | 'matches'>) {
  const { budget, inPlayStretch, skipped, furtherMarkets } = credits;
  if (skipped.length === 0 && furtherMarkets.skipped.length === 0) return null;
  return (
    <Card aria-label={t('Odds credits')} className="grid gap-2">
      {skipped.length > 0 && (
        <p>
          {t('The {budget} credits of this month do not cover all prices in play.', { budget: numberText(budget) })}{' '}
          {inPlayStretch > 1
            ? t(
                '{count, plural, one {# period is} other {# periods are}} without; the others are polled {factor} times slower.',
                { count: skipped.length, factor: decimalText(inPlayStretch, 1) },
              )
            : t('{count, plural, one {# period is} other {# periods are}} without; the others are polled as usual.', {
                count: skipped.length,
              })}
        </p>
      )}
      <ul className="grid gap-1 text-small text-muted figures">
        {skipped.slice(0, mostListed).map((play) => (
          <li key={`${play.leagueKey} ${play.from}`}>
            {t('{league}: {from} to {to}, {matches, plural, one {# match} other {# matches}} at a time', {
              league: leagueOf(play.leagueKey)?.title ?? play.leagueKey,
              from: localText(play.from),
              to: localText(play.to),
              matches: play.matches,
            })}
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
    return match ? t('{home} v {away}', { home: match.homeTeam, away: match.awayTeam }) : id;
  };
  return (
    <>
      <p>
        {t('Further markets have used {used} of the month’s {reserved} credits.', {
          used: formatNumber(used),
          reserved: numberText(reserved),
        })}{' '}
        {t('{count, plural, one {# match has} other {# matches have}} derived prices instead of quoted ones.', {
          count: skipped.length,
        })}
      </p>
      <ul className="grid gap-1 text-small text-muted">
        {skipped.slice(0, mostListed).map(({ matchId, why }) => (
          <li key={matchId}>
            {nameOf(matchId)}:{' '}
            {why === 'kept' ? t('credits are kept for matches with bets') : t('no credits until tomorrow')}
          </li>
        ))}
      </ul>
    </>
  );
}
