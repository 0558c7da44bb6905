import type { TransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { ContinuePayment, useCheckout } from '../../payments/continue-payment.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { dollarsText } from '../../ui/money.tsx';

type Props = {
  readonly message: string;
  readonly transactions: readonly TransactionView[];
  readonly onDismiss: () => void;
};

/** Lists the unpaid deposits when there are too many for another one, so that one can be finished. */
export const OpenDeposits = ({ message, transactions, onDismiss }: Props) => (
  <div ref={bringIntoView} className="grid gap-2">
    <Banner tone="warning" onDismiss={onDismiss}>
      <p>{message}</p>
      <a
        href="#transaction-history"
        className="inline-flex min-h-11 items-center font-strong text-pitch underline decoration-pitch/40 underline-offset-4 hover:decoration-pitch"
      >
        {t('See your transactions')}
      </a>
    </Banner>
    <ul aria-label={t('Unpaid deposits')} className="grid gap-2">
      {transactions.map((transaction) => (
        <OpenDeposit key={transaction._id} transaction={transaction} />
      ))}
    </ul>
  </div>
);

/** It is taller than others: on a phone its first words would stand above what is seen, as the button below it keeps its place. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

function OpenDeposit({ transaction }: { readonly transaction: TransactionView }) {
  if (useCheckout(transaction) === undefined) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <span className="min-w-0">
        <strong className="figures">{dollarsText(transaction.amount)}</strong> {methodTitle(transaction.paymentMethod)}
      </span>
      <ContinuePayment transaction={transaction} look="quiet" />
    </li>
  );
}
