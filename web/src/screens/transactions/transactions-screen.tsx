import { type AdminTransactionView, type DecideAnswer, transactionEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useActorRef, useSelector } from '@xstate/react';
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate';
import { call, orThrow } from '../../api/call.ts';
import type { Answer } from '../../api/client.ts';
import { useClear } from '../../ledger/filter-fields.tsx';
import { useOnLive } from '../../live/index.ts';
import { useAdminRoom } from '../../live/rooms.ts';
import { listFailedText } from '../../payments/transaction-list-machine.ts';
import { useSession } from '../../session/index.ts';
import { StaleBanner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { HeadingRefresh, PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { useAutoRefresh } from '../markets/use-auto-refresh.ts';
import { type DecisionActor, DecisionDialog } from './decision-dialog.tsx';
import { type Decision, type DecisionInput, decisionMachine, isOfReturn } from './decision-machine.ts';
import { FilterPanel } from './filter-panel.tsx';
import { Pages } from './pages.tsx';
import { PaymentsSummary, paymentsSummaryMachine } from './payments-summary.tsx';
import type { OnDecide } from './transaction-detail.tsx';
import {
  countFilters,
  filterFromSearch,
  hrefOf,
  lastPage,
  pageOf,
  showsNewest,
  sortedBy,
  type TransactionFilter,
  withPage,
} from './transaction-filter.ts';
import { nextToDecide, TransactionRows, toggleId } from './transaction-rows.tsx';
import { transactionsMachine } from './transactions-machine.ts';

/** All transactions, for admins. The server checks the role too. */
export function TransactionsScreen() {
  const { user } = useSession();
  return user?.role === 'admin' ? (
    <Management />
  ) : (
    <>
      <PageHeading title={t('Transaction Management')} />
      <EmptyState
        title={t('This page is for admins.')}
        {...(user?.role === 'auditor'
          ? {
              hint: t('Credited deposits and all withdrawals are in the ledger.'),
              action: <ButtonLink href="/ledger">{t('Open the ledger')}</ButtonLink>,
            }
          : {
              hint: t('Your own deposits and withdrawals are in your wallet.'),
              action: <ButtonLink href="/my-wallet">{t('Go to Wallet')}</ButtonLink>,
            })}
      />
    </>
  );
}

type TransactionsActor = ActorRefFrom<typeof transactionsMachine>;

function Management() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = filterFromSearch(search);
  const list = useTransactions(filter);
  const decision = useDecision(list);
  const figures = useActorRef(paymentsSummaryMachine);
  useAutoRefresh(figures, { withTransactions: true });
  useAdminRoom({
    onTransaction: (transaction) => {
      list.send({ type: 'transaction changed', transaction });
      decision.send({ type: 'transaction changed', transaction });
    },
  });
  const isBusy = useSelector(list, (now) => now.matches('loading') || now.matches('refreshing'));
  const refresh = () => {
    for (const actor of [list, figures]) actor.send({ type: 'refresh' });
  };
  const onFilter = (next: TransactionFilter) => navigate(hrefOf(next));
  const { cleared, clear } = useClear(() => onFilter({}));
  useLastPage(list);
  return (
    <>
      <PageHeading title={t('Transaction Management')}>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/players" look="quiet">
            {t('Players')}
          </ButtonLink>
          <ButtonLink href="/reports" look="quiet">
            {t('Reports')}
          </ButtonLink>
          <ButtonLink href="/reconciliation" look="quiet">
            {t('Reconciliation')}
          </ButtonLink>
          <HeadingRefresh isBusy={isBusy} onPress={refresh} />
        </div>
      </PageHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PaymentsSummary actor={figures} />
        <FilterPanel filter={filter} cleared={cleared} onFilter={onFilter} onClear={clear} />
        <News list={list} filter={filter} onClear={clear} />
        <List
          list={list}
          filter={filter}
          onFilter={onFilter}
          onClear={clear}
          onDecide={(kind, transaction) => decision.send({ type: 'open', decision: kind, transaction })}
        />
      </div>
      <DecisionDialog actor={decision} findNext={() => nextToggle(list, decision)} />
    </>
  );
}

/** The list for the filter in the URL, reloaded when the filter changes or the connection returns. */
function useTransactions(filter: TransactionFilter): TransactionsActor {
  const list = useActorRef(transactionsMachine, { input: { filter } });
  const address = hrefOf(filter);
  const [asked, setAsked] = useState(address);
  useEffect(() => {
    if (asked === address) return;
    setAsked(address);
    list.send({ type: 'filter', filter: filterFromSearch(address.split('?')[1] ?? '') });
  }, [asked, address, list]);
  useOnLive('joined', () => list.send({ type: 'reconnected' }));
  return list;
}

/** Redirects from a page past the end to the last page, such as after a decision about its only row. */
function useLastPage(list: TransactionsActor): void {
  const [, navigate] = useLocation();
  const href = useSelector(list, (now) => {
    const { filter, total } = now.context;
    return now.matches('shown') && isPastEnd(now.context)
      ? hrefOf(withPage(filter, lastPage(filter, total)))
      : undefined;
  });
  useEffect(() => {
    if (href !== undefined) navigate(href, { replace: true });
  }, [href, navigate]);
}

const isPastEnd = ({ filter, transactions, total }: SnapshotFrom<typeof transactionsMachine>['context']): boolean =>
  transactions.length === 0 && pageOf(filter) > lastPage(filter, total);

function useDecision(list: TransactionsActor) {
  const [provided] = useState(() =>
    decisionMachine.provide({
      actors: {
        decide: fromPromise(({ input }) => orThrow(decide(input))),
      },
      actions: {
        publish: ({ context: { decision } }, transaction) => {
          toastSuccess(decidedText(decision, transaction), toastMs.usual);
          list.send({ type: 'transaction changed', transaction });
          list.send({ type: 'reload' });
        },
        'reload list': () => list.send({ type: 'reload' }),
      },
    }),
  );
  return useActorRef(provided);
}

function decide({ decision, id, text, reference, amount, despite }: DecisionInput): Answer<DecideAnswer> {
  const params = { id };
  const known = despite !== undefined && { despite };
  switch (decision) {
    case 'process':
      return call(transactionEndpoints.approve, {
        params,
        body: { ...(text !== '' && { reference: text }), ...known },
      });
    case 'cancel':
      return call(transactionEndpoints.reject, { params, body: text === '' ? {} : { reason: text } });
    case 'credit':
    case 'returned':
      return call(transactionEndpoints.resolveDeposit, {
        params: { transactionId: id },
        body: decision === 'credit' ? { how: 'credit', amount, reason: text } : { how: 'returned', reason: text },
      });
    case 'record-refund':
      return call(transactionEndpoints.resolveDeposit, {
        params: { transactionId: id },
        body: { how: 'elsewhere', reference, reason: text },
      });
    case 'retry-return':
      return call(transactionEndpoints.resolveReturn, { params, body: { how: 'retry', amount } });
    case 'pay-return':
    case 'record-return':
      return call(transactionEndpoints.resolveReturn, {
        params,
        body: {
          how: decision === 'pay-return' ? 'destination' : 'elsewhere',
          amount,
          ...(text !== '' && { reference: text }),
          ...known,
        },
      });
  }
}

function decidedText(decision: Decision, { type, status, amount, owed }: AdminTransactionView): string {
  if (decision === 'retry-return') return t('The refund is requested again');
  if (decision === 'record-refund') return t('The payment is recorded');
  if (isOfReturn(decision)) {
    return owed === undefined
      ? t('The payment is recorded')
      : t('Payment of {amount} needs a second admin', { amount: dollarsText(owed) });
  }
  const [yes, waits, no] = type === 'deposit' ? decidedTexts.deposit : decidedTexts.withdrawal;
  return t(status === 'completed' ? yes : status === 'pending' ? waits : no, { amount: dollarsText(amount) });
}

const decidedTexts = {
  deposit: [
    msg('Deposit of {amount} credited'),
    msg('Deposit of {amount} needs a second admin'),
    msg('Deposit of {amount} is refunded'),
  ],
  withdrawal: [
    msg('Withdrawal of {amount} approved'),
    msg('Withdrawal of {amount} needs a second admin'),
    msg('Withdrawal of {amount} rejected'),
  ],
} as const;

/** Moves the focus to the next pending row, so that an admin can decide one after the other. */
function nextToggle(list: TransactionsActor, decision: DecisionActor): HTMLElement | null {
  const next = nextToDecide(list.getSnapshot().context.transactions, decision.getSnapshot().context.transaction?._id);
  return next ? document.getElementById(toggleId(next._id)) : null;
}

type ListProps = {
  readonly list: TransactionsActor;
  readonly filter: TransactionFilter;
  readonly onFilter: (filter: TransactionFilter) => void;
  readonly onClear: () => void;
  readonly onDecide: OnDecide;
};

function List({ list, filter, onFilter, onClear, onDecide }: ListProps) {
  const snapshot = useSelector(list, (now) => now);
  const { transactions, total } = snapshot.context;
  const again = () => list.send({ type: 'retry' });
  // During the redirect to the last page.
  const isTurning =
    transactions.length === 0 && total > 0 && (isPastEnd(snapshot.context) || !snapshot.matches('shown'));
  if (snapshot.matches('loading')) return <Loading />;
  if (snapshot.matches('failed')) {
    return <EmptyState title={t(listFailedText)} onRetry={again} />;
  }
  return (
    <>
      {snapshot.matches('stale') && <StaleBanner onTryAgain={again}>{t(listFailedText)}</StaleBanner>}
      <div aria-busy={snapshot.matches('refreshing')} className="aria-busy:cursor-progress">
        {isTurning ? (
          <Loading />
        ) : transactions.length === 0 ? (
          <EmptyState
            title={t('No transactions found')}
            {...(countFilters(filter) > 0 && {
              action: <Button onClick={onClear}>{t('Clear filters')}</Button>,
            })}
          />
        ) : (
          <TransactionRows
            transactions={transactions}
            filter={filter}
            onSort={(sort) => onFilter(sortedBy(filter, sort))}
            onDecide={onDecide}
          />
        )}
      </div>
      <Pages filter={filter} total={total} onFilter={onFilter} />
    </>
  );
}

/** Announces new withdrawals instead of moving rows. */
function News({ list, filter, onClear }: Pick<ListProps, 'list' | 'filter' | 'onClear'>) {
  const count = useSelector(list, ({ context }) => context.waiting.length);
  const show = () => {
    if (showsNewest(filter)) list.send({ type: 'refresh' });
    else onClear();
    if (window.scrollY > 0) window.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div
      role="status"
      className="sticky top-[calc(var(--top-bar,4rem)+0.5rem)] z-10 grid justify-items-center empty:hidden"
    >
      {count > 0 && (
        <Button className="rounded-round! shadow-panel" onClick={show}>
          <ArrowUp aria-hidden="true" className="size-4" />
          {t('{count, plural, one {# new withdrawal} other {# new withdrawals}}', { count })}
        </Button>
      )}
    </div>
  );
}

const Loading = () => (
  <Placeholder
    text={t('Loading transactions...')}
    className="grid gap-px overflow-hidden rounded-card border border-line"
  >
    {[...'abcdefgh'].map((row) => (
      <div key={row} className="flex h-18 items-center gap-4 bg-surface px-3">
        <Skeleton className="size-9 rounded-round!" />
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-5 w-24" />
        <Skeleton className="ml-auto h-5 w-20" />
      </div>
    ))}
  </Placeholder>
);
