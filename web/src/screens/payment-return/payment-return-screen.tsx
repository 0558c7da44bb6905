import type { TransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { storedText } from '@touchline/core/payments';
import { useMachine } from '@xstate/react';
import { Ban, CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { rich } from '../../language/rich.tsx';
import { exclusionTitle } from '../../limits/limit-texts.ts';
import { useExclusion } from '../../limits/use-exclusion.ts';
import { useOnLive } from '../../live/index.ts';
import { ContinuePayment, payUntilText, useCheckout } from '../../payments/continue-payment.tsx';
import { forgetSlipReturn, readSlipReturn } from '../../payments/slip-return.ts';
import { useSession, useWallet } from '../../session/index.ts';
import { useReturnToSlip } from '../../slip/return-to-slip.ts';
import { Button, ButtonLink, Spinner } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { dollarsText } from '../../ui/money.tsx';
import { paymentReturnMachine, takesLong } from './payment-return-machine.ts';

/** The outcome of a payment: the payment page sends the bettor here. */
export function PaymentReturnScreen() {
  const { transactionId = '' } = useParams();
  return <Return key={transactionId} id={transactionId.toLowerCase()} />;
}

function Return({ id }: { readonly id: string }) {
  const [, navigate] = useLocation();
  const returnToSlip = useReturnToSlip();
  const [slipReturn] = useState(() => readSlipReturn(id));
  const leave = () => {
    if (!slipReturn) return navigate('/my-wallet', { replace: true });
    forgetSlipReturn();
    returnToSlip(slipReturn);
  };
  const onLeave = useEffectEvent(leave);
  const [machine] = useState(() => paymentReturnMachine.provide({ actions: { 'open the wallet': () => onLeave() } }));
  const [snapshot, send] = useMachine(machine, { input: { id } });
  useOnLive('transaction', ({ transaction }) => send({ type: 'transaction pushed', transaction }));
  useOnLive('joined', () => send({ type: 'reconnected' }));
  const { transaction, message, isUnknown } = snapshot.context;
  const isPayable = useCheckout(transaction) !== undefined;
  const exclusion = useExclusion();
  // Another attempt is still a deposit for the slip.
  const isForSlip = slipReturn !== undefined && transaction !== undefined;
  const tryAgain = (
    <ButtonLink href={isForSlip ? `/deposit?amount=${transaction.amount}` : '/deposit'}>{t('Try Again')}</ButtonLink>
  );
  const again = () => send({ type: 'retry' });

  if (snapshot.matches('completed') || snapshot.matches('leaving'))
    return <Completed transaction={transaction} onSlip={slipReturn && leave} />;
  if (snapshot.matches('failed')) {
    return (
      <ReturnCard look="failed" title={t('Payment Failed')} actions={tryAgain}>
        <p>{storedText(transaction?.reason ?? '') || t('The payment did not go through.')}</p>
        <p className="mt-1">{t('Nothing was added to your balance.')}</p>
      </ReturnCard>
    );
  }
  if (snapshot.matches('cancelled')) {
    return (
      <ReturnCard look="cancelled" title={t('Payment Cancelled')} actions={tryAgain}>
        <p>{storedText(transaction?.reason ?? '') || t('The payment was canceled before it was paid.')}</p>
        <p className="mt-1">{t('Nothing was added to your balance.')}</p>
      </ReturnCard>
    );
  }
  if (snapshot.matches('error')) {
    return (
      <ReturnCard
        look="error"
        title={t('Verification Error')}
        actions={
          <>
            <ButtonLink href="/my-wallet">{t('Go to Wallet')}</ButtonLink>
            {!isUnknown && (
              <Button look="quiet" onClick={again}>
                {t('Check again')}
              </Button>
            )}
          </>
        }
      >
        <p>{message}</p>
        <p className="mt-1">
          {isUnknown
            ? t('The link may be incomplete.')
            : t('If you have paid, your balance is credited as soon as the payment is confirmed.')}
        </p>
      </ReturnCard>
    );
  }
  if (transaction && isPayable) {
    return (
      <ReturnCard
        look="checking"
        title={t('Processing Payment')}
        actions={
          <>
            <ContinuePayment transaction={transaction} look="primary" />
            {takesLong(snapshot.context) && <LookNow look="quiet" onLook={again} />}
          </>
        }
      >
        <p>
          {t('Your payment of {amount} is not finished yet.', { amount: dollarsText(transaction.amount) })}{' '}
          {payUntilText(transaction)}
        </p>
        <p className="mt-1">{t('If you have just paid, your balance is credited as soon as it is confirmed.')}</p>
      </ReturnCard>
    );
  }
  const lookNow = takesLong(snapshot.context) && <LookNow onLook={again} />;
  if (exclusion && transaction?.checkoutUrl !== undefined) {
    return (
      <ReturnCard look="checking" title={t('Processing Payment')} actions={lookNow}>
        <p className="font-strong figures">{exclusionTitle(exclusion)}</p>
        <p className="mt-1">
          {t('Your payment of {amount} is not finished yet.', { amount: dollarsText(transaction.amount) })}{' '}
          {t('Do not pay it now: the money would go back to where it came from.')}
        </p>
        <p className="mt-1">
          {t('If you paid earlier, your balance is credited as soon as the payment is confirmed.')}
        </p>
      </ReturnCard>
    );
  }
  return (
    <ReturnCard look="checking" title={t('Processing Payment')} actions={lookNow}>
      <p>
        {transaction
          ? t('We are checking your payment of {amount} with the payment provider.', {
              amount: dollarsText(transaction.amount),
            })
          : t('We are checking your payment with the payment provider.')}
      </p>
      <p className="mt-1">
        {takesLong(snapshot.context)
          ? t(
              'This is taking longer than usual. You can close this page; your balance is credited as soon as it is confirmed.',
            )
          : t('Your balance is credited as soon as it is confirmed.')}
      </p>
    </ReturnCard>
  );
}

type CompletedProps = {
  readonly transaction: TransactionView | undefined;
  /** Back to the slip that the deposit was for. */
  readonly onSlip: (() => void) | undefined;
};
function Completed({ transaction, onSlip }: CompletedProps) {
  const wallet = useWallet();
  const { profile, refreshProfile } = useSession();
  const [before] = useState(profile);
  // The balance on the page may be from before the deposit.
  useEffect(refreshProfile, [refreshProfile]);
  return (
    <ReturnCard
      look="completed"
      title={t('Payment Successful!')}
      actions={onSlip && <Button onClick={onSlip}>{t('Back to your bet slip')}</Button>}
    >
      {transaction && (
        <p>
          {rich('<amount>{paid}</amount> was added to your balance.', {
            paid: dollarsText(transaction.amount),
            amount: (text) => <strong className="text-ink figures">{text}</strong>,
          })}
        </p>
      )}
      {wallet && profile !== before && (
        <p className="mt-1 figures">{t('You have {amount} to bet with.', { amount: dollarsText(wallet.balance) })}</p>
      )}
      <p className="mt-1">{t(onSlip ? 'Your bet slip opens in a moment.' : 'Your wallet opens in a moment.')}</p>
    </ReturnCard>
  );
}

type LookNowProps = { readonly look?: 'primary' | 'quiet'; readonly onLook: () => void };
const LookNow = ({ look = 'primary', onLook }: LookNowProps) => (
  <Button look={look} onClick={onLook}>
    {t('Check now')}
  </Button>
);

const looks = {
  checking: { icon: <Spinner />, look: 'bg-raised text-ink *:size-7' },
  completed: { icon: <CircleCheck aria-hidden="true" className="size-7" />, look: 'bg-pitch-soft text-pitch' },
  failed: { icon: <CircleX aria-hidden="true" className="size-7" />, look: 'bg-live-soft text-live' },
  cancelled: { icon: <Ban aria-hidden="true" className="size-7" />, look: 'bg-gold-soft text-gold' },
  error: { icon: <CircleAlert aria-hidden="true" className="size-7" />, look: 'bg-live-soft text-live' },
} as const;

type CardProps = {
  readonly look: keyof typeof looks;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** The state of the payment, always with a link to the wallet. */
const ReturnCard = ({ look, title, children, actions }: CardProps) => (
  <div className="mx-auto w-full max-w-md py-4 sm:py-10">
    <Card className="grid justify-items-center gap-5 p-5! text-center sm:p-8!">
      <span className={classes('inline-flex size-14 items-center justify-center rounded-round', looks[look].look)}>
        {looks[look].icon}
      </span>
      <div role={look === 'failed' || look === 'error' ? 'alert' : 'status'} className="grid gap-2">
        <h1 className="text-title font-strong">{title}</h1>
        <div className="text-muted">{children}</div>
      </div>
      <div className="grid w-full gap-2">
        {actions}
        <ButtonLink href="/my-wallet" look={actions ? 'bare' : 'quiet'}>
          {t('Back to wallet')}
        </ButtonLink>
      </div>
    </Card>
  </div>
);
