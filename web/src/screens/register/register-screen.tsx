import {
  credentialTexts,
  emailProblem,
  maxNameLength,
  nameProblem,
  normalEmail,
  passwordProblem,
} from '@touchline/core/account';
import { useMachine } from '@xstate/react';
import { useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useBonusPromo } from '../../api/settings.ts';
import { AccountFrame, TextLink } from '../../forms/account-frame.tsx';
import { EntryForm, type Problems } from '../../forms/entry-form.tsx';
import { PasswordInput, TextInput } from '../../forms/inputs.tsx';
import { storePendingRegistration } from '../../registration/pending-registration.ts';
import { useFrom, withFrom } from '../../session/index.ts';
import { useSlipContext } from '../../slip/slip-context.ts';
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
    const { entries, stakeText } = actors?.slip.getSnapshot().context ?? { entries: [], stakeText: '' };
    const slip = entries.length > 0 ? { path: from, stakeText } : undefined;
    storePendingRegistration({ email: normalEmail(email), slip });
  });
  const [machine] = useState(() =>
    registerMachine.provide({
      actions: {
        'show error': (_, message) => toastError(message, toastMs.usual),
        'welcome and go home': (_, email) => {
          remember(email);
          toastSuccess('Register Successfull, Please check your email to continue', toastMs.registration);
          navigate('/');
        },
      },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  return (
    <AccountFrame
      title="Get started now"
      intro={promo}
      below={
        <>
          Have an account? <TextLink href={withFrom('/login', from)}>Login now</TextLink>
        </>
      }
    >
      {snapshot.matches('refused') && <Banner tone="error">{snapshot.context.message}</Banner>}
      <EntryForm<Account>
        initial={{ name: '', email: '', password: '', confirm: '' }}
        check={problemsOf}
        onSend={({ name, email, password }) => send({ type: 'register', account: { name, email, password } })}
      >
        <TextInput name="name" label="Username" autoComplete="nickname" maxLength={maxNameLength} />
        <TextInput name="email" label="Email" type="email" autoComplete="email" inputMode="email" />
        <PasswordInput name="password" label="Password" autoComplete="new-password" hint="At least 8 characters" />
        <PasswordInput name="confirm" label="Confirm Password" autoComplete="new-password" />
        <Button type="submit" isBusy={snapshot.matches('sending')}>
          Register
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

const problemsOf = ({ name, email, password, confirm }: Account): Problems<Account> => ({
  name: nameProblem(name),
  email: emailProblem(email),
  password: passwordProblem(password),
  confirm: confirm === password ? undefined : credentialTexts.passwordsDiffer,
});
