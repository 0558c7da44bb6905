import { paymentEndpoints, type WithdrawalLinkView } from '@touchline/core/contract';
import { msg, t } from '@touchline/core/language';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { call } from '../../api/call.ts';
import { failureText } from '../../api/client.ts';
import { useLoad } from '../../api/load-machine.ts';
import { AccountFrame } from '../../forms/account-frame.tsx';
import { FailedLinkCard } from '../../forms/failed-link-card.tsx';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { localText } from '../../ledger/moments.ts';
import { EndedBonus } from '../../payments/cancel-withdrawal.tsx';
import { Fact, FactsList } from '../../payments/facts-list.tsx';
import { methodTitle } from '../../payments/transaction-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { dollarsText } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Opened from the email about a withdrawal, by its owner or by someone who did not request it. Nothing happens before the button. */
export function CancelWithdrawalScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [snapshot, send] = useLoad<WithdrawalLinkView>(
    () => call(paymentEndpoints.withdrawalByLink, { body: { token } }),
    msg('The withdrawal could not be loaded.'),
  );
  const { value, error } = snapshot.context;
  if (error !== undefined && value === undefined) {
    return (
      <FailedLinkCard
        title={t('This link did not work')}
        onRetry={() => send({ type: 'refresh' })}
        newLink={{ href: '/my-wallet', label: t('Open your wallet') }}
      >
        {error}
      </FailedLinkCard>
    );
  }
  if (value === undefined) return <Skeleton className="mx-auto h-80 w-full max-w-md" />;
  if (value.status !== 'pending') {
    return (
      <OutcomeCard
        kind={value.status === 'completed' ? 'failed' : 'done'}
        title={value.status === 'completed' ? t('Already paid') : t('Already canceled')}
        actions={<AfterCancel isPaid={value.status === 'completed'} />}
      >
        {value.status === 'completed'
          ? t('This withdrawal of {amount} was paid. Contact support if you did not request it.', {
              amount: dollarsText(value.amount),
            })
          : t('This withdrawal of {amount} was canceled. The money is in your balance.', {
              amount: dollarsText(value.amount),
            })}
        {value.status !== 'completed' && value.endedBonus && <BonusStaysLost />}
      </OutcomeCard>
    );
  }
  return <Pending token={token} withdrawal={value} />;
}

type PendingProps = { readonly token: string; readonly withdrawal: WithdrawalLinkView };

function Pending({ token, withdrawal }: PendingProps) {
  const [signOut, setSignOut] = useState(true);
  const [state, setState] = useState<'asking' | 'sending' | 'done'>('asking');
  const [problem, setProblem] = useState<string>();
  const { amount, paymentMethod, payoutTo, requestedAt, endedBonus } = withdrawal;
  const cancel = async () => {
    setState('sending');
    setProblem(undefined);
    const canceled = await call(paymentEndpoints.cancelByLink, { body: { token, signOut } });
    if (!canceled.ok) setProblem(failureText(canceled.refusal, t('The withdrawal could not be canceled.')));
    setState(canceled.ok ? 'done' : 'asking');
  };
  if (state === 'done') {
    return (
      <OutcomeCard kind="done" title={t('Withdrawal canceled')} actions={<AfterCancel isPaid={false} />}>
        {t('{amount} is back in your balance.', { amount: dollarsText(amount) })}
        {signOut && ` ${t('All devices were signed out. Choose a new password before you log in again.')}`}
        {endedBonus && <BonusStaysLost />}
      </OutcomeCard>
    );
  }
  return (
    <AccountFrame
      title={t('Cancel this withdrawal?')}
      intro={t('Cancel it if you did not request it or changed your mind.')}
    >
      <div className="grid gap-4">
        {problem !== undefined && <Banner tone="error">{problem}</Banner>}
        <FactsList>
          <Fact name={t('Amount')}>
            <strong className="text-figure">{dollarsText(amount)}</strong>
          </Fact>
          <Fact name={t('Method')}>{methodTitle(paymentMethod)}</Fact>
          {payoutTo !== null && <Fact name={t('Paid to')}>{payoutTo}</Fact>}
          <Fact name={t('Requested')}>
            <time dateTime={requestedAt}>{localText(requestedAt)}</time>
          </Fact>
        </FactsList>
        {endedBonus && <EndedBonus />}
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={signOut}
            disabled={state === 'sending'}
            onChange={(event) => setSignOut(event.target.checked)}
            className="size-5 accent-(--color-pitch)"
          />
          {t('Also sign out all devices')}
        </label>
        <Button look="danger" isBusy={state === 'sending'} onClick={cancel}>
          {t('Cancel withdrawal of {amount}', { amount: dollarsText(amount) })}
        </Button>
      </div>
    </AccountFrame>
  );
}

const BonusStaysLost = () => (
  <p className="mt-2">{t('Your bonus ended when the withdrawal was requested. It does not come back.')}</p>
);

const AfterCancel = ({ isPaid }: { readonly isPaid: boolean }) => (
  <>
    {isPaid && <ButtonLink href="/support">{t('Contact Support')}</ButtonLink>}
    <ButtonLink href="/forgot-password" look={isPaid ? 'quiet' : 'primary'}>
      {t('Change your password')}
    </ButtonLink>
    <ButtonLink href="/my-wallet" look="bare">
      {t('Open your wallet')}
    </ButtonLink>
  </>
);
