import type { LedgerEntryView, LedgerEventView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { centsFromDollars } from '@touchline/core/money';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { classes } from '../ui/classes.ts';
import { dollarsText, Money } from '../ui/money.tsx';
import { accountTitle } from './event-labels.ts';

/** The entries of an event; of one that cannot be read, what is stored. */
export const EventEntries = ({ event: { entries, unreadable } }: { readonly event: LedgerEventView }) =>
  unreadable === undefined ? (
    <LegsTable entries={entries} />
  ) : (
    <div className="grid gap-2 text-small">
      <p className="text-live">
        {t(
          'A value of this event, or of the wallet after it, has a form that Touchline never writes. This is what is stored:',
        )}
      </p>
      <pre className="max-h-96 overflow-auto rounded-small border border-line bg-ground p-3 font-mono">
        {unreadable}
      </pre>
    </div>
  );

/** The double entry of an event: what leaves an account on the left, what enters one on the right. */
export function LegsTable({ entries }: { readonly entries: readonly LedgerEntryView[] }) {
  if (entries.length === 0)
    return <p className="text-small text-muted">{t('No entries: this event moves no money.')}</p>;
  const sum = entries.reduce((total, { amount }) => total + (centsFromDollars(amount) ?? Number.NaN), 0);
  const isZero = sum === 0;
  const Icon = isZero ? CircleCheck : TriangleAlert;
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{t('Entries of the event')}</caption>
      <thead className="text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-1.5 pr-3 text-left font-normal">
            {t('Account')}
          </th>
          <th scope="col" className="py-1.5 pl-2 text-right font-normal">
            {t('Debit')}
          </th>
          <th scope="col" className="py-1.5 pl-2 text-right font-normal">
            {t('Credit')}
          </th>
          <th scope="col" className="py-1.5 pl-2 text-right font-normal">
            {t('After')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ account, amount, balanceAfter }) => (
          <tr key={`${account} ${amount}`} className="border-b border-line">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal sm:whitespace-nowrap">
              {accountTitle(account)}
            </th>
            <td className="py-1.5 pl-2 text-right">{amount < 0 && <Money amount={-amount} />}</td>
            <td className="py-1.5 pl-2 text-right">{amount > 0 && <Money amount={amount} />}</td>
            <td className="py-1.5 pl-2 text-right text-muted">
              {balanceAfter === null ? '–' : <Money amount={balanceAfter} />}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={4} className={classes('pt-2 font-strong', isZero ? 'text-pitch' : 'text-live')}>
            <span className="flex items-center gap-1.5">
              <Icon aria-hidden="true" className="size-4" />
              {isZero
                ? t('Sums to zero')
                : t('Sums to {amount}, not to zero', {
                    amount: Number.isNaN(sum) ? t('no amount') : dollarsText(sum / 100),
                  })}
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
