import type { PlayerSheet } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { Link } from 'wouter';
import { localText } from '../../ledger/moments.ts';
import { StatusBadge, TypeIcon } from '../../payments/status-badge.tsx';
import { flagText, methodTitle, signedAmount, typeText } from '../../payments/transaction-texts.ts';
import { PartCard } from './part-card.tsx';

type Props = { readonly sheet: PlayerSheet; readonly role: 'admin' | 'auditor' };
type Transaction = PlayerSheet['transactions'][number];

/** The newest deposits and withdrawals, linked to the transactions screen for admins. */
export const TransactionsCard = ({ sheet: { transactions, user }, role }: Props) => (
  <PartCard
    title={t('Deposits and withdrawals')}
    more={role === 'admin' ? { href: transactionsHref(user.id), text: t('View all') } : undefined}
  >
    {transactions.length === 0 ? (
      <p className="text-muted">{t('No deposits or withdrawals yet.')}</p>
    ) : (
      <ul className="divide-y divide-line">
        {transactions.map((one) => (
          <li key={one._id} className="flex items-center gap-3 py-2">
            <TypeIcon type={one.type} />
            <div className="min-w-0 flex-1">
              <p>
                {role === 'admin' ? (
                  <Link
                    href={transactionsHref(one._id)}
                    className="inline-flex min-h-6 items-center font-strong text-pitch hover:underline"
                  >
                    {typeText(one.type)}
                  </Link>
                ) : (
                  <span className="font-strong">{typeText(one.type)}</span>
                )}{' '}
                <span className="text-small text-muted">{methodTitle(one.paymentMethod)}</span>
              </p>
              <p className="text-small text-muted figures">
                <time dateTime={one.createdAt}>{localText(one.createdAt)}</time>
              </p>
              <Flags of={one} />
            </div>
            <div className="grid justify-items-end gap-1">
              <span className="font-strong figures">{signedAmount(one)}</span>
              <StatusBadge status={one.status} />
            </div>
          </li>
        ))}
      </ul>
    )}
  </PartCard>
);

const transactionsHref = (sought: string): string => `/transactions?user=${sought}`;

const Flags = ({ of: { flags } }: { readonly of: Transaction }) =>
  flags.length === 0 ? null : <p className="text-small text-gold">{flags.map(flagText).join(' · ')}</p>;
