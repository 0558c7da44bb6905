import type { Role } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import {
  ArrowLeftRight,
  CircleUserRound,
  ClipboardList,
  History,
  House,
  LogIn,
  type LucideIcon,
  Receipt,
  Scale,
  Trophy,
  UserPlus,
  Wallet,
} from 'lucide-react';

export type Destination = {
  readonly href: string;
  readonly title: string;
  /** For the bar of a narrow screen, where the title would not fit. */
  readonly short?: string;
  readonly Icon: LucideIcon;
};

const home = { href: '/', title: 'Home', Icon: House };
export const games = { href: '/games', title: 'Games', Icon: Trophy };
export const profile = { href: '/profile', title: 'Profile', Icon: CircleUserRound };
const guest: readonly Destination[] = [home, games];
const bettor: readonly Destination[] = [
  home,
  games,
  { href: '/my-wallet', title: 'My Wallet', short: 'Wallet', Icon: Wallet },
  { href: '/history', title: 'Betting History', short: 'History', Icon: History },
  profile,
];
const audit = { href: '/audit', title: 'Audit log', short: 'Audit', Icon: ClipboardList };
const admin: readonly Destination[] = [
  home,
  { href: '/transactions', title: 'Transactions', Icon: Receipt },
  { href: '/markets', title: 'Markets', Icon: ArrowLeftRight },
  audit,
];
const auditor: readonly Destination[] = [home, games, { href: '/ledger', title: 'Ledger', Icon: Scale }, audit];
export const entryLinks: readonly Destination[] = [
  { href: '/login', title: 'Login', Icon: LogIn },
  { href: '/register', title: 'Register', Icon: UserPlus },
];
const menus: Record<Role, readonly Destination[]> = { bettor, admin, auditor };

/** Returns the menu of a guest or a user's role. */
export const destinationsFor = (user: UserView | undefined): readonly Destination[] =>
  user ? menus[user.role] : guest;

/** Returns whether a path is a destination or below it. */
export const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
