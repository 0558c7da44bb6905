import type { Role } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import { type Message, msg } from '@touchline/core/language';
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
  readonly title: Message;
  /** For the bar of a narrow screen, where the title would not fit. */
  readonly short?: Message;
  readonly Icon: LucideIcon;
};

const home = { href: '/', title: msg('Home'), Icon: House };
export const games = { href: '/games', title: msg('Games'), Icon: Trophy };
export const profile = { href: '/profile', title: msg('Profile'), Icon: CircleUserRound };
const guest: readonly Destination[] = [home, games];
const bettor: readonly Destination[] = [
  home,
  games,
  { href: '/my-wallet', title: msg('My Wallet'), short: msg('Wallet'), Icon: Wallet },
  { href: '/history', title: msg('Betting History'), short: msg('History'), Icon: History },
  profile,
];
const audit = { href: '/audit', title: msg('Audit log'), short: msg('Audit'), Icon: ClipboardList };
const admin: readonly Destination[] = [
  home,
  { href: '/transactions', title: msg('Transactions'), Icon: Receipt },
  { href: '/markets', title: msg('Markets'), Icon: ArrowLeftRight },
  audit,
];
const auditor: readonly Destination[] = [home, games, { href: '/ledger', title: msg('Ledger'), Icon: Scale }, audit];
export const entryLinks: readonly Destination[] = [
  { href: '/login', title: msg('Login'), Icon: LogIn },
  { href: '/register', title: msg('Register'), Icon: UserPlus },
];
const menus: Record<Role, readonly Destination[]> = { bettor, admin, auditor };

/** Returns the menu of a guest or a user's role. */
export const destinationsFor = (user: UserView | undefined): readonly Destination[] =>
  user ? menus[user.role] : guest;

/** Returns whether a path is a destination or below it. */
export const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
