import { useMachine } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { fromPromise } from 'xstate';
import { verifyEmail } from '../../api/accounts.ts';
import { FailedLinkCard } from '../../forms/failed-link-card.tsx';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { verifyEmailMachine } from './verify-email-machine.ts';

export function VerifyEmailScreen() {
  const [search] = useSearchParams();
  const { isAuthenticated, refreshProfile } = useSession();
  const [machine] = useState(() =>
    verifyEmailMachine.provide({
      actors: {
        verifyEmail: fromPromise(async ({ input }) => {
          const answer = await verifyEmail(input.token);
          if (answer.ok) refreshProfile();
          return answer;
        }),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { token: search.get('token') ?? '' } });
  const { message, mayTryAgain } = snapshot.context;
  if (isAuthenticated && snapshot.matches('success')) return <HomeWith say={() => toastSuccess('Email Verified!')} />;
  if (isAuthenticated && snapshot.matches('error')) return <HomeWith say={() => toastError(message)} />;
  if (snapshot.matches('success')) {
    return (
      <OutcomeCard
        kind="done"
        title="Email Verified!"
        actions={
          <>
            <ButtonLink href="/login">Log in</ButtonLink>
            <ButtonLink href="/" look="quiet">
              Back to Home
            </ButtonLink>
          </>
        }
      >
        Your email address is confirmed.
      </OutcomeCard>
    );
  }
  if (snapshot.matches('error')) {
    return (
      <FailedLinkCard
        title="Verification Failed"
        onTryAgain={mayTryAgain ? () => send({ type: 'try again pressed' }) : undefined}
        newLink={{ href: '/resend-verification', label: 'Send a new link' }}
      >
        {message}
      </FailedLinkCard>
    );
  }
  return (
    <div className="mx-auto w-full max-w-md py-4 sm:py-10">
      <Card className="grid min-h-64 place-content-center justify-items-center gap-4 p-8! text-center" role="status">
        <Spinner />
        <h1 className="text-figure font-strong">Verifying your email...</h1>
      </Card>
    </div>
  );
}

/** Guests only (spec §2): whoever is logged in is told on the way home. */
function HomeWith({ say }: { readonly say: () => string }) {
  const tell = useEffectEvent(say);
  useEffect(() => {
    tell();
  }, []);
  return <Redirect to="/" replace />;
}
