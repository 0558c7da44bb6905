import { emailProblem } from '@touchline/core/account';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { forgotPassword } from '../../api/accounts.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { forgotPasswordMachine } from './forgot-password-machine.ts';

export function ForgotPasswordScreen() {
  const [machine] = useState(() =>
    forgotPasswordMachine.provide({
      actors: { forgotPassword: fromPromise(({ input }) => forgotPassword(input)) },
      actions: {
        'say that it is on its way': () => toastSuccess('Reset instructions sent to your email', toastMs.usual),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const { email, message } = snapshot.context;
  if (snapshot.matches('success')) {
    return (
      <OutcomeCard
        kind="mail"
        title="Check Your Email"
        actions={
          <>
            <ButtonLink href="/login">Back to login</ButtonLink>
            <Button look="bare" onClick={() => send({ type: 'another email wanted' })}>
              Try another email
            </Button>
          </>
        }
      >
        <p>
          If there is an account for <strong className="wrap-anywhere text-ink">{email}</strong>, a link to reset its
          password is on its way.
        </p>
        <p className="mt-2 text-small">Nothing there? Look in your spam folder too.</p>
      </OutcomeCard>
    );
  }
  return (
    <AccountFrame
      title="Forgot password"
      intro="We send you a link to set a new one."
      below={<TextLink href="/login">Back to login</TextLink>}
    >
      {snapshot.matches('error') && <Banner tone="error">{message}</Banner>}
      <EntryForm initial={{ email }} check={problemOf} onSend={(values) => send({ type: 'send pressed', ...values })}>
        <TextInput name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <Button type="submit" isBusy={snapshot.matches('loading')}>
          {snapshot.matches('loading') ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemOf = ({ email }: { readonly email: string }) => ({
  email: email.trim() === '' ? 'Please enter your email address' : emailProblem(email),
});
