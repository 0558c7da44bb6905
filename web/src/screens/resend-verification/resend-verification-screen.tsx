import { useState } from 'react';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { addressProblem, EmailSentCard, useResend } from '../../forms/email-link.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

export function ResendVerificationScreen() {
  const { user } = useSession();
  const [email, setEmail] = useState('');
  const { state, message, submit, reset } = useResend();
  if (state === 'saved') {
    return (
      <EmailSentCard next={{ href: '/', label: 'Back to Home' }} onAnother={reset}>
        If <strong className="wrap-anywhere text-ink">{email}</strong> is not confirmed yet, a new link is on its way.
      </EmailSentCard>
    );
  }
  return (
    <AccountFrame
      title="Verify your email"
      intro="We send you a new link to confirm your address."
      below={<TextLink href="/support">Still stuck?</TextLink>}
    >
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <EntryForm
        initial={{ email: email || (user?.email ?? '') }}
        check={addressProblem}
        onSend={(values) => {
          setEmail(values.email);
          submit(values);
        }}
      >
        <TextInput name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
        <Button type="submit" isBusy={state === 'saving'}>
          Send a new link
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
