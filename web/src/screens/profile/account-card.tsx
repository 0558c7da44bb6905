import type { ProfileView } from '@touchline/core/contract';
import { formatDate, type Message, msg, t } from '@touchline/core/language';
import { BadgeCheck, LogOut, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { useResend } from '../../forms/email-link.tsx';
import { Avatar } from '../../shell/account-menu.tsx';
import { useLogOut } from '../../shell/use-log-out.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NameForm } from './name-form.tsx';

/** Name, role, start of membership, and whether the email is verified. */
export function AccountCard({ profile }: { readonly profile: ProfileView }) {
  const logOut = useLogOut();
  return (
    <Card aria-label={t('Account')} className="grid grid-cols-1 gap-4 p-5!">
      <header className="flex items-center gap-4">
        <Avatar name={profile.name} />
        <div className="min-w-0">
          <h2 className="truncate text-figure font-strong">{profile.name}</h2>
          <p className="truncate text-muted">{profile.email}</p>
        </div>
      </header>
      <dl className="grid divide-y divide-line border-y border-line">
        <Row name={t('Role')}>{t(roleNames[profile.role])}</Row>
        <Row name={t('Member since')}>{dateOf(profile.createdAt)}</Row>
        <Row name={t('Email')}>
          {profile.emailVerified ? (
            <Badge tone="won">
              <BadgeCheck aria-hidden="true" className="size-3.5" /> {t('Verified')}
            </Badge>
          ) : (
            <Badge tone="gold">
              <MailWarning aria-hidden="true" className="size-3.5" /> {t('Not verified')}
            </Badge>
          )}
        </Row>
      </dl>
      {!profile.emailVerified && <ResendLink email={profile.email} />}
      <NameForm name={profile.name} />
      <Button look="quiet" onClick={logOut}>
        <LogOut aria-hidden="true" className="size-4" /> {t('Log out')}
      </Button>
    </Card>
  );
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="font-strong">{children}</dd>
  </div>
);

const roleNames: Record<ProfileView['role'], Message> = {
  bettor: msg('Bettor'),
  admin: msg('Admin'),
  auditor: msg('Auditor'),
};

function dateOf(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? t('Invalid date') : formatDate(at, { month: 'long', day: 'numeric', year: 'numeric' });
}

/** Sends the verification link again. */
export function ResendLink({ email }: { readonly email: string }) {
  const { state, message, submit } = useResend();
  if (state === 'saved') return <Banner tone="success">{t('A new link is on its way to {email}.', { email })}</Banner>;
  return (
    <div className="grid gap-2">
      {state === 'refused' && <Banner tone="error">{message}</Banner>}
      <Button isBusy={state === 'saving'} onClick={() => submit({ email })}>
        {t('Send a new verification link')}
      </Button>
    </div>
  );
}
