import { marketEndpoints, type TicketView } from '@touchline/core/contract';
import type { BetId } from '@touchline/core/ids';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { resultOf, returnedOf, shortId, statusOf } from '../../bets/bet-texts.ts';
import { localText } from '../../ledger/moments.ts';
import { decimalText } from '../../ui/amount-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { HeadingRefresh } from '../../ui/page-heading.tsx';
import { PagedList } from '../audit/paged-list.tsx';

type Props = {
  readonly matchId: string;
  /** How many there are now, without rejected ones. */
  readonly bets: number;
};

/** The bets on a match with their bettors. It does not refresh by itself, because each reading of a name is recorded. */
export function TicketsCard({ matchId, bets }: Props) {
  const [read, setRead] = useState({ times: 1, bets });
  const readAgain = () => setRead({ times: read.times + 1, bets });
  const count = bets - read.bets;
  return (
    <Card aria-label={t('Tickets')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-figure font-strong">{t('Tickets')}</h2>
        <HeadingRefresh isBusy={false} onPress={readAgain} />
      </div>
      {count > 0 && (
        <p role="status" className="flex flex-wrap items-center gap-x-3">
          {t('{count, plural, one {# new bet} other {# new bets}}', { count })}
          <Button look="quiet" onClick={readAgain}>
            {t('Show')}
          </Button>
        </p>
      )}
      <PagedList<TicketView, string>
        key={read.times}
        label={t('Tickets')}
        fetchPage={async (before) => {
          const query = before === undefined ? {} : { before: before as BetId };
          const answer = await call(marketEndpoints.tickets, { params: { matchId }, query });
          return answer.ok ? { ok: true, value: { rows: answer.value.tickets, next: answer.value.next } } : answer;
        }}
        empty={count <= 0 && <p className="text-muted">{t('No bets on this match yet.')}</p>}
      >
        {(ticket) => <Ticket key={ticket.bet._id} matchId={matchId} {...ticket} />}
      </PagedList>
    </Card>
  );
}

function Ticket({ matchId, bettor, bet }: TicketView & { readonly matchId: string }) {
  const { text, tone } = statusOf(bet);
  // The selection on this match first.
  const legs = bet.matches.toSorted(
    (one, other) => Number(other.matchId === matchId) - Number(one.matchId === matchId),
  );
  return (
    <li className="flex items-start gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={`/players/${bettor.userId}`} className={`${link} font-strong`}>
            {bettor.name || t('Closed account')}
          </Link>
          <span className="inline-flex flex-wrap items-center gap-x-2 text-small text-muted figures">
            <Link href={`/history/${bet._id}`} className={`${link} whitespace-nowrap`} title={bet._id}>
              {t('Bet {id}', { id: shortId(bet._id) })}
            </Link>
            <time dateTime={bet.createdAt}>{localText(bet.createdAt)}</time>
          </span>
        </p>
        <ul>
          {legs.map((leg) => (
            <li key={leg.matchId} className="wrap-anywhere">
              {selectionText(leg)} <span className="figures">{decimalText(leg.odds, 2)}</span>{' '}
              {leg.matchId !== matchId && (
                <Link href={`/markets/${leg.matchId}`} className={`${link} text-small`}>
                  {matchNameText(leg)}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid justify-items-end gap-1 text-right">
        <span className="font-strong figures">{dollarsText(bet.stake)}</span>
        <Badge tone={tone}>{text}</Badge>
        <span className="text-small text-muted figures">{returnedOf(bet) ?? resultOf(bet).text}</span>
      </div>
    </li>
  );
}

const link = 'inline-flex min-h-6 items-center text-pitch underline';
