import {
  credentialTexts,
  emailProblem,
  maxNameLength,
  nameProblem,
  normalEmail,
  passwordProblem,
} from '@touchline/core/account';
import { t } from '@touchline/core/language';
import { useMachine } from '@xstate/react';
import { useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useBonusPromo } from '../../api/settings.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm, type Problems } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { rich } from '../../language/rich.tsx';
import { storePendingRegistration } from '../../registration/pending-registration.ts';
import { useFrom, withFrom } from '../../session/index.ts';
import { useSlipContext } from '../../slip/slip-context.ts';
import { ticketsOf, totalStake } from '../../slip/tickets.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toastError, toastMs, toastSuccess } from '../../ui/toast.ts';
import { registerMachine } from './register-machine.ts';

type Account = { readonly name: string; readonly email: string; readonly password: string; readonly confirm: string };

export function RegisterScreen() {
  const [, navigate] = useLocation();
  const promo = useBonusPromo();
  const from = useFrom();
  const { actors } = useSlipContext();
  const remember = useEffectEvent((email: string) => {
    const filled = actors?.slip.getSnapshot().context;
    const slip = filled &&
      filled.entries.length > 0 && { path: from, stakeText: filled.stakeText, stake: totalStake(ticketsOf(filled)) };
    storePendingRegistration({ email: normalEmail(email), ...(slip && { slip }) });
  });
  const [machine] = useState(() =>
    registerMachine.provide({
      actions: {
        'show error': (_, message) => toastError(message, toastMs.usual),
        'welcome and go home': (_, email) => {
          remember(email);
          toastSuccess(t('Register Successfull, Please check your email to continue'), toastMs.registration);
          navigate('/');
        },
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  return (
    <AccountFrame
      title={t('Get started now')}
      intro={promo}
      below={rich('Have an account? <link>Login now</link>', {
        link: (text) => <TextLink href={withFrom('/login', from)}>{text}</TextLink>,
      })}
    >
      {snapshot.matches('refused') && <Banner tone="error">{snapshot.context.message}</Banner>}
      <EntryForm<Account>
        initial={{ name: '', email: '', password: '', confirm: '' }}
        check={problemsOf}
        onSend={({ name, email, password }) => send({ type: 'register', account: { name, email, password } })}
      >
        <TextInput name="name" label={t('Username')} autoComplete="nickname" maxLength={maxNameLength} />
        <TextInput name="email" label={t('Email')} type="email" autoComplete="email" inputMode="email" />
        <PasswordInput
          name="password"
          label={t('Password')}
          autoComplete="new-password"
          hint={t('At least 8 characters')}
        />
        <PasswordInput name="confirm" label={t('Confirm Password')} autoComplete="new-password" />
        <Button type="submit" isBusy={snapshot.matches('sending')}>
          {t('Register')}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemsOf = ({ name, email, password, confirm }: Account): Problems<Account> => ({
  name: nameProblem(name),
  email: emailProblem(email),
  password: passwordProblem(password),
  confirm: confirm === password ? undefined : t(credentialTexts.passwordsDiffer),
});
