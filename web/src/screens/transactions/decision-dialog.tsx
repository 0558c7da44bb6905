import type { AdminTransactionView } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { rich } from '../../language/rich.tsx';
import { statusText } from '../../payments/transaction-texts.ts';
import { ConfirmDialog, DialogNotice } from '../../ui/confirm-dialog.tsx';
import { type decisionMachine, isOfReturn } from './decision-machine.ts';
import { DepositForm, depositTitles } from './deposit-form.tsx';
import { ReturnForm, returnTitles } from './return-form.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';

export type DecisionActor = ActorRefFrom<typeof decisionMachine>;

type Props = {
  readonly actor: DecisionActor;
  /** Finds the element to focus after the decision. */
  readonly findNext: () => HTMLElement | null;
};

/** Asks an admin to confirm a decision about a transaction. */
export function DecisionDialog({ actor, findNext }: Props) {
  const snapshot = useSelector(actor, (now) => now);
  const { decision, transaction, text, reference, amount, message, despite } = snapshot.context;
  if (!transaction || snapshot.matches('closed')) return null;
  const leave = () => actor.send({ type: 'close' });
  if (snapshot.matches('overtaken')) {
    return (
      <ConfirmDialog title={t('Already decided')} onLeave={leave} findNext={findNext}>
        <DialogNotice onLeave={leave}>
          {message !== '' ? (
            <p role="alert">{message}</p>
          ) : isOfReturn(decision) ? (
            t('This was resolved in the meantime. Nothing was sent.')
          ) : (
            rich(overtakenTexts[transaction.type], {
              name: transaction.decidedBy ?? t('Another admin'),
              status: statusText(transaction.status).toLowerCase(),
              b: (text) => <strong>{text}</strong>,
            })
          )}
        </DialogNotice>
      </ConfirmDialog>
    );
  }
  const form = {
    transaction,
    text,
    message: snapshot.matches('refused') ? message : undefined,
    isBusy: snapshot.matches('submitting'),
  };
  const isInDoubt = despite !== undefined;
  if (decision === 'credit' || decision === 'returned' || decision === 'record-refund') {
    return (
      <ConfirmDialog title={t(depositTitles[decision])} onLeave={leave} findNext={findNext}>
        <DepositForm {...form} decision={decision} reference={reference} amount={amount} onEvent={actor.send} />
      </ConfirmDialog>
    );
  }
  if (isOfReturn(decision)) {
    return (
      <ConfirmDialog title={t(returnTitles[decision])} onLeave={leave} findNext={findNext}>
        <ReturnForm {...form} decision={decision} isInDoubt={isInDoubt} onEvent={actor.send} />
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title={decision === 'process' ? t('Approve this withdrawal?') : t('Reject this withdrawal?')}
      onLeave={leave}
      findNext={findNext}
    >
      <WithdrawalForm {...form} decision={decision} isInDoubt={isInDoubt} onEvent={actor.send} />
    </ConfirmDialog>
  );
}

const overtakenTexts: Record<AdminTransactionView['type'], Message> = {
  deposit: msg('{name} was first: this deposit is <b>{status}</b>. Nothing was sent from here.'),
  withdrawal: msg('{name} was first: this withdrawal is <b>{status}</b>. Nothing was sent from here.'),
  refund: msg('{name} was first: this refund is <b>{status}</b>. Nothing was sent from here.'),
};
