import { t } from '@touchline/core/language';
import { TextLink } from '../../forms/account-frame.tsx';
import { address, EmailLinkForm, useResend } from '../../forms/email-link.tsx';
import { rich } from '../../language/rich.tsx';
import { useSession } from '../../session/index.ts';

export function ResendVerificationScreen() {
  const { user } = useSession();
  return (
    <EmailLinkForm
      sending={useResend()}
      title={t('Verify your email')}
      intro={t('We send you a new link to confirm your address.')}
      below={<TextLink href="/support">{t('Still stuck?')}</TextLink>}
      known={user?.email}
      autoComplete="email"
      button={t('Send a new link')}
      next={{ href: '/', label: t('Back to Home') }}
      sentText={(email) =>
        rich('If <address>{email}</address> is not confirmed yet, a new link is on its way.', { email, address })
      }
    />
  );
}
