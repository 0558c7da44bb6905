import type { OperatedMatchView } from '@touchline/core/contract';
import { formatNumber, t } from '@touchline/core/language';
import { leagueOf } from '@touchline/core/matches';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { scoreText } from '../../bets/leg-moment.ts';
import { rich } from '../../language/rich.tsx';
import { localText } from '../../ledger/moments.ts';
import { serverTime, useLiveActor } from '../../live/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { dollarsText, Money } from '../../ui/money.tsx';
import { countOpenBets, highestLiability, totalStaked } from './market-filter.ts';
import { marketName, marketState, stateBadge } from './market-text.ts';

/** A match in the list of admins; the whole row links to its page. */
export const MarketRow = ({ match }: { readonly match: OperatedMatchView }) => (
  <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-3 shadow-card hover:bg-raised md:grid-cols-[minmax(14rem,1fr)_minmax(0,auto)_auto] md:items-center md:px-4">
    <div className="min-w-0">
      <Link href={`/markets/${match.matchId}`} className="font-strong wrap-anywhere after:absolute after:inset-0">
        {match.homeTeam} – {match.awayTeam}
      </Link>
      <p className="text-small text-muted figures">
        {leagueOf(match.leagueKey)?.title ?? match.leagueKey} ·{' '}
        <time dateTime={match.commenceTime}>{localText(match.commenceTime)}</time>
      </p>
    </div>
    <div className="flex min-w-16 items-center justify-end gap-2 md:order-1">
      {match.score && (
        <span className="text-figure font-strong whitespace-nowrap figures">{scoreText(match.score)}</span>
      )}
      <ChevronRight aria-hidden="true" className="size-4 text-muted" />
    </div>
    <div className="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-2 md:col-span-1 md:justify-end">
      {countOpenBets(match) === 0 && <span className="text-small text-muted max-md:order-1">{t('No open bets')}</span>}
      <MatchBadges match={match} />
    </div>
    {countOpenBets(match) > 0 && <Exposure match={match} />}
  </li>
);

/** The state of a match and what needs attention. */
export function MatchBadges({ match }: { readonly match: OperatedMatchView }) {
  const live = useLiveActor();
  return (
    <div className="flex flex-wrap gap-2">
      <Badge {...stateBadge(match, serverTime(live))} />
      {match.markets
        .filter(({ state }) => match.status === 'open' && state !== 'open')
        .map((market) => (
          <Badge key={market.market} tone="lost">
            {marketState(marketName(market), market.state)}
          </Badge>
        ))}
      {match.reviews.length > 0 && (
        <Badge tone="gold">
          <TriangleAlert aria-hidden="true" className="size-3.5" />
          {t('{count, plural, one {# review} other {# reviews}}', { count: match.reviews.length })}
        </Badge>
      )}
      {match.proposal && <Badge tone="gold">{t('Awaiting a second admin')}</Badge>}
      {match.resultVersion > 1 && <Badge>{t('Corrected')}</Badge>}
    </div>
  );
}

function Exposure({ match }: { readonly match: OperatedMatchView }) {
  const bets = countOpenBets(match);
  return (
    <div className="col-span-full grid gap-2 sm:grid-cols-[16rem_minmax(0,1fr)] sm:items-baseline md:order-2">
      <p className="text-small figures">
        {rich(
          '<b>{count}</b> <muted>open {bets, plural, one {bet} other {bets}} ·</muted> {amount} <muted>staked</muted>',
          {
            bets,
            count: formatNumber(bets),
            amount: dollarsText(totalStaked(match)),
            b: (text) => <strong className="font-strong">{text}</strong>,
            muted: (text) => <span className="text-muted">{text}</span>,
          },
        )}
      </p>
      <ul aria-label={t('Liability by outcome')} className="flex flex-wrap gap-x-4 gap-y-1 text-small figures">
        {match.exposure.map(({ market, pick, label, liability }) => (
          <li
            key={`${market} ${pick}`}
            className={liability === highestLiability(match) ? 'font-strong' : 'text-muted'}
          >
            {label} <Money amount={liability} />
          </li>
        ))}
      </ul>
    </div>
  );
}
