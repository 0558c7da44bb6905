import { credentialTexts, emailProblem, maxNameLength, nameProblem, passwordProblem } from '@touchline/core/account';
import { accountEndpoints, type RegisterRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { useBonusPromo } from '../../api/settings.ts';
import { useSave } from '../../api/use-save.ts';
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

type Account = { readonly name: string; readonly email: string; readonly password: string; readonly confirm: string };

export function RegisterScreen() {
  const [, navigate] = useLocation();
  const promo = useBonusPromo();
  const from = useFrom();
  const { actors } = useSlipContext();
  const { state, message, submit } = useSave({
    save: (body: RegisterRequest) => call(accountEndpoints.register, { body }),
    fallback: (failure) => {
      if (failure?.kind !== 'refused') return t('Something went wrong. Please try again.');
      return failure.view.error || t('Something went wrong. Please try again');
    },
    onSaved: ({ user: { email } }) => {
      const filled = actors?.slip.getSnapshot().context;
      const slip =
        filled && filled.entries.length > 0
          ? { path: from, stakeText: filled.stakeText, stake: totalStake(ticketsOf(filled)) }
          : undefined;
      storePendingRegistration({ email, slip });
      toastSuccess(t('Register Successfull, Please check your email to continue'), toastMs.registration);
      navigate('/');
    },
    onRefused: (text) => toastError(text, toastMs.usual),
  });
  return (
    <AccountFrame
      title={t('Get started now')}
      intro={promo}
      below={rich('Have an account? <link>Login now</link>', {
        link: (text) => <TextLink href={withFrom('/login', from)}>{text}</TextLink>,
      })}
    >
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <EntryForm<Account>
        initial={{ name: '', email: '', password: '', confirm: '' }}
        check={problemsOf}
        onSend={({ name, email, password }) => submit({ name, email, password })}
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
        <Button type="submit" isBusy={state === 'saving'}>
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
