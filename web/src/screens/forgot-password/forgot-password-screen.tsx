import { accountEndpoints } from '@touchline/core/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { addressProblem, EmailSentCard } from '../../forms/email-link.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';

export function ForgotPasswordScreen() {
  const [email, setEmail] = useState('');
  const { state, message, submit, reset } = useSave({
    save: (body: { readonly email: string }) => call(accountEndpoints.forgotPassword, { body }),
    // The sentences of the server are not shown here.
    fallback: (failure) =>
      failure?.kind === 'refused' && failure.view.code === 'answer-unreadable'
        ? 'Something went wrong. Please try again'
        : 'An unexpected error occurred',
    onSaved: () => toastSuccess('Reset instructions sent to your email', toastMs.usual),
  });
  if (state === 'saved') {
    return (
      <EmailSentCard next={{ href: '/login', label: 'Back to login' }} onAnother={reset}>
        If there is an account for <strong className="wrap-anywhere text-ink">{email}</strong>, a link to reset its
        password is on its way.
      </EmailSentCard>
    );
  }
  return (
    <AccountFrame
      title="Forgot password"
      intro="We send you a link to set a new one."
      below={<TextLink href="/login">Back to login</TextLink>}
    >
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <EntryForm
        initial={{ email }}
        check={addressProblem}
        onSend={(values) => {
          setEmail(values.email);
          submit(values);
        }}
      >
        <TextInput name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <Button type="submit" isBusy={state === 'saving'}>
          {state === 'saving' ? 'Sending...' : 'Send Reset Link'}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
