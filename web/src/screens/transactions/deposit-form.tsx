import type { AdminTransactionView } from '@touchline/core/contract';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-words.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { readByBettor } from './read-by-bettor.ts';

type DepositFormEvent =
  | { readonly type: 'words typed'; readonly words: string }
  | { readonly type: 'amount typed'; readonly amount: string }
  | { readonly type: 'confirmed' }
  | { readonly type: 'left' };
type Props = {
  readonly decision: 'credit' | 'returned';
  readonly transaction: AdminTransactionView;
  readonly words: string;
  readonly amount: string;
  /** Why it was refused. */
  readonly message: string | undefined;
  readonly isBusy: boolean;
  readonly onEvent: (event: DepositFormEvent) => void;
};

/** What becomes of a deposit that waits for a person: what was charged, what was paid, what will be credited, and why. */
export function DepositForm({ decision, transaction, words, amount, message, isBusy, onEvent }: Props) {
  const isCredit = decision === 'credit';
  const dollars = Number(amount);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onEvent({ type: 'confirmed' });
      }}
    >
      {message !== undefined && <Banner tone="error">{message}</Banner>}
      <div className="rounded-small bg-raised p-3">
        <FactsList>
          <Fact name="For">
            {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
          </Fact>
          <Fact name="Charged">
            {transaction.metadata?.['Charged'] ?? dollarsText(transaction.amount)}{' '}
            {methodTitle(transaction.paymentMethod)}
          </Fact>
          <Fact name="Paid">
            <strong>{transaction.metadata?.['Paid'] ?? 'not known'}</strong>
          </Fact>
          {transaction.metadata?.['Refund'] && <Fact name="Refund">{transaction.metadata['Refund']}</Fact>}
        </FactsList>
      </div>
      <p className="text-muted">
        {isCredit
          ? 'The provider is asked again, and the amount is in the wallet at once. It cannot be undone here.'
          : 'The provider is asked to give back all that is left of it. It is never credited here, whatever is told of it later.'}
      </p>
      {isCredit && (
        <Field
          label="Amount to credit"
          prefix="$"
          type="number"
          min="0.01"
          step="0.01"
          required
          value={amount}
          disabled={isBusy}
          hint="At most what was paid."
          onChange={(event) => onEvent({ type: 'amount typed', amount: event.target.value })}
        />
      )}
      <ReasonField
        words={words}
        isBusy={isBusy}
        suggestions={isCredit ? creditReasons : returnReasons}
        need="needed"
        note={readByBettor}
        onWords={(text) => onEvent({ type: 'words typed', words: text })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="bare" disabled={isBusy} onClick={() => onEvent({ type: 'left' })}>
          Cancel
        </Button>
        <Button type="submit" look={isCredit ? 'primary' : 'danger'} isBusy={isBusy}>
          {isCredit ? `Credit ${dollarsText(Number.isFinite(dollars) ? dollars : 0)}` : 'Give it back'}
        </Button>
      </div>
    </form>
  );
}

const creditReasons = [
  'You paid another amount than was asked for: it is credited as it came.',
  'Your payment came after the deposit had been closed.',
] as const;
const returnReasons = [
  'You paid another amount than was asked for: it is given back.',
  'Your payment came after the deposit had been closed: it is given back.',
] as const;
