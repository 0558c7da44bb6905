import { isStaff } from '@touchline/core/account';
import type { ProfileView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { useState } from 'react';
import { LimitsCard } from '../../limits/limits-card.tsx';
import { useSession } from '../../session/index.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Placeholder, Skeleton } from '../../ui/skeleton.tsx';
import { AccountCard } from './account-card.tsx';
import { CloseAccountCard } from './close-account-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function ProfileScreen() {
  const { profile, hasProfileFailed: hasFailed, refreshProfile } = useSession();
  return (
    <>
      <PageHeading title={t('Profile')} />
      {profile && <Sections profile={profile} />}
      {!profile && hasFailed && <EmptyState title={t('Your profile could not be loaded.')} onRetry={refreshProfile} />}
      {!profile && !hasFailed && (
        <Placeholder text={t('Loading your profile...')} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-72 w-full" />
          <Skeleton className="h-72 w-full" />
        </Placeholder>
      )}
    </>
  );
}

/** One card per setting. Limits and closing the account are for bettors. */
function Sections({ profile }: { readonly profile: ProfileView }) {
  const [sessionChanges, setSessionChanges] = useState(0);
  const reloadSessions = () => setSessionChanges((count) => count + 1);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <AccountCard profile={profile} />
        <PreferencesCard />
      </div>
      {profile.role === 'bettor' && <LimitsCard />}
      {profile.role === 'bettor' && <NotificationsCard />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <SessionsCard changes={sessionChanges} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <PasswordCard onChanged={reloadSessions} />
          <SecondFactorCard isStaff={isStaff(profile.role)} onSetUp={reloadSessions} />
          <PasskeysCard />
          <OwnDataCard />
          {profile.role === 'bettor' && <CloseAccountCard />}
        </div>
      </div>
    </div>
  );
}
