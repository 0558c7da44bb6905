import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { fromPromise } from 'xstate';
import { verifyEmail } from '../../api/accounts.ts';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { useSession } from '../../session/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { verifyEmailMachine } from './verify-email-machine.ts';

export function VerifyEmailScreen() {
  const [search] = useSearchParams();
  const { refreshProfile } = useSession();
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
  const [snapshot] = useMachine(machine, { input: { token: search.get('token') ?? '' } });
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
      <OutcomeCard
        kind="failed"
        title="Verification Failed"
        actions={
          <>
            <ButtonLink href="/resend-verification">Send a new link</ButtonLink>
            <ButtonLink href="/support" look="quiet">
              Contact Support
            </ButtonLink>
            <ButtonLink href="/" look="bare">
              Back to Home
            </ButtonLink>
          </>
        }
      >
        {snapshot.context.message}
      </OutcomeCard>
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
