import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { forgotPassword } from '../../api/accounts.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { addressProblem } from '../../forms/address-problem.ts';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { MailSentCard } from '../../forms/mail-sent-card.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
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
      <MailSentCard
        next={{ href: '/login', label: 'Back to login' }}
        onAnother={() => send({ type: 'another email wanted' })}
      >
        If there is an account for <strong className="wrap-anywhere text-ink">{email}</strong>, a link to reset its
        password is on its way.
      </MailSentCard>
    );
  }
  return (
    <AccountFrame
      title="Forgot password"
      intro="We send you a link to set a new one."
      below={<TextLink href="/login">Back to login</TextLink>}
    >
      {snapshot.matches('error') && <Banner tone="error">{message}</Banner>}
      <EntryForm
        initial={{ email }}
        check={addressProblem}
        onSend={(values) => send({ type: 'send pressed', ...values })}
      >
        <TextInput name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <Button type="submit" isBusy={snapshot.matches('loading')}>
          {snapshot.matches('loading') ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
