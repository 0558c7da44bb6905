import { accountEndpoints, type EmailRequest } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { call } from '../../api/call.ts';
import { useSave } from '../../api/use-save.ts';
import { TextLink } from '../../forms/account-frame.tsx';
import { address, EmailLinkForm } from '../../forms/email-link.tsx';
import { rich } from '../../language/rich.tsx';
import { toastMs, toastSuccess } from '../../ui/toast.ts';

export function ForgotPasswordScreen() {
  const sending = useSave({
    save: (body: EmailRequest) => call(accountEndpoints.forgotPassword, { body }),
    // The sentences of the server are not shown here.
    fallback: (failure) =>
      failure?.kind === 'refused' && failure.view.code === 'answer-unreadable'
        ? t('Something went wrong. Please try again')
        : t('An unexpected error occurred'),
    onSaved: () => toastSuccess(t('Reset instructions sent to your email'), toastMs.usual),
  });
  return (
    <EmailLinkForm
      sending={sending}
      title={t('Forgot password')}
      intro={t('We send you a link to set a new one.')}
      below={<TextLink href="/login">{t('Back to login')}</TextLink>}
      autoComplete="username"
      button={sending.state === 'saving' ? t('Sending...') : t('Send Reset Link')}
      next={{ href: '/login', label: t('Back to login') }}
      sentText={(email) =>
        rich('If there is an account for <address>{email}</address>, a link to reset its password is on its way.', {
          email,
          address,
        })
      }
    />
  );
}
