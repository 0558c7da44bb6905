import { paymentEndpoints, type TransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { failureText } from '../api/client.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, DialogButtons } from '../ui/confirm-dialog.tsx';
import { dollarsText } from '../ui/money.tsx';
import { toastMs, toastSuccess } from '../ui/toast.ts';

/** Lets the bettor cancel a withdrawal that still waits. The row and the balance follow by the live connection. */
export function CancelWithdrawal({ transaction }: { readonly transaction: TransactionView }) {
  const [state, setState] = useState<'closed' | 'asking' | 'sending'>('closed');
  const [problem, setProblem] = useState<string>();
  const { _id, type, status, amount, endedBonus } = transaction;
  if (type !== 'withdrawal' || status !== 'pending') return null;
  const leave = () => setState('closed');
  const cancel = async () => {
    setState('sending');
    setProblem(undefined);
    const canceled = await call(paymentEndpoints.cancelOwn, { params: { id: _id } });
    if (!canceled.ok) {
      setProblem(failureText(canceled.refusal, t('The withdrawal could not be canceled. Please try again.')));
      setState('asking');
      return;
    }
    toastSuccess(canceled.value.message, toastMs.usual);
    leave();
  };
  return (
    <>
      <Button look="quiet" className="mt-3" onClick={() => setState('asking')}>
        {t('Cancel withdrawal')}
      </Button>
      {state !== 'closed' && (
        <ConfirmDialog title={t('Cancel this withdrawal?')} isBusy={state === 'sending'} onLeave={leave}>
          <div className="grid gap-4">
            {problem !== undefined && <Banner tone="error">{problem}</Banner>}
            <p>{t('{amount} is returned to your balance immediately.', { amount: dollarsText(amount) })}</p>
            {endedBonus && <EndedBonus />}
            <DialogButtons
              button={t('Cancel withdrawal')}
              look="danger"
              isBusy={state === 'sending'}
              onPress={cancel}
              leave={t('Keep it')}
              onLeave={leave}
            />
          </div>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Shown before a withdrawal is canceled. */
export const EndedBonus = () => (
  <Banner tone="warning">{t('This withdrawal ended your bonus. Canceling it does not bring the bonus back.')}</Banner>
);
