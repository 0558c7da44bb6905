import { type Message, msg, t } from '@touchline/core/language';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { type DecisionFormProps, DecisionFrame } from './decision-frame.tsx';
import type { ReturnDecision } from './decision-machine.ts';

type Props = DecisionFormProps & {
  readonly decision: ReturnDecision;
  /** The admin has been warned of findings in the ledger. */
  readonly isInDoubt: boolean;
};

export const returnTitles: Record<ReturnDecision, Message> = {
  'retry-return': msg('Retry this return?'),
  'pay-return': msg('Pay this to the bettor’s account?'),
  'record-return': msg('Record this as paid outside Touchline?'),
};

/** Resolves a refund of a withdrawal that failed. */
export function ReturnForm({ decision, transaction, text, message, isBusy, isInDoubt, onEvent }: Props) {
  const { owed = 0, returns = [], payoutTo, returnProposal } = transaction;
  const failed = returns.filter(({ state }) => state === 'failed');
  const isRetry = decision === 'retry-return';
  const proposed = returnProposal?.reference;
  return (
    <DecisionFrame
      message={message}
      isBusy={isBusy}
      submit={t(buttonTexts[decision][isInDoubt ? 1 : 0], { amount: dollarsText(owed) })}
      look={isInDoubt ? 'danger' : 'primary'}
      onEvent={onEvent}
    >
      <div className="rounded-small bg-raised p-3">
        <FactsList>
          <Fact name={t('Owed')}>
            <strong className="text-figure">{dollarsText(owed)}</strong>
          </Fact>
          <Fact name={t('For')}>
            {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
          </Fact>
          {isRetry && (
            <Fact name={t('Back to')}>
              {failed.map(({ method, amount }) => `${methodTitle(method)} ${dollarsText(amount)}`).join(', ')}
            </Fact>
          )}
          {decision === 'pay-return' && <Fact name={t('Paid to')}>{payoutTo}</Fact>}
        </FactsList>
      </div>
      <p className="text-muted">{t(explanations[decision])}</p>
      {!isRetry && (
        <Field
          label={
            decision === 'pay-return' && proposed === undefined
              ? t('Payout reference (optional)')
              : t('Payout reference')
          }
          value={text}
          maxLength={80}
          autoComplete="off"
          required={decision === 'record-return' && proposed === undefined}
          disabled={isBusy}
          {...(proposed !== undefined && { placeholder: proposed })}
          hint={t("The payment's number. The bettor sees it.")}
          onChange={(event) => onEvent({ type: 'change', fields: { text: event.target.value } })}
        />
      )}
    </DecisionFrame>
  );
}

/** For a ledger without and with findings. */
const buttonTexts: Record<ReturnDecision, readonly [Message, Message]> = {
  'retry-return': [msg('Retry return of {amount}'), msg('Retry return of {amount} anyway')],
  'pay-return': [msg('Pay {amount}'), msg('Pay {amount} anyway')],
  'record-return': [msg('Record {amount}'), msg('Record {amount} anyway')],
};

const explanations: Record<ReturnDecision, Message> = {
  'retry-return': msg('We request a new refund from the provider. If it fails too, it stays here.'),
  'pay-return': msg('You pay it by bank, as after an approval. A large amount needs a second admin first.'),
  'record-return': msg('You have paid it outside Touchline. A large amount needs a second admin.'),
};
