import { emailProblem, passwordProblem } from '@touchline/core/account';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { fromPromise } from 'xstate';
import { login } from '../../api/accounts.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { BackToWhereTheyCameFrom, useSession } from '../../session/index.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';
import { ConfirmBrowser } from './confirm-browser.tsx';
import { loginMachine } from './login-machine.ts';

export function LoginScreen() {
  const session = useSession();
  const [machine] = useState(() =>
    loginMachine.provide({
      actors: {
        login: fromPromise(({ input }) => login(input)),
        passkey: fromPromise(async () => (await import('../../api/passkeys.ts')).logInWithPasskey()),
      },
      actions: {
        'greet the bettor': () => toastSuccess('Logged in successfully!', toastMs.usual),
        'let the bettor in': (_, answer) => answer && session.login(answer),
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  const [wasReplaced] = useState(() => sessionStorage.getItem('ended') === 'session-replaced');
  useEffect(() => sessionStorage.removeItem('ended'), []);
  const { credentials, message } = snapshot.context;
  const token = useSearchParams()[0].get('token') ?? '';
  const isFresh = snapshot.matches('asking');
  if (session.isAuthenticated && !snapshot.matches('welcomed')) return <BackToWhereTheyCameFrom />;
  // The field stays while its code is on the way.
  const wantsCode =
    snapshot.matches('asking for the code') || (!snapshot.matches('refused') && credentials.totp !== undefined);
  return (
    <AccountFrame
      title="Welcome back"
      intro="Log in to place bets and follow them live."
      below={
        <>
          New here? <TextLink href="/register">Sign up</TextLink>
        </>
      }
    >
      {wasReplaced && isFresh && (
        <Banner tone="warning">
          You were logged out because your account is logged in on too many devices. Log in again to go on here.
        </Banner>
      )}
      {token !== '' && isFresh && <ConfirmBrowser token={token} />}
      {snapshot.matches('refused') && (
        <Banner tone="error" onDismiss={() => send({ type: 'banner dismissed' })}>
          {message}
        </Banner>
      )}
      {snapshot.matches('unverified') && (
        <Banner tone="warning" onDismiss={() => send({ type: 'banner dismissed' })}>
          <p>{message}</p>
          <TextLink href="/resend-verification">Resend verification email</TextLink>
        </Banner>
      )}
      {snapshot.matches('asking for the code') && message !== '' && (
        <Banner tone="info" onDismiss={() => send({ type: 'banner dismissed' })}>
          {message}
        </Banner>
      )}
      <EntryForm
        initial={{ email: '', password: '', totp: '' }}
        check={({ email, password, totp }) => ({
          email: emailProblem(email),
          password: passwordProblem(password),
          totp: wantsCode && !totp.trim() ? 'Please enter the code' : undefined,
        })}
        onSend={({ email, password, totp }) =>
          send({ type: 'log in pressed', credentials: { email, password, ...(wantsCode && { totp }) } })
        }
      >
        <TextInput name="email" label="Email" type="email" autoComplete="username" inputMode="email" />
        <div className="grid gap-1">
          <PasswordInput name="password" label="Password" autoComplete="current-password" />
          <div className="justify-self-end">
            <TextLink href="/forgot-password">Forgot password?</TextLink>
          </div>
        </div>
        {wantsCode && <TextInput name="totp" label="Authentication code" autoComplete="one-time-code" />}
        <Button
          type="submit"
          isBusy={snapshot.matches('sending') || snapshot.matches('welcomed')}
          disabled={snapshot.matches('waiting for the passkey')}
        >
          Log in
        </Button>
        <Button
          look="quiet"
          isBusy={snapshot.matches('waiting for the passkey')}
          disabled={snapshot.matches('sending') || snapshot.matches('welcomed')}
          onClick={() => send({ type: 'passkey pressed' })}
        >
          Log in with a passkey
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}
