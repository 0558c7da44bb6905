import type { TransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { storedText } from '@touchline/core/payments';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import { CopyButton } from '../ledger/hash-text.tsx';
import { localText } from '../ledger/moments.ts';
import { StaleBanner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classes } from '../ui/classes.ts';
import { DetailsToggle } from '../ui/details-toggle.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { RefreshIcon } from '../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../ui/skeleton.tsx';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { ContinuePayment, payUntilText, useCheckout } from './continue-payment.tsx';
import { Fact, FactsList } from './facts-list.tsx';
import { Returns } from './returns.tsx';
import { StatusBadge, TypeIcon } from './status-badge.tsx';
import { listFailedText, type transactionListMachine } from './transaction-list-machine.ts';
import { factText, metadataTitle, signedAmount, transactionName, typeText, viaText } from './transaction-texts.ts';

type TransactionListActor = ActorRefFrom<typeof transactionListMachine>;

/** All deposits and withdrawals, newest first, updated by pushes. */
export function TransactionHistory({ actor }: { readonly actor: TransactionListActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { transactions } = snapshot.context;
  const isBusy = snapshot.matches('loading') || snapshot.matches('refreshing');
  const again = () => actor.send({ type: 'retry' });
  return (
    <Card aria-labelledby="transaction-history" className="grid grid-cols-[minmax(0,1fr)] content-start gap-2 p-0!">
      <header className="flex flex-wrap items-center justify-between gap-x-2 pt-2 pr-2 pl-4">
        <h2 id="transaction-history" className="font-strong">
          {t('Transaction History')}
        </h2>
        <Button look="bare" className="px-3!" aria-busy={isBusy} onClick={() => actor.send({ type: 'refresh' })}>
          <RefreshIcon isBusy={isBusy} />
          {t('Refresh')}
        </Button>
      </header>
      {snapshot.matches('loading') && <Loading />}
      {snapshot.matches('failed') && (
        <div className="p-4 pt-0">
          <EmptyState title={t(listFailedText)} onRetry={again} />
        </div>
      )}
      {snapshot.matches('stale') && (
        <div className="px-4">
          <StaleBanner onTryAgain={again}>{t(listFailedText)}</StaleBanner>
        </div>
      )}
      {!snapshot.matches('loading') && !snapshot.matches('failed') && <Rows transactions={transactions} />}
    </Card>
  );
}

function Rows({ transactions }: { readonly transactions: readonly TransactionView[] }) {
  if (transactions.length === 0) {
    return (
      <div className="p-4 pt-0">
        <EmptyState
          title={t('No transaction history available')}
          hint={t('Deposits and withdrawals appear here as soon as you make one.')}
        />
      </div>
    );
  }
  return (
    <section
      aria-label={t('Transactions')}
      className="max-h-[70vh] overflow-y-auto overscroll-contain border-t border-line"
    >
      <ul className="divide-y divide-line">
        {transactions.map((transaction) => (
          <Row key={transaction._id} transaction={transaction} />
        ))}
      </ul>
    </section>
  );
}

function Row({ transaction }: { readonly transaction: TransactionView }) {
  const [isOpen, setIsOpen] = useState(false);
  const details = useId();
  const isPayable = useCheckout(transaction) !== undefined;
  const { type, paymentMethod, createdAt, reference, status, reason } = transaction;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-3 pr-1 pl-4">
      <div className="flex items-start gap-3">
        <TypeIcon type={type} className="mt-0.5" />
        <div className="grid min-w-0 flex-1 gap-0.5 text-small text-muted">
          <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
            <div className="grid min-w-0 gap-0.5">
              <p className="text-body font-strong text-ink">{typeText(type)}</p>
              <p>{viaText(paymentMethod)}</p>
            </div>
            <div aria-live="polite" className="ml-auto grid shrink-0 justify-items-end gap-0.5">
              <p
                className={classes(
                  'text-figure font-strong figures',
                  type === 'deposit' && status === 'completed' ? 'text-pitch' : 'text-ink',
                )}
              >
                {signedAmount(transaction)}
              </p>
              <StatusBadge status={status} />
            </div>
          </div>
          <p className="figures">
            <time dateTime={createdAt}>{localText(createdAt)}</time>
          </p>
          {reference && <p className="wrap-anywhere">{t('Ref: {reference}', { reference })}</p>}
          {reason && <p className="wrap-anywhere text-ink">{storedText(reason)}</p>}
          {isPayable && (
            <p className="text-ink figures">
              {t('Not paid yet.')} {payUntilText(transaction)}
            </p>
          )}
        </div>
        <DetailsToggle
          of={transactionName(transaction)}
          isOpen={isOpen}
          detail={details}
          onToggle={() => setIsOpen(!isOpen)}
          className="-mx-1"
        />
      </div>
      <ContinuePayment transaction={transaction} look="quiet" className="mr-3" />
      {isOpen && (
        <div id={details} className="mr-3 rounded-small bg-raised p-3">
          <Details transaction={transaction} />
          <CancelWithdrawal transaction={transaction} />
        </div>
      )}
    </li>
  );
}

const Details = ({
  transaction: { _id, updatedAt, metadata = {}, returns = [] },
}: {
  readonly transaction: TransactionView;
}) => (
  <FactsList>
    <Fact name={t('Transaction ID')}>
      <span className="inline-flex items-center gap-1">
        <span className="font-mono wrap-anywhere">{_id}</span>
        <CopyButton value={_id} what={t('the transaction ID')} />
      </span>
    </Fact>
    <Fact name={t('Updated')}>
      <time dateTime={updatedAt}>{localText(updatedAt)}</time>
    </Fact>
    {Object.entries(metadata).map(([key, value]) => (
      <Fact key={key} name={metadataTitle(key)}>
        {factText(key, value)}
      </Fact>
    ))}
    <Returns returns={returns} />
  </FactsList>
);

const Loading = () => (
  <Placeholder text={t('Loading transactions...')} className="divide-y divide-line border-t border-line">
    {['a', 'b', 'c', 'd'].map((row) => (
      <div key={row} className="flex h-23 items-start gap-3 p-4">
        <Skeleton className="size-10 rounded-round!" />
        <span className="grid min-w-0 flex-1 gap-2">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-3 w-36 max-w-full" />
        </span>
        <Skeleton className="h-6 w-20" />
      </div>
    ))}
  </Placeholder>
);
