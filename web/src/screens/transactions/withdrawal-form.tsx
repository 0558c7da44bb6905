import type { AdminTransactionView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { TriangleAlert } from 'lucide-react';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Returns } from '../../payments/returns.tsx';
import { flagText, methodTitle } from '../../payments/transaction-texts.ts';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { type DecisionFormProps, DecisionFrame } from './decision-frame.tsx';
import { readByBettor } from './deposit-form.tsx';

type Props = DecisionFormProps & {
  readonly decision: 'process' | 'cancel';
  /** The admin has been warned of findings in the ledger. */
  readonly isInDoubt: boolean;
};

/** Approves or rejects a withdrawal. */
export function WithdrawalForm({ decision, transaction, text, message, isBusy, isInDoubt, onEvent }: Props) {
  const isPaying = decision === 'process';
  return (
    <DecisionFrame
      message={message}
      isBusy={isBusy}
      submit={t(approveText(isPaying, isInDoubt), { amount: dollarsText(transaction.amount) })}
      look={isPaying && !isInDoubt ? 'primary' : 'danger'}
      onEvent={onEvent}
    >
      <Facts transaction={transaction} />
      <p className="text-muted">
        {isPaying
          ? transaction.firstApproval
            ? t('{by} approved it first. Your approval pays it: the held money leaves the wallet for good.', {
                by: transaction.firstApproval.by,
              })
            : t('The held money leaves the wallet. If a second admin is needed, it stays pending until they confirm.')
          : t('The held money returns to the balance, and the bettor sees your reason.')}
      </p>
      {isPaying ? (
        <Field
          label={t('Payout reference (optional)')}
          value={text}
          maxLength={80}
          autoComplete="off"
          disabled={isBusy}
          hint={t("The bank's number of the payment. The bettor sees it.")}
          onChange={(event) => onEvent({ type: 'change', fields: { text: event.target.value } })}
        />
      ) : (
        <ReasonField
          value={text}
          isBusy={isBusy}
          suggestions={rejectionReasons}
          need="optional"
          note={t(readByBettor)}
          onChange={(text) => onEvent({ type: 'change', fields: { text } })}
        />
      )}
    </DecisionFrame>
  );
}

const approveText = (isPaying: boolean, isInDoubt: boolean): Message => {
  if (isPaying) return isInDoubt ? msg('Approve {amount} anyway') : msg('Approve {amount}');
  return isInDoubt ? msg('Reject {amount} anyway') : msg('Reject {amount}');
};

const Facts = ({ transaction }: { readonly transaction: AdminTransactionView }) => (
  <div className="grid gap-3 rounded-small bg-raised p-3">
    <FactsList>
      <Fact name={t('Amount')}>
        <strong className="text-figure">{dollarsText(transaction.amount)}</strong>
      </Fact>
      <Fact name={t('For')}>
        {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
      </Fact>
      <Fact name={t('Paid to')}>
        {methodTitle(transaction.paymentMethod)}
        {transaction.payoutTo && <span className="block">{transaction.payoutTo}</span>}
      </Fact>
      <Returns returns={transaction.returns ?? []} />
    </FactsList>
    <Flags flags={transaction.flags} />
  </div>
);

/** What to check before paying. */
export const Flags = ({ flags }: { readonly flags: readonly string[] }) =>
  flags.length === 0 ? null : (
    <ul aria-label={t('Check this first')} className="flex flex-wrap gap-2">
      {flags.map((flag) => (
        <li
          key={flag}
          className="inline-flex items-center gap-1.5 rounded-round bg-gold-soft px-2.5 py-1 text-small font-strong text-gold"
        >
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {flagText(flag)}
        </li>
      ))}
    </ul>
  );

/** Common reasons for a rejection. */
const rejectionReasons = [
  msg('The name on the account does not match yours.'),
  msg('We need to see an identity document first.'),
  msg('The bank details could not be verified.'),
  msg('Please deposit and withdraw by the same method.'),
] as const;
