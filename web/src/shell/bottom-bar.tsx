import { t } from '@touchline/core/language';
import { Link, useLocation } from 'wouter';
import { useSession } from '../session/index.ts';
import { classes } from '../ui/classes.ts';
import { destinationsFor, entryLinks, isAt } from './destinations.ts';

/** The menu of a narrow screen: up to four destinations. */
export function BottomBar() {
  const { user } = useSession();
  const [path] = useLocation();
  const places = user ? destinationsFor(user).slice(0, 4) : [...destinationsFor(user), ...entryLinks];
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex">
        {places.map(({ href, title, short, Icon }) => (
          <li key={href} className="min-w-0 flex-1">
            <Link
              href={href}
              aria-label={t(title)}
              aria-current={isAt(path, href) ? 'page' : undefined}
              className={classes(
                'flex h-15 flex-col items-center justify-center gap-0.5 text-small',
                isAt(path, href) ? 'font-strong text-pitch' : 'text-muted',
              )}
            >
              <Icon aria-hidden="true" className="size-5" />
              <span className="max-w-full truncate px-1 max-[24rem]:px-0 max-[24rem]:tracking-tight">
                {t(short ?? title)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
