import { t } from '@touchline/core/language';
import { LogOut } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { useBonusPromo } from '../api/settings.ts';
import { useSession } from '../session/index.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { useIsWide } from '../ui/use-wide.ts';
import { AvailableLeagues } from './available-leagues.tsx';
import { type Destination, destinationsFor, isAt } from './destinations.ts';
import { Logo } from './top-bar.tsx';
import { useLogOut } from './use-log-out.ts';
import { useStaffDestinations } from './use-staff-destinations.ts';

type Props = { readonly brand: string };

/** The left side of a wide screen: the menu, and for guests the leagues and the bonus. */
export function Sidebar({ brand }: Props) {
  const { user, isAuthenticated } = useSession();
  const logOut = useLogOut();
  const isWide = useIsWide();
  const staff = useStaffDestinations(user);
  return (
    <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col gap-6 overflow-y-auto border-r border-line bg-surface p-4 lg:flex">
      <Logo />
      <Menu label={t('Main')} destinations={destinationsFor(user)} />
      {staff.length > 0 && <Menu label={t('Staff')} destinations={staff} />}
      {isAuthenticated ? (
        <Button look="bare" className="mt-auto justify-start px-3 text-muted" onClick={logOut}>
          <LogOut aria-hidden="true" className="size-5" />
          {t('Logout')}
        </Button>
      ) : (
        isWide && <ForGuests brand={brand} />
      )}
    </aside>
  );
}

type MenuProps = { readonly label: string; readonly destinations: readonly Destination[] };
const Menu = ({ label, destinations }: MenuProps) => (
  <nav aria-label={label}>
    <ul className="grid gap-1">
      {destinations.map((destination) => (
        <li key={destination.href}>
          <MenuLink {...destination} />
        </li>
      ))}
    </ul>
  </nav>
);

const ForGuests = ({ brand }: Props) => (
  <>
    <AvailableLeagues />
    <Promo brand={brand} />
  </>
);

/** The same for guests on a narrow screen, below the content. */
export function BelowContent({ brand }: Props) {
  const { isAuthenticated } = useSession();
  const isWide = useIsWide();
  return isAuthenticated || isWide ? null : (
    <aside className="grid gap-6 border-t border-line p-4 pt-6">
      <ForGuests brand={brand} />
    </aside>
  );
}

function MenuLink({ href, title, Icon }: Destination) {
  const [path] = useLocation();
  const isHere = isAt(path, href);
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={classes(
        'flex min-h-11 items-center gap-3 rounded-small px-3 transition-colors',
        isHere ? 'bg-pitch-soft font-strong text-pitch' : 'text-muted hover:bg-raised hover:text-ink',
      )}
    >
      <Icon aria-hidden="true" className="size-5" />
      {t(title)}
    </Link>
  );
}

function Promo({ brand }: Props) {
  const promo = useBonusPromo();
  return (
    <section aria-label={t('Bonus')} className="floodlight mt-auto grid gap-3 rounded-card border border-gold/50 p-4">
      <p>
        <strong className="font-strong text-gold">{t('Join {brand} Today', { brand })}</strong>
        {promo && ` - ${promo}`}
      </p>
      <ButtonLink href="/register" look="gold">
        {t('Register Now')}
      </ButtonLink>
    </section>
  );
}
