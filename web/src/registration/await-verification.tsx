import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { TextLink } from '../forms/account-frame.tsx';
import { rich } from '../language/rich.tsx';
import { keepSlipReturn } from '../payments/slip-return.ts';
import { useSession, useWallet } from '../session/index.ts';
import { useReturnToSlip } from '../slip/return-to-slip.ts';
import { depositFor, depositPath, shortOf, stakeFromText } from '../slip/stake.ts';
import { Banner } from '../ui/banner.tsx';
import { toastMs, toastSuccess } from '../ui/toast.ts';
import { awaitVerificationMachine } from './await-verification-machine.ts';
import { forgetPendingRegistration, type PendingRegistration, pendingRegistrationIn } from './pending-registration.ts';

type Props = { readonly stored: string; readonly onResumed: () => void };

/** After a registration: waits for the verification, logs in, and resumes the bet, in every tab of this browser. */
export function AwaitVerification({ stored, onResumed }: Props) {
  const [pending] = useState(() => pendingRegistrationIn(stored));
  const { user } = useSession();
  if (!pending) return null;
  if (!user) return <Waiting email={pending.email} />;
  return <Resume pending={pending} isSame={user.email === pending.email} onResumed={onResumed} />;
}

function Waiting({ email }: { readonly email: string }) {
  const [path] = useLocation();
  const { login } = useSession();
  const [machine] = useState(() =>
    awaitVerificationMachine.provide({
      actions: {
        'start session': (_, session) => {
          toastSuccess(t('Logged in successfully!'), toastMs.usual);
          login(session);
        },
        forget: forgetPendingRegistration,
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  useEffect(() => {
    const onShow = () => document.visibilityState === 'visible' && send({ type: 'page shown' });
    document.addEventListener('visibilitychange', onShow);
    return () => document.removeEventListener('visibilitychange', onShow);
  }, [send]);
  if (snapshot.matches('done') || path === '/verify') return null;
  return (
    <div className="mb-4">
      <Banner tone="info">
        <p>
          {rich('Open the link we emailed to <email></email>. You are then logged in here.', {
            email: () => <strong className="break-words">{email}</strong>,
          })}
        </p>
        <TextLink href="/resend-verification">{t('Send a new link')}</TextLink>
      </Banner>
    </div>
  );
}

type ResumeProps = { readonly pending: PendingRegistration; readonly isSame: boolean; readonly onResumed: () => void };

/** Continues to the deposit that the slip's stake needs, or to the slip. If someone else logged in, nothing is resumed. */
function Resume({ pending: { slip }, isSame, onResumed }: ResumeProps) {
  const [, navigate] = useLocation();
  const returnToSlip = useReturnToSlip();
  const wallet = useWallet();
  const resume = useEffectEvent(() => {
    forgetPendingRegistration();
    onResumed();
    if (!isSame || !slip || !wallet) return;
    const { stake = stakeFromText(slip.stakeText), ...left } = slip;
    const missing = shortOf(stake, wallet);
    if (missing === 0) return returnToSlip(left);
    keepSlipReturn(left);
    navigate(depositPath(depositFor(missing)));
  });
  const isKnown = !isSame || wallet !== undefined;
  useEffect(() => {
    if (isKnown) resume();
  }, [isKnown]);
  return null;
}
