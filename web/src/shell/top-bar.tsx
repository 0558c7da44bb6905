import { t } from '@touchline/core/language';
import { Search } from 'lucide-react';
import { Link } from 'wouter';
import { useCode } from '../loading/use-code.ts';
import { useSession } from '../session/index.ts';
import { hasSlip, SlipButton } from '../slip/index.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { AccountMenu, Avatar } from './account-menu.tsx';
import { Balance } from './balance.tsx';
import { preparePalette } from './palette.tsx';

const loadBell = async () => (await import('../notifications/bell.tsx')).Bell;

export function TopBar({ onSearch }: { readonly onSearch: () => void }) {
  const { user } = useSession();
  const isBettor = user?.role === 'bettor';
  const Bell = useCode(isBettor, loadBell);
  return (
    <header
      data-who={user ? 'member' : 'guest'}
      className="group/bar flex min-h-16 items-center border-b border-line bg-surface px-2 sm:gap-2 sm:px-4 lg:px-6"
    >
      <div className="max-[28rem]:group-data-[who=member]/bar:hidden lg:hidden">
        <Logo />
      </div>
      <button
        type="button"
        aria-label={t('Search for Games...')}
        aria-keyshortcuts="/ Control+K"
        onClick={onSearch}
        onPointerEnter={prepare}
        onFocus={prepare}
        className="ml-auto inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-small text-muted hover:bg-raised lg:ml-0 lg:w-72 lg:justify-start lg:border lg:border-edge lg:bg-ground lg:px-3"
      >
        <Search aria-hidden="true" className="size-5 shrink-0" />
        <span className="hidden truncate lg:inline">{t('Search for Games...')}</span>
        <kbd className="ml-auto hidden rounded-small border border-line px-1.5 text-small xl:inline">/</kbd>
      </button>
      <div className="hidden flex-1 lg:block" />
      <div className={user ? 'max-sm:hidden' : undefined}>
        <ThemeToggle />
      </div>
      {user ? (
        <>
          {hasSlip(user) && <SlipButton />}
          {isBettor && <Balance />}
          {isBettor && <div className="size-11 shrink-0">{Bell && <Bell />}</div>}
          <Link
            href="/profile"
            className="hidden min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-small hover:bg-raised lg:flex"
          >
            <span className="sr-only">{t('Profile of {name}', { name: user.name })}</span>
            <Avatar name={user.name} />
            <span aria-hidden="true" className="max-w-28 leading-tight xl:max-w-40">
              <span className="block truncate font-strong">{user.name}</span>
              <span className="block truncate text-small text-muted">{user.email}</span>
            </span>
          </Link>
          <AccountMenu user={user} />
        </>
      ) : (
        <>
          <SlipButton />
          <div className="hidden gap-2 sm:flex">
            <ButtonLink href="/login" look="quiet">
              {t('Login')}
            </ButtonLink>
            <ButtonLink href="/register">{t('Register')}</ButtonLink>
          </div>
        </>
      )}
    </header>
  );
}

/** A failure is reported at the press. */
const prepare = () => void preparePalette().catch(() => {});

export const Logo = () => (
  <Link
    href="/"
    aria-label={t('Touchline, home')}
    className="inline-flex min-h-11 min-w-11 items-center justify-center self-start gap-2 rounded-small text-figure font-strong"
  >
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-7 text-pitch">
      <path d="M3 25h26" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
      <circle cx="16" cy="13" r="7" fill="none" stroke="currentColor" strokeWidth="3" />
    </svg>
    <span className="max-sm:group-data-[who=member]/bar:hidden">Touchline</span>
  </Link>
);
