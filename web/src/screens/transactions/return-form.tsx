import type { AdminTransactionView } from '@touchline/core/contract';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import type { ReturnDecision } from './decision-machine.ts';

type Props = {
  readonly decision: ReturnDecision;
  readonly transaction: AdminTransactionView;
  readonly text: string;
  /** Why the decision was refused. */
  readonly message: string | undefined;
  readonly isBusy: boolean;
  /** The admin has been warned of findings in the ledger. */
  readonly isInDoubt: boolean;
  readonly onEvent: (
    event: { readonly type: 'change text'; readonly text: string } | { readonly type: 'confirm' | 'close' },
  ) => void;
};

export const returnTitles: Record<ReturnDecision, string> = {
  'retry-return': 'Retry this return?',
  'pay-return': 'Pay this to the bettor’s account?',
  'record-return': 'Record this as paid outside Touchline?',
};

/** Resolves a refund of a withdrawal that failed. */
export function ReturnForm({ decision, transaction, text, message, isBusy, isInDoubt, onEvent }: Props) {
  const { owed = 0, returns = [], payoutTo, returnProposal } = transaction;
  const failed = returns.filter(({ state }) => state === 'failed');
  const isRetry = decision === 'retry-return';
  const proposed = returnProposal?.reference;
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onEvent({ type: 'confirm' });
      }}
    >
      {message !== undefined && <Banner tone="error">{message}</Banner>}
      <div className="rounded-small bg-raised p-3">
        <FactsList>
          <Fact name="Owed">
            <strong className="text-figure">{dollarsText(owed)}</strong>
          </Fact>
          <Fact name="For">
            {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
          </Fact>
          {isRetry && (
            <Fact name="Back to">
              {failed.map(({ method, amount }) => `${methodTitle(method)} ${dollarsText(amount)}`).join(', ')}
            </Fact>
          )}
          {decision === 'pay-return' && <Fact name="Paid to">{payoutTo}</Fact>}
        </FactsList>
      </div>
      <p className="text-muted">{explanations[decision]}</p>
      {!isRetry && (
        <Field
          label={
            decision === 'pay-return' && proposed === undefined ? 'Payout reference (optional)' : 'Payout reference'
          }
          value={text}
          maxLength={80}
          autoComplete="off"
          required={decision === 'record-return' && proposed === undefined}
          disabled={isBusy}
          {...(proposed !== undefined && { placeholder: proposed })}
          hint="The payment's number. The bettor sees it."
          onChange={(event) => onEvent({ type: 'change text', text: event.target.value })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="bare" disabled={isBusy} onClick={() => onEvent({ type: 'close' })}>
          Cancel
        </Button>
        <Button type="submit" look={isInDoubt ? 'danger' : 'primary'} isBusy={isBusy}>
          {isRetry ? 'Retry return of' : decision === 'pay-return' ? 'Pay' : 'Record'} {dollarsText(owed)}
          {isInDoubt && ' all the same'}
        </Button>
      </div>
    </form>
  );
}

const explanations: Record<ReturnDecision, string> = {
  'retry-return': 'We request a new refund from the provider. If it fails too, it stays here.',
  'pay-return': 'You pay it by bank, as after an approval. A large amount needs a second admin first.',
  'record-return': 'You have paid it outside Touchline. A large amount needs a second admin.',
};
