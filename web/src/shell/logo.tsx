import { t } from '@touchline/core/language';
import { Link } from 'wouter';

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
