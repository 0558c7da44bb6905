import { emailProblem } from '@touchline/core/account';
import { accountEndpoints, type EmailRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { type ReactNode, useState } from 'react';
import { call } from '../api/call.ts';
import { type Save, useSave } from '../api/use-save.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { EntryForm } from './entry-form.tsx';
import { TextInput } from './inputs.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type Props = {
  readonly sending: Save<EmailRequest, unknown>;
  readonly title: string;
  readonly intro: string;
  readonly below: ReactNode;
  /** The address that is filled in. */
  readonly known?: string | undefined;
  readonly autoComplete: 'email' | 'username';
  readonly button: string;
  /** Where to go once the email is on its way. */
  readonly next: { readonly href: string; readonly label: string };
  readonly sentText: (email: string) => ReactNode;
};

/** Asks for an address and has a link sent to it; then says so, whether or not the address has an account. */
export function EmailLinkForm({ sending, known = '', autoComplete, button, next, sentText, ...frame }: Props) {
  const { state, message, submit, reset } = sending;
  const [email, setEmail] = useState('');
  if (state === 'saved') {
    return (
      <OutcomeCard
        kind="mail"
        title={t('Check Your Email')}
        actions={
          <>
            <ButtonLink href={next.href}>{next.label}</ButtonLink>
            <Button look="bare" onClick={reset}>
              {t('Try another email')}
            </Button>
          </>
        }
      >
        <p>{sentText(email)}</p>
        <p className="mt-2 text-small">{t('Nothing there? Check your spam folder.')}</p>
      </OutcomeCard>
    );
  }
  return (
    <AccountFrame {...frame}>
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <EntryForm
        initial={{ email: email || known }}
        check={addressProblem}
        onSend={(values) => {
          setEmail(values.email);
          submit(values);
        }}
      >
        <TextInput name="email" label={t('Email')} type="email" autoComplete={autoComplete} inputMode="email" />
        <Button type="submit" isBusy={state === 'saving'}>
          {button}
        </Button>
      </EntryForm>
    </AccountFrame>
  );
}

/** Shows an address in the middle of a sentence. */
export const address = (text: ReactNode) => <strong className="wrap-anywhere text-ink">{text}</strong>;

const addressProblem = ({ email }: EmailRequest) => ({
  email: email.trim() === '' ? t('Please enter your email address') : emailProblem(email),
});

/** Sends the link that verifies an address again. */
export const useResend = () =>
  useSave({
    save: (body: EmailRequest) => call(accountEndpoints.resendVerification, { body }),
    fallback: t('The link could not be sent. Please try again.'),
  });
