import { type Message, msg, t } from '@touchline/core/language';
import { hasFailedRefund, storedText } from '@touchline/core/payments';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { amountFromText } from '../../ui/amount-text.ts';
import { DollarField } from '../../ui/dollar-field.tsx';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { type DecisionFormProps, DecisionFrame } from './decision-frame.tsx';
import type { DepositDecision } from './decision-machine.ts';

type Props = DecisionFormProps & {
  readonly decision: DepositDecision;
  readonly reference: string;
  readonly amount: string;
};

export const depositTitles: Record<DepositDecision, Message> = {
  credit: msg('Credit this deposit?'),
  returned: msg('Refund this deposit?'),
  'record-refund': msg('Record this as paid outside Touchline?'),
};

/** Credits or refunds a deposit that needs an admin: charged, paid and credited amounts, and the reason. */
export function DepositForm({ decision, transaction, text, reference, amount, message, isBusy, onEvent }: Props) {
  const isCredit = decision === 'credit';
  // The bettor keeps the reason of the decision whose refund failed.
  const isForStaff = hasFailedRefund(transaction);
  const { Charged: charged, Paid: paid, Refund: refund } = transaction.metadata ?? {};
  return (
    <DecisionFrame
      message={message}
      isBusy={isBusy}
      submit={t(buttonTexts[decision], { amount: dollarsText(amountFromText(amount) ?? 0) })}
      look={decision === 'returned' ? 'danger' : 'primary'}
      onEvent={onEvent}
    >
      <div className="rounded-small bg-raised p-3">
        <FactsList>
          <Fact name={t('For')}>
            {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
          </Fact>
          <Fact name={t('Charged')}>
            {charged === undefined ? dollarsText(transaction.amount) : storedText(charged)}{' '}
            {methodTitle(transaction.paymentMethod)}
          </Fact>
          <Fact name={t('Paid')}>
            <strong>{paid === undefined ? t('not known') : storedText(paid)}</strong>
          </Fact>
          {refund && <Fact name={t('Refund')}>{storedText(refund)}</Fact>}
        </FactsList>
      </div>
      <p className="text-muted">{t(explanations[decision])}</p>
      {isCredit && (
        <DollarField
          label={t('Amount to credit')}
          min={0.01}
          required
          value={amount}
          disabled={isBusy}
          hint={t('At most the amount paid.')}
          onChange={(event) => onEvent({ type: 'change', fields: { amount: event.target.value } })}
        />
      )}
      {decision === 'record-refund' && (
        <Field
          label={t('Payout reference')}
          value={reference}
          maxLength={80}
          autoComplete="off"
          required
          disabled={isBusy}
          hint={t("The payment's number. The bettor sees it.")}
          onChange={(event) => onEvent({ type: 'change', fields: { reference: event.target.value } })}
        />
      )}
      <ReasonField
        value={text}
        isBusy={isBusy}
        suggestions={isForStaff ? [] : (reasons[decision] ?? [])}
        need="needed"
        note={isForStaff ? t('Other admins and auditors read it. The player does not.') : t(readByBettor)}
        onChange={(text) => onEvent({ type: 'change', fields: { text } })}
      />
    </DecisionFrame>
  );
}

const buttonTexts: Record<DepositDecision, Message> = {
  credit: msg('Credit {amount}'),
  returned: msg('Refund deposit'),
  'record-refund': msg('Record refund'),
};

const explanations: Record<DepositDecision, Message> = {
  credit: msg('The payment is checked with the provider, then credited at once. This cannot be undone.'),
  returned: msg('The provider refunds what is left of it. It cannot be credited afterwards.'),
  'record-refund': msg(
    'You have paid back all that is left of this payment outside Touchline. A large amount needs a second admin.',
  ),
};

const reasons: Partial<Record<DepositDecision, readonly Message[]>> = {
  credit: [
    msg('You paid a different amount, so that amount is credited.'),
    msg('Your payment came after the deposit was closed.'),
  ],
  returned: [
    msg('You paid a different amount, so it is refunded.'),
    msg('Your payment came after the deposit was closed, so it is refunded.'),
  ],
};

/** The note below a reason field. */
export const readByBettor = msg('The bettor sees it.');
