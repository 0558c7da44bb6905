import { emailProblem, passwordProblem } from '@touchline/core/account';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
import { RedirectBack, useFrom, useSession, withFrom } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { ConfirmBrowser } from './confirm-browser.tsx';
import { loginMachine } from './login-machine.ts';

/** Why the session of this browser ended, if the user did not end it here. */
function endOf(code: string | null): string | undefined {
  switch (code) {
    case 'session-replaced':
      return t('You were logged out because your account is logged in on too many devices. Log in again to continue.');
    case 'session-ended':
      return t('Your session was ended. Please log in again.');
    case 'session-expired':
      return t('Your session has expired. Please log in again.');
    default:
      return undefined;
  }
}

export function LoginScreen() {
  const session = useSession();
  const from = useFrom();
  const [machine] = useState(() =>
    loginMachine.provide({
      actions: {
        welcome: () => toastSuccess(t('Logged in successfully!'), toastMs.usual),
        'start session': (_, answer) => answer && session.login(answer),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const [ended] = useState(() => endOf(sessionStorage.getItem('ended')));
  useEffect(() => sessionStorage.removeItem('ended'), []);
  const { credentials, message } = snapshot.context;
  const token = useSearchParams()[0].get('token') ?? '';
  const isEmpty = snapshot.matches({ form: 'empty' });
  if (session.isAuthenticated && !snapshot.matches('welcomed')) return <RedirectBack />;
  // The field stays while its code is being checked.
  const needsCode =
    snapshot.matches({ form: 'code' }) || (!snapshot.matches({ form: 'refused' }) && credentials.totp !== undefined);
  return (
    <AccountFrame
      title={t('Welcome back')}
      intro={t('Log in to place bets and follow them live.')}
      below={rich('New here? <link>Sign up</link>', {
        link: (text) => <TextLink href={withFrom('/register', from)}>{text}</TextLink>,
      })}
    >
      {ended && isEmpty && <Banner tone="warning">{ended}</Banner>}
      {token !== '' && isEmpty && <ConfirmBrowser token={token} />}
      {snapshot.matches({ form: 'refused' }) && (
        <Banner tone="error" onDismiss={() => send({ type: 'dismiss' })}>
          {message}
        </Banner>
      )}
      {snapshot.matches({ form: 'unverified' }) && (
        <Banner tone="warning" onDismiss={() => send({ type: 'dismiss' })}>
          <p>{message}</p>
          <TextLink href="/resend-verification">{t('Resend verification email')}</TextLink>
        </Banner>
      )}
      {snapshot.matches({ form: 'code' }) && message !== '' && (
        <Banner tone="info" onDismiss={() => send({ type: 'dismiss' })}>
          {message}
        </Banner>
      )}
      <EntryForm
        initial={{ email: '', password: '', totp: '' }}
        check={({ email, password, totp }) => ({
          email: emailProblem(email),
          password: passwordProblem(password),
          totp: needsCode && !totp.trim() ? t('Please enter the code') : undefined,
        })}
        onSend={({ email, password, totp }) =>
          send({ type: 'log in', credentials: { email, password, ...(needsCode && { totp }) } })
        }
      >
        <TextInput name="email" label={t('Email')} type="email" autoComplete="username" inputMode="email" />
        <div className="grid gap-1">
          <PasswordInput name="password" label={t('Password')} autoComplete="current-password" />
          <div className="justify-self-end">
            <TextLink href="/forgot-password">{t('Forgot password?')}</TextLink>
          </div>
        </div>
        {needsCode && <TextInput name="totp" label={t('Authentication code')} autoComplete="one-time-code" />}
        <Button
          type="submit"
          isBusy={snapshot.matches('sending') || snapshot.matches('welcomed')}
          disabled={snapshot.matches('passkey')}
        >
          {t('Log in')}
        </Button>
        <Button
          look="quiet"
          isBusy={snapshot.matches('passkey')}
          disabled={snapshot.matches('sending') || snapshot.matches('welcomed')}
          onClick={() => send({ type: 'use passkey' })}
        >
          {t('Log in with a passkey')}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
