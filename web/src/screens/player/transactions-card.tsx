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
        {transactions.map((transaction) => (
          <li key={transaction._id} className="flex items-center gap-3 py-2">
            <TypeIcon type={transaction.type} />
            <div className="min-w-0 flex-1">
              <p>
                {role === 'admin' ? (
                  <Link
                    href={transactionsHref(transaction._id)}
                    className="inline-flex min-h-6 items-center font-strong text-pitch hover:underline"
                  >
                    {typeText(transaction.type)}
                  </Link>
                ) : (
                  <span className="font-strong">{typeText(transaction.type)}</span>
                )}{' '}
                <span className="text-small text-muted">{methodTitle(transaction.paymentMethod)}</span>
              </p>
              <p className="text-small text-muted figures">
                <time dateTime={transaction.createdAt}>{localText(transaction.createdAt)}</time>
              </p>
              <Flags of={transaction} />
            </div>
            <div className="grid justify-items-end gap-1">
              <span className="font-strong figures">{signedAmount(transaction)}</span>
              <StatusBadge status={transaction.status} />
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
