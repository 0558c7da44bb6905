import { accountEndpoints } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { addressProblem, EmailSentCard } from '../../forms/email-link.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
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
        ? t('Something went wrong. Please try again')
        : t('An unexpected error occurred'),
    onSaved: () => toastSuccess(t('Reset instructions sent to your email'), toastMs.usual),
  });
  if (state === 'saved') {
    return (
      <EmailSentCard next={{ href: '/login', label: t('Back to login') }} onAnother={reset}>
        {rich('If there is an account for <address>{email}</address>, a link to reset its password is on its way.', {
          email,
          address: (text) => <strong className="wrap-anywhere text-ink">{text}</strong>,
        })}
      </EmailSentCard>
    );
  }
  return (
    <AccountFrame
      title={t('Forgot password')}
      intro={t('We send you a link to set a new one.')}
      below={<TextLink href="/login">{t('Back to login')}</TextLink>}
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
        <TextInput name="email" label={t('Email')} type="email" autoComplete="username" inputMode="email" />
        <Button type="submit" isBusy={state === 'saving'}>
          {state === 'saving' ? t('Sending...') : t('Send Reset Link')}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
