import type { AdminTransactionView } from '@touchline/core/contract';
import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { ReasonField } from '../../forms/reason-field.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Returns } from '../../payments/returns.tsx';
import { flagText, methodTitle, statusText, typeText } from '../../payments/transaction-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { type decisionMachine, isOfReturn } from './decision-machine.ts';
import { DepositForm, readByBettor } from './deposit-form.tsx';
import { ReturnForm, returnTitles } from './return-form.tsx';

export type DecisionActor = ActorRefFrom<typeof decisionMachine>;

type Props = {
  readonly actor: DecisionActor;
  /** Finds the element to focus after the decision. */
  readonly findNext: () => HTMLElement | null;
};

/** Asks an admin to confirm a decision about a transaction. */
export function DecisionDialog({ actor, findNext }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const { decision, transaction, text, amount, message, despite } = snapshot.context;
  if (!transaction || snapshot.matches('closed')) return null;
  const leave = () => actor.send({ type: 'close' });
  const isPaying = decision === 'process';
  const isBusy = snapshot.matches('submitting');
  if (snapshot.matches('overtaken')) {
    return (
      <ConfirmDialog title="Already decided" onLeave={leave} findNext={findNext}>
        {isOfReturn(decision) ? (
          <p className="mb-4">This was resolved in the meantime. Nothing was sent.</p>
        ) : (
          <p className="mb-4">
            {transaction.decidedBy ?? 'Another admin'} was first: this {typeText(transaction.type).toLowerCase()} is{' '}
            <strong>{statusText(transaction.status).toLowerCase()}</strong>. Nothing was sent from here.
          </p>
        )}
        <div className="flex justify-end">
          <Button onClick={leave}>Close</Button>
        </div>
      </ConfirmDialog>
    );
  }
  if (decision === 'credit' || decision === 'returned') {
    return (
      <ConfirmDialog
        title={decision === 'credit' ? 'Credit this deposit?' : 'Refund this deposit?'}
        onLeave={leave}
        findNext={findNext}
      >
        <DepositForm
          decision={decision}
          transaction={transaction}
          text={text}
          amount={amount}
          message={snapshot.matches('refused') ? message : undefined}
          isBusy={isBusy}
          onEvent={(event) => actor.send(event)}
        />
      </ConfirmDialog>
    );
  }
  if (isOfReturn(decision)) {
    return (
      <ConfirmDialog title={returnTitles[decision]} onLeave={leave} findNext={findNext}>
        <ReturnForm
          decision={decision}
          transaction={transaction}
          text={text}
          message={snapshot.matches('refused') ? message : undefined}
          isBusy={isBusy}
          isInDoubt={despite !== undefined}
          onEvent={(event) => actor.send(event)}
        />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={isPaying ? 'Approve this withdrawal?' : 'Reject this withdrawal?'}
      onLeave={leave}
      findNext={findNext}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'confirm' });
        }}
      >
        {snapshot.matches('refused') && <Banner tone="error">{message}</Banner>}
        <Facts transaction={transaction} />
        <p className="text-muted">
          {isPaying
            ? transaction.firstApproval
              ? `${transaction.firstApproval.by} approved it first. Your approval pays it: the held money leaves the wallet for good.`
              : 'The held money leaves the wallet. If a second admin is needed, it stays pending until they confirm.'
            : 'The held money returns to the balance, and the bettor sees your reason.'}
        </p>
        {isPaying ? (
          <Field
            label="Payout reference (optional)"
            value={text}
            maxLength={80}
            autoComplete="off"
            disabled={isBusy}
            hint="The bank's number of the payment. The bettor sees it."
            onChange={(event) => actor.send({ type: 'change text', text: event.target.value })}
          />
        ) : (
          <ReasonField
            value={text}
            isBusy={isBusy}
            suggestions={rejectionReasons}
            need="optional"
            note={readByBettor}
            onChange={(text) => actor.send({ type: 'change text', text: text })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="bare" disabled={isBusy} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" look={isPaying && despite === undefined ? 'primary' : 'danger'} isBusy={isBusy}>
            {isPaying ? 'Approve' : 'Reject'} {dollarsText(transaction.amount)}
            {despite !== undefined && ' all the same'}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

const Facts = ({ transaction }: { readonly transaction: AdminTransactionView }) => (
  <div className="grid gap-3 rounded-small bg-raised p-3">
    <FactsList>
      <Fact name="Amount">
        <strong className="text-figure">{dollarsText(transaction.amount)}</strong>
      </Fact>
      <Fact name="For">
        {transaction.user.name} <span className="text-muted">{transaction.user.email}</span>
      </Fact>
      <Fact name="Paid to">
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
    <ul aria-label="Check this first" className="flex flex-wrap gap-2">
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
  'The name on the account does not match yours.',
  'We need to see an identity document first.',
  'The bank details could not be verified.',
  'Please deposit and withdraw by the same method.',
] as const;
