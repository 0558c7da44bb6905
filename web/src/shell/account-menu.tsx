import type { UserView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { CircleUserRound, LogOut } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Link } from 'wouter';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useLogOut } from './use-log-out.ts';
import { useStaffDestinations } from './use-staff-destinations.ts';

const entry = 'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-left hover:bg-raised';

/** The account menu of a narrow screen: user, profile and logout, which the sidebar shows on a wide one. */
export function AccountMenu({ user }: { readonly user: UserView }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const logOut = useLogOut();
  const close = () => menu.current?.removeAttribute('open');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details ref={menu} onKeyDown={onKeyDown} className="relative lg:hidden">
      <summary className="flex size-11 list-none items-center justify-center rounded-small hover:bg-raised">
        <span className="sr-only">{t('Account of {name}', { name: user.name })}</span>
        <Avatar name={user.name} />
      </summary>
      <div className="absolute top-full right-0 z-40 mt-2 w-64 animate-appear rounded-card border border-edge bg-surface p-2 shadow-panel">
        <div className="flex items-center justify-between gap-2 pl-3">
          <p className="min-w-0 py-2 leading-tight">
            <span className="block truncate font-strong">{user.name}</span>
            <span className="block truncate text-small text-muted">{user.email}</span>
          </p>
          <span className="sm:hidden">
            <ThemeToggle />
          </span>
        </div>
        {useStaffDestinations(user).map(({ href, title, Icon }) => (
          <Link key={href} href={href} onClick={close} className={entry}>
            <Icon aria-hidden="true" className="size-5 text-muted" />
            {t(title)}
          </Link>
        ))}
        <Link href="/profile" onClick={close} className={entry}>
          <CircleUserRound aria-hidden="true" className="size-5 text-muted" />
          {t('Profile')}
        </Link>
        <button type="button" onClick={logOut} className={entry}>
          <LogOut aria-hidden="true" className="size-5 text-muted" />
          {t('Logout')}
        </button>
      </div>
    </details>
  );
}

/** The first two characters of the name. No image service, so none learns who uses Touchline. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span
    aria-hidden="true"
    className="inline-flex size-9 items-center justify-center rounded-round border border-pitch/50 bg-pitch-soft text-small font-strong text-pitch"
  >
    {[...name].slice(0, 2).join('').toUpperCase()}
  </span>
);
