import { meetsAllRequirements } from '@touchline/core/account';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm, type Problems } from '../../forms/entry-form.tsx';
import { FailedLinkCard } from '../../forms/failed-link-card.tsx';
import { PasswordInput } from '../../forms/inputs.tsx';
import { OutcomeCard } from '../../forms/outcome-card.tsx';
import { PasswordChecklist } from '../../forms/password-checklist.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { resetPasswordMachine } from './reset-password-machine.ts';

type Passwords = { readonly password: string; readonly confirm: string };

export function ResetPasswordScreen() {
  const [search] = useSearchParams();
  const [machine] = useState(() =>
    resetPasswordMachine.provide({
      actions: { 'show success': () => toastSuccess(t('Password reset successfully'), toastMs.usual) },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { token: search.get('token') ?? '' } });
  const { message, canRetry } = snapshot.context;
  if (snapshot.matches('changed')) {
    return (
      <OutcomeCard
        kind="done"
        title={t('Password Reset Successfully')}
        actions={<ButtonLink href="/login">{t('Log in')}</ButtonLink>}
      >
        {t('You can log in with your new password now.')}
      </OutcomeCard>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <FailedLinkCard
        title={t('Password Reset Failed')}
        onRetry={canRetry ? () => send({ type: 'retry' }) : undefined}
        newLink={{ href: '/forgot-password', label: t('Request New Reset Link') }}
      >
        {message}
      </FailedLinkCard>
    );
  }
  return (
    <AccountFrame
      title={t('Reset password')}
      intro={t('Choose a new password for your account.')}
      below={<TextLink href="/login">{t('Back to login')}</TextLink>}
    >
      {snapshot.matches('form') && message && <Banner tone="error">{message}</Banner>}
      <EntryForm<Passwords>
        initial={{ password: '', confirm: '' }}
        check={problemsOf}
        onSend={({ password }) => send({ type: 'reset', password })}
      >
        <PasswordInput name="password" label={t('New Password')} autoComplete="new-password" />
        <PasswordChecklist name="password" />
        <PasswordInput name="confirm" label={t('Confirm Password')} autoComplete="new-password" />
        <Button type="submit" isBusy={snapshot.matches('sending')}>
          {t('Reset Password')}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemsOf = ({ password, confirm }: Passwords): Problems<Passwords> => ({
  password: meetsAllRequirements(password) ? undefined : t('Please ensure your password meets all requirements'),
  confirm: confirm === password ? undefined : t('Passwords do not match'),
});
