import { t } from '@touchline/core/language';
import { useState } from 'react';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { addressProblem, EmailSentCard, useResend } from '../../forms/email-link.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
import { useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

export function ResendVerificationScreen() {
  const { user } = useSession();
  const [email, setEmail] = useState('');
  const { state, message, submit, reset } = useResend();
  if (state === 'saved') {
    return (
      <EmailSentCard next={{ href: '/', label: t('Back to Home') }} onAnother={reset}>
        {rich('If <address>{email}</address> is not confirmed yet, a new link is on its way.', {
          email,
          address: (text) => <strong className="wrap-anywhere text-ink">{text}</strong>,
        })}
      </EmailSentCard>
    );
  }
  return (
    <AccountFrame
      title={t('Verify your email')}
      intro={t('We send you a new link to confirm your address.')}
      below={<TextLink href="/support">{t('Still stuck?')}</TextLink>}
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
        <TextInput name="email" label={t('Email')} type="email" autoComplete="email" inputMode="email" />
        <Button type="submit" isBusy={state === 'saving'}>
          {t('Send a new link')}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
