import { type PaymentsSummaryView, transactionEndpoints } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { call } from '../../api/call.ts';
import { loadMachine } from '../../api/load-machine.ts';
import { Banner, StaleBanner } from '../../ui/banner.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { minuteTime } from '../../ui/moment-text.ts';
import { dollarsText } from '../../ui/money.tsx';
import type { LoadActor } from '../markets/loaded-part.tsx';

export const paymentsSummaryMachine = loadMachine<PaymentsSummaryView>(
  () => call(transactionEndpoints.summary, { query: { from: midnightHere().toISOString() } }),
  msg('The figures could not be loaded.'),
);

/** Pending decisions, and deposits and payouts since local midnight. */
export function PaymentsSummary({ actor }: { readonly actor: LoadActor<PaymentsSummaryView> }) {
  // The error stays while the figures are fetched again, so that its banner does not flicker.
  const { value, error } = useSelector(actor, ({ context }) => context);
  const retry = () => actor.send({ type: 'refresh' });
  if (!value && error !== undefined) {
    return <EmptyState title={error} onRetry={retry} />;
  }
  return (
    <>
      {error !== undefined && (
        <StaleBanner onTryAgain={retry}>
          {error} {t('This may be out of date.')}
        </StaleBanner>
      )}
      {value?.doubt && (
        <Banner tone="error">
          {t(
            'The ledger verification of {time} found faults. An auditor must review them; before you approve a withdrawal, check it yourself.',
            { time: minuteTime(value.doubt.at) },
          )}
        </Banner>
      )}
      {value?.failedReturns && (
        <Banner tone="warning">
          {t('{amount} of {count, plural, one {# withdrawal} other {# withdrawals}} could not be returned.', {
            amount: dollarsText(value.failedReturns.amount),
            count: value.failedReturns.count,
          })}{' '}
          <Link href="/transactions?type=withdrawal&flag=refund-failed" className="font-strong underline">
            {t('Show {count, plural, one {it} other {them}}', { count: value.failedReturns.count })}
          </Link>
        </Banner>
      )}
      <dl className="grid divide-line rounded-card border border-line bg-surface shadow-card max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        <Figure name={t('Pending withdrawals')} figure={value?.pendingWithdrawals} look="text-gold" />
        <Figure name={t('Deposits today')} figure={value?.depositsToday} />
        <Figure name={t('Paid out today')} figure={value?.withdrawalsToday} />
      </dl>
    </>
  );
}

type FigureProps = {
  readonly name: string;
  readonly figure: PaymentsSummaryView['depositsToday'] | undefined;
  /** The colour while the count is not zero. */
  readonly look?: string;
};

const Figure = ({ name, figure, look }: FigureProps) => (
  <div className="flex items-baseline justify-between gap-x-3 px-4 py-3 sm:grid sm:justify-start">
    <dt className="text-muted">{name}</dt>
    <dd className="flex items-baseline gap-2 figures">
      {figure ? (
        <>
          <span className={classes('text-title font-strong', figure.count > 0 && look)}>{figure.count}</span>
          <span className="text-muted">{dollarsText(figure.amount)}</span>
        </>
      ) : (
        // With text of the figure's size, so that the row has its height.
        <span aria-hidden="true" className="skeleton w-24 rounded-small text-title">
          {'\u00a0'}
        </span>
      )}
    </dd>
  </div>
);

function midnightHere(): Date {
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  return today;
}
