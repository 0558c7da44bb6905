import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useMatchRow } from '../live/index.ts';
import { useMatchMinute } from '../matches/kickoff.ts';
import { timeLabel } from '../matches/match-texts.ts';
import { useMoment } from '../matches/use-moment.ts';
import { Badge } from '../ui/badge.tsx';
import { usePriceText } from '../ui/price-text.ts';
import { legStatusText, legStatusTones, shortId } from './bet-texts.ts';
import { instantOf, legMoment, scoreText } from './leg-moment.ts';

type Leg = BetView['matches'][number];
type Props = {
  readonly leg: Leg;
  readonly children?: ReactNode;
};

/** One selection of a bet: the outcome, the state of its match, and its result. */
export const LegRow = ({ leg, children }: Props) => (
  <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2.5">
    <p className="min-w-0 font-strong">{t('Outcome: {selection}', { selection: selectionText(leg) })}</p>
    <p className="text-right text-figure font-strong figures">{usePriceText()(leg.odds)}</p>
    <p className="min-w-0 text-small text-muted">
      <Link href={`/match/${leg.matchId}`} className="text-ink underline underline-offset-4">
        {matchNameText(leg)}
      </Link>
      <span aria-hidden="true"> · </span>
      <MatchNow leg={leg} />
      <span aria-hidden="true"> · </span>
      <span title={leg.matchId} className="figures">
        {shortId(leg.matchId)}
      </span>
    </p>
    <p aria-live="polite" className="text-right">
      <Badge tone={legStatusTones[leg.status]}>{legStatusText(leg.status)}</Badge>
    </p>
    {children}
  </li>
);

/** The kick-off, the live score, or the final result; updates live. */
function MatchNow({ leg }: { readonly leg: Leg }) {
  const row = useMatchRow(leg.matchId);
  const phase = useMoment((now) => legMoment(leg, row, now).phase);
  const label = useMoment((now) => {
    const moment = legMoment(leg, row, now);
    return moment.phase === 'upcoming' ? timeLabel(moment.kickoffAt, now) : scoreOf(moment);
  });
  switch (phase) {
    case 'upcoming':
      return <span className="figures">{label}</span>;
    case 'live':
      return (
        <span className="font-strong whitespace-nowrap text-live figures">
          {t('LIVE')} <Minute kickoff={row?.match.commenceTime ?? leg.commenceTime} />{' '}
          <span className="text-ink">{label}</span>
        </span>
      );
    case 'awaited':
      return (
        <span className="whitespace-nowrap figures">
          {t('Result awaited')} {label}
        </span>
      );
    case 'finished':
      return (
        <span className="font-strong whitespace-nowrap text-ink figures">
          {t('Final')} {label}
        </span>
      );
    case 'void':
      return <span className="font-strong text-ink">{t('Match void')}</span>;
  }
}

const Minute = ({ kickoff }: { readonly kickoff: string }) => <>{useMatchMinute(instantOf(kickoff))}</>;

function scoreOf(moment: ReturnType<typeof legMoment>): string {
  return 'score' in moment && moment.score ? scoreText(moment.score) : '';
}
