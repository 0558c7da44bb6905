import { t } from '@touchline/core/language';
import { useSession } from '../../session/index.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';

/** The only screen for admins and auditors without two-factor login. */
export function SecondFactorScreen() {
  const { refreshProfile, logout } = useSession();
  return (
    <div className="mx-auto grid w-full max-w-md gap-4">
      <PageHeading title={t('Set up two-factor login')} />
      <p className="text-muted">{t('Admins and auditors log in with a code from an authentication app.')}</p>
      <SecondFactorCard isStaff onSetUp={refreshProfile} />
      <Button look="bare" onClick={logout}>
        {t('Log out')}
      </Button>
    </div>
  );
}
