import type { BetView, PlayerSheet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { matchNameText, selectionText } from '@touchline/core/markets';
import { Link } from 'wouter';
import { resultOf, returnedOf, shortId, statusOf } from '../../bets/bet-texts.ts';
import { localText } from '../../ledger/moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { PartCard } from './part-card.tsx';

type Props = { readonly sheet: PlayerSheet; readonly role: 'admin' | 'auditor' };

/** The newest bets, linked to their pages and matches for admins and to the ledger for auditors. */
export const BetsCard = ({ sheet: { bets }, role }: Props) => (
  <PartCard title={t('Bets')}>
    {bets.length === 0 ? (
      <p className="text-muted">{t('No bets yet.')}</p>
    ) : (
      <ul className="divide-y divide-line">
        {bets.map((bet) => (
          <Bet key={bet._id} bet={bet} role={role} />
        ))}
      </ul>
    )}
  </PartCard>
);

function Bet({ bet, role }: { readonly bet: BetView; readonly role: Props['role'] }) {
  const { text, tone } = statusOf(bet);
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-small text-muted figures">
          {role === 'auditor' ? (
            <Link href={`/ledger?cause=${bet._id}`} className={link}>
              {shortId(bet._id)}
            </Link>
          ) : (
            <Link href={`/history/${bet._id}`} className={link} title={bet._id}>
              {shortId(bet._id)}
            </Link>
          )}{' '}
          <time dateTime={bet.createdAt}>{localText(bet.createdAt)}</time>
        </p>
        <ul>
          {bet.matches.map((leg) => (
            <li key={leg.matchId} className="wrap-anywhere">
              {selectionText(leg)}{' '}
              {role === 'admin' ? (
                <Link href={`/markets/${leg.matchId}`} className={link}>
                  {matchNameText(leg)}
                </Link>
              ) : (
                <span className="text-small text-muted">{matchNameText(leg)}</span>
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

const link = 'inline-flex min-h-6 items-center text-small text-pitch underline';
