import { betText } from '@touchline/core/betting';
import type { BetView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { AcceptanceNote } from '../../bets/acceptance-note.tsx';
import { BetResult } from '../../bets/bet-result.tsx';
import { dateText, shortId, statusOf } from '../../bets/bet-texts.ts';
import { LegRow } from '../../bets/leg-row.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { usePriceText } from '../../ui/price-text.ts';

/** One bet with its selections, its result and a link to its page. */
export function BetCard({ bet }: { readonly bet: BetView }) {
  const priceText = usePriceText();
  const status = statusOf(bet);
  return (
    <Card aria-label={t('Bet {id}', { id: shortId(bet._id) })} className="grid gap-3 pb-2!">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <h3 className="flex flex-wrap items-center gap-2">
            <span className="font-strong wrap-anywhere">{betText(bet)}</span>
            <Badge tone={status.tone}>{status.text}</Badge>
            {bet.matches.length > 1 && <Badge>{bet.system ? t('System') : t('Parlay')}</Badge>}
          </h3>
          <p className="text-small text-muted figures">
            <time dateTime={bet.createdAt}>{dateText(bet.createdAt)}</time> ·{' '}
            <span title={bet._id}>{shortId(bet._id)}</span>
          </p>
        </div>
        <BetResult bet={bet} />
      </header>
      <AcceptanceNote bet={bet} />
      <ul className="grid divide-y divide-line border-y border-line">
        {bet.matches.map((leg) => (
          <LegRow key={leg.matchId} leg={leg} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <dl className="flex flex-wrap gap-x-8 gap-y-1">
          <Figure name={t('Stake')} value={dollarsText(bet.stake)} />
          {bet.system ? (
            <Figure name={t('Lines')} value={`${bet.system.lines} × ${dollarsText(bet.system.unitStake)}`} />
          ) : (
            <Figure name={t('Total Odds')} value={priceText(bet.totalOdds)} />
          )}
        </dl>
        <div className="ml-auto flex items-center gap-2 max-sm:w-full">
          {bet.status === 'pending' && bet.acceptance?.state !== 'pending' && (
            <ButtonLink href={`/history/${bet._id}`} look="quiet">
              {t('Cash out…')}
            </ButtonLink>
          )}
          <Link
            href={`/history/${bet._id}`}
            aria-label={t('Details of bet {id}', { id: shortId(bet._id) })}
            className="-mr-2 ml-auto inline-flex min-h-11 items-center gap-1 rounded-small px-2 font-strong text-pitch hover:bg-raised"
          >
            {t('Details')}
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
      </div>
    </Card>
  );
}

const Figure = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-muted">{name}</dt>
    <dd className="text-figure font-strong figures">{value}</dd>
  </div>
);
