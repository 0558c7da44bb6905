import { emailProblem } from '@touchline/core/account';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { resendVerification } from '../../api/accounts.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { resendVerificationMachine } from './resend-verification-machine.ts';

export function ResendVerificationScreen() {
  const { user } = useSession();
  const [machine] = useState(() =>
    resendVerificationMachine.provide({
      actors: { resendVerification: fromPromise(({ input }) => resendVerification(input)) },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { email, message } = snapshot.context;
  if (snapshot.matches('sent')) {
    return (
      <OutcomeCard
        kind="mail"
        title="Check Your Email"
        actions={
          <>
            <ButtonLink href="/">Back to Home</ButtonLink>
            <Button look="bare" onClick={() => send({ type: 'another email wanted' })}>
              Try another email
            </Button>
          </>
        }
      >
        <p>
          If <strong className="wrap-anywhere text-ink">{email}</strong> still waits for its confirmation, a new link is
          on its way.
        </p>
        <p className="mt-2 text-small">Nothing there? Look in your spam folder too.</p>
      </OutcomeCard>
    );
  }
  return (
    <AccountFrame
      title="Verify your email"
      intro="We send you a new link to confirm your address."
      below={<TextLink href="/support">Still stuck?</TextLink>}
    >
      {snapshot.matches('refused') && <Banner tone="error">{message}</Banner>}
      <EntryForm
        initial={{ email: email || (user?.email ?? '') }}
        check={problemOf}
        onSend={(values) => send({ type: 'send pressed', ...values })}
      >
        <TextInput name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
        <Button type="submit" isBusy={snapshot.matches('sending')}>
          Send a new link
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemOf = ({ email }: { readonly email: string }) => ({
  email: email.trim() === '' ? 'Please enter your email address' : emailProblem(email),
});
