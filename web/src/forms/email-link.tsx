import { emailProblem } from '@touchline/core/account';
import { accountEndpoints, type EmailRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import type { ReactNode } from 'react';
import { call } from '../api/call.ts';
import { useSave } from '../api/use-save.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { OutcomeCard } from './outcome-card.tsx';

type Props = {
  readonly children: ReactNode;
  readonly next: { readonly href: string; readonly label: string };
  readonly onAnother: () => void;
};

/** An email with a link is on its way, if the address has an account. */
export const EmailSentCard = ({ children, next, onAnother }: Props) => (
  <OutcomeCard
    kind="mail"
    title={t('Check Your Email')}
    actions={
      <>
        <ButtonLink href={next.href}>{next.label}</ButtonLink>
        <Button look="bare" onClick={onAnother}>
          {t('Try another email')}
        </Button>
      </>
    }
  >
    <p>{children}</p>
    <p className="mt-2 text-small">{t('Nothing there? Check your spam folder.')}</p>
  </OutcomeCard>
);

/** What is wrong with the address for a link. */
export const addressProblem = ({ email }: { readonly email: string }) => ({
  email: email.trim() === '' ? t('Please enter your email address') : emailProblem(email),
});

/** Sends the link that verifies an address again. */
export const useResend = () =>
  useSave({
    save: (body: EmailRequest) => call(accountEndpoints.resendVerification, { body }),
    fallback: t('The link could not be sent. Please try again.'),
  });
