import type { ProfileView } from '@touchline/core/contract';
import { useMachine, useSelector } from '@xstate/react';
import { BadgeCheck, LogOut, MailWarning } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fromPromise } from 'xstate';
import { resendVerification } from '../../api/accounts.ts';
import { useSession } from '../../session/index.ts';
import { useSessionActor } from '../../session/session.tsx';
import { Avatar } from '../../shell/avatar.tsx';
import { useLogOut } from '../../shell/use-log-out.ts';
import { OddsSetting } from '../../slip/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { profileMachine } from './profile-machine.ts';

export function ProfileScreen() {
  const { profile, refreshProfile } = useSession();
  const hasFailed = useSelector(useSessionActor(), (snapshot) => snapshot.matches({ member: 'unknown' }));
  return (
    <>
      <PageHeading title="Profile" />
      {profile && <Sections profile={profile} />}
      {!profile && hasFailed && (
        <EmptyState
          title="Your profile could not be loaded."
          action={<Button onClick={refreshProfile}>Try Again</Button>}
        />
      )}
      {!profile && !hasFailed && (
        <div role="status" className="grid gap-4 lg:grid-cols-2">
          <p className="sr-only">Loading your profile...</p>
          <Skeleton className="h-72 w-full" />
          <Skeleton className="h-72 w-full" />
        </div>
      )}
    </>
  );
}

function Sections({ profile }: { readonly profile: ProfileView }) {
  const logOut = useLogOut();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card aria-label="Account" className="grid gap-4 p-5!">
        <header className="flex items-center gap-4">
          <Avatar name={profile.name} />
          <div className="min-w-0">
            <h2 className="truncate text-figure font-strong">{profile.name}</h2>
            <p className="truncate text-muted">{profile.email}</p>
          </div>
        </header>
        <dl className="grid divide-y divide-line border-y border-line">
          <Row name="Role">{roleWords[profile.role]}</Row>
          <Row name="Member since">{dateOf(profile.createdAt)}</Row>
          <Row name="Email">
            {profile.emailVerified ? (
              <Badge tone="won">
                <BadgeCheck aria-hidden="true" className="size-3.5" /> Verified
              </Badge>
            ) : (
              <Badge tone="gold">
                <MailWarning aria-hidden="true" className="size-3.5" /> Not verified
              </Badge>
            )}
          </Row>
        </dl>
        {!profile.emailVerified && <ResendLink email={profile.email} />}
        <Button look="quiet" onClick={logOut}>
          <LogOut aria-hidden="true" className="size-4" /> Log out
        </Button>
      </Card>
      <Card aria-label="Settings" className="grid gap-5 p-5!">
        <h2 className="text-figure font-strong">Settings</h2>
        <div className="grid gap-2">
          <h3 className="font-strong">When the odds move</h3>
          <p className="text-small text-muted">
            Odds can change between picking and placing. Choose which changes your slip takes without asking again.
          </p>
          <OddsSetting />
        </div>
        <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
          <div>
            <h3 className="font-strong">Theme</h3>
            <p className="text-small text-muted">Day or night; your system decides until you do.</p>
          </div>
          <ThemeToggle />
        </div>
      </Card>
    </div>
  );
}

function ResendLink({ email }: { readonly email: string }) {
  const [machine] = useState(() =>
    profileMachine.provide({
      actors: { resendVerification: fromPromise(({ input }) => resendVerification(input)) },
    }),
  );
  const [snapshot, send] = useMachine(machine);
  if (snapshot.matches('sent')) return <Banner tone="success">A new link is on its way to {email}.</Banner>;
  return (
    <div className="grid gap-2">
      {snapshot.matches('refused') && <Banner tone="error">{snapshot.context.message}</Banner>}
      <Button isBusy={snapshot.matches('sending')} onClick={() => send({ type: 'resend pressed', email })}>
        Send a new verification link
      </Button>
    </div>
  );
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="flex min-h-11 items-center justify-between gap-4">
    <dt className="text-muted">{name}</dt>
    <dd className="font-strong">{children}</dd>
  </div>
);

const roleWords: Record<ProfileView['role'], string> = { bettor: 'Bettor', admin: 'Admin', auditor: 'Auditor' };

function dateOf(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? 'Invalid date' : day.format(at);
}

const day = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });
