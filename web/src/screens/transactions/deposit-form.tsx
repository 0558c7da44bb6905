import type { AdminTransactionView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { amountFromText } from '../../ui/amount-text.ts';
import { DollarField } from '../../ui/dollar-field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { DecisionFrame } from './decision-frame.tsx';

type DepositFormEvent =
  | { readonly type: 'change text'; readonly text: string }
  | { readonly type: 'change amount'; readonly amount: string }
  | { readonly type: 'confirm' }
  | { readonly type: 'close' };
type Props = {
  readonly decision: 'credit' | 'returned';
  readonly transaction: AdminTransactionView;
  readonly text: string;
  readonly amount: string;
  /** Why the decision was refused. */
  readonly message: string | undefined;
  readonly isBusy: boolean;
  readonly onEvent: (event: DepositFormEvent) => void;
};

/** Credits or refunds a deposit that needs an admin: charged, paid and credited amounts, and the reason. */
export function DepositForm({ decision, transaction, text, amount, message, isBusy, onEvent }: Props) {
  const isCredit = decision === 'credit';
  return (
    <DecisionFrame
      message={message}
      isBusy={isBusy}
      submit={
        isCredit ? t('Credit {amount}', { amount: dollarsText(amountFromText(amount) ?? 0) }) : t('Refund deposit')
      }
      look={isCredit ? 'primary' : 'danger'}
      onEvent={onEvent}
    >
      <div className="rounded-small bg-raised p-3">
        <FactsList>
          <Fact name={t('For')}>
            {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
          </Fact>
          <Fact name={t('Charged')}>
            {transaction.metadata?.['Charged'] ?? dollarsText(transaction.amount)}{' '}
            {methodTitle(transaction.paymentMethod)}
          </Fact>
          <Fact name={t('Paid')}>
            <strong>{transaction.metadata?.['Paid'] ?? t('not known')}</strong>
          </Fact>
          {transaction.metadata?.['Refund'] && <Fact name={t('Refund')}>{transaction.metadata['Refund']}</Fact>}
        </FactsList>
      </div>
      <p className="text-muted">
        {isCredit
          ? t('The payment is checked with the provider, then credited at once. This cannot be undone.')
          : t('The provider refunds what is left of it. It cannot be credited afterwards.')}
      </p>
      {isCredit && (
        <DollarField
          label={t('Amount to credit')}
          min={0.01}
          required
          value={amount}
          disabled={isBusy}
          hint={t('At most the amount paid.')}
          onChange={(event) => onEvent({ type: 'change amount', amount: event.target.value })}
        />
      )}
      <ReasonField
        value={text}
        isBusy={isBusy}
        suggestions={isCredit ? creditReasons : returnReasons}
        need="needed"
        note={t(readByBettor)}
        onChange={(text) => onEvent({ type: 'change text', text: text })}
      />
    </DecisionFrame>
  );
}

const creditReasons = [
  msg('You paid a different amount, so that amount is credited.'),
  msg('Your payment came after the deposit was closed.'),
] as const;
const returnReasons = [
  msg('You paid a different amount, so it is refunded.'),
  msg('Your payment came after the deposit was closed, so it is refunded.'),
] as const;

/** The note below a reason field. */
export const readByBettor = msg('The bettor sees it.');
