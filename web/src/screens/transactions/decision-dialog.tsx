import type { AdminTransactionView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import { TriangleAlert } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { ReasonField } from '../../forms/reason-field.tsx';
import { rich } from '../../language/rich.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { Returns } from '../../payments/returns.tsx';
import { flagText, methodTitle, statusText } from '../../payments/transaction-texts.ts';
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
      <ConfirmDialog title={t('Already decided')} onLeave={leave} findNext={findNext}>
        {isOfReturn(decision) ? (
          <p className="mb-4">{t('This was resolved in the meantime. Nothing was sent.')}</p>
        ) : (
          <p className="mb-4">
            {rich(overtakenTexts[transaction.type], {
              name: transaction.decidedBy ?? t('Another admin'),
              status: statusText(transaction.status).toLowerCase(),
              b: (text) => <strong>{text}</strong>,
            })}
          </p>
        )}
        <div className="flex justify-end">
          <Button onClick={leave}>{t('Close')}</Button>
        </div>
      </ConfirmDialog>
    );
  }
  if (decision === 'credit' || decision === 'returned') {
    return (
      <ConfirmDialog
        title={decision === 'credit' ? t('Credit this deposit?') : t('Refund this deposit?')}
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
      <ConfirmDialog title={t(returnTitles[decision])} onLeave={leave} findNext={findNext}>
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
      title={isPaying ? t('Approve this withdrawal?') : t('Reject this withdrawal?')}
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
            onChange={(event) => actor.send({ type: 'change text', text: event.target.value })}
          />
        ) : (
          <ReasonField
            value={text}
            isBusy={isBusy}
            suggestions={rejectionReasons}
            need="optional"
            note={t(readByBettor)}
            onChange={(text) => actor.send({ type: 'change text', text: text })}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="bare" disabled={isBusy} onClick={leave}>
            {t('Cancel')}
          </Button>
          <Button type="submit" look={isPaying && despite === undefined ? 'primary' : 'danger'} isBusy={isBusy}>
            {t(approveText(isPaying, despite !== undefined), { amount: dollarsText(transaction.amount) })}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

const approveText = (isPaying: boolean, isInDoubt: boolean): Message => {
  if (isPaying) return isInDoubt ? msg('Approve {amount} all the same') : msg('Approve {amount}');
  return isInDoubt ? msg('Reject {amount} all the same') : msg('Reject {amount}');
};

const overtakenTexts: Record<AdminTransactionView['type'], Message> = {
  deposit: msg('{name} was first: this deposit is <b>{status}</b>. Nothing was sent from here.'),
  withdrawal: msg('{name} was first: this withdrawal is <b>{status}</b>. Nothing was sent from here.'),
  refund: msg('{name} was first: this refund is <b>{status}</b>. Nothing was sent from here.'),
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
