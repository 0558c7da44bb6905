import { meetsAllRequirements } from '@touchline/core/account';
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
      actions: { 'show success': () => toastSuccess('Password reset successfully', toastMs.usual) },
    }),
  );
  const [snapshot, send] = useMachine(machine, { input: { token: search.get('token') ?? '' } });
  const { message, canRetry } = snapshot.context;
  if (snapshot.matches('changed')) {
    return (
      <OutcomeCard
        kind="done"
        title="Password Reset Successfully"
        actions={<ButtonLink href="/login">Log in</ButtonLink>}
      >
        You can log in with your new password now.
      </OutcomeCard>
    );
  }
  if (snapshot.matches('failed')) {
    return (
      <FailedLinkCard
        title="Password Reset Failed"
        onRetry={canRetry ? () => send({ type: 'retry' }) : undefined}
        newLink={{ href: '/forgot-password', label: 'Request New Reset Link' }}
      >
        {message}
      </FailedLinkCard>
    );
  }
  return (
    <AccountFrame
      title="Reset password"
      intro="Choose a new password for your account."
      below={<TextLink href="/login">Back to login</TextLink>}
    >
      {snapshot.matches('form') && message && <Banner tone="error">{message}</Banner>}
      <EntryForm<Passwords>
        initial={{ password: '', confirm: '' }}
        check={problemsOf}
        onSend={({ password }) => send({ type: 'reset', password })}
      >
        <PasswordInput name="password" label="New Password" autoComplete="new-password" />
        <PasswordChecklist name="password" />
        <PasswordInput name="confirm" label="Confirm Password" autoComplete="new-password" />
        <Button type="submit" isBusy={snapshot.matches('sending')}>
          Reset Password
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemsOf = ({ password, confirm }: Passwords): Problems<Passwords> => ({
  password: meetsAllRequirements(password) ? undefined : 'Please ensure your password meets all requirements',
  confirm: confirm === password ? undefined : 'Passwords do not match',
});
