import type { Role } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import {
  ArrowLeftRight,
  CircleUserRound,
  ClipboardList,
  CreditCard,
  History,
  House,
  LifeBuoy,
  LogIn,
  type LucideIcon,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldCheck,
  Trophy,
  UserPlus,
  Wallet,
} from 'lucide-react';
import { hasSlip } from '../slip/index.ts';

export type Destination = {
  readonly href: string;
  readonly title: string;
  /** For the bar of a narrow screen, where the title would not fit. */
  readonly short?: string;
  readonly Icon: LucideIcon;
};

const home = { href: '/', title: 'Home', Icon: House };
const games = { href: '/games', title: 'Games', Icon: Trophy };
const profile = { href: '/profile', title: 'Profile', Icon: CircleUserRound };
const slip = { href: '#bet-slip', title: 'Bet Slip', Icon: ReceiptText };
const guest: readonly Destination[] = [home, games];
const bettor: readonly Destination[] = [
  home,
  games,
  { href: '/my-wallet', title: 'My Wallet', short: 'Wallet', Icon: Wallet },
  { href: '/history', title: 'Betting History', short: 'History', Icon: History },
  profile,
];
const players = { href: '/players', title: 'Players', Icon: CircleUserRound };
const reports = { href: '/reports', title: 'Reports', Icon: ScrollText };
const cases = { href: '/cases', title: 'Cases', Icon: ClipboardList };
const reconciliation = { href: '/reconciliation', title: 'Reconciliation', Icon: ArrowLeftRight };
const audit = { href: '/audit', title: 'Audit log', short: 'Audit', Icon: ClipboardList };
const admin: readonly Destination[] = [
  home,
  { href: '/transactions', title: 'Transactions', Icon: Receipt },
  { href: '/markets', title: 'Markets', Icon: ArrowLeftRight },
  audit,
];
const auditor: readonly Destination[] = [home, games, { href: '/ledger', title: 'Ledger', Icon: Scale }, audit];
const support = { href: '/support', title: 'Support', Icon: LifeBuoy };
const transparency = { href: '/transparency', title: 'Transparency', Icon: ShieldCheck };
export const entryLinks: readonly Destination[] = [
  { href: '/login', title: 'Login', Icon: LogIn },
  { href: '/register', title: 'Register', Icon: UserPlus },
];
const more: Record<Role, readonly Destination[]> = {
  bettor: [
    { href: '/deposit', title: 'Deposit', Icon: CreditCard },
    { href: '/statement', title: 'Statement', Icon: ScrollText },
  ],
  admin: [players, reports, cases, reconciliation, games, profile],
  auditor: [players, reports, cases, reconciliation, profile],
};
const menus: Record<Role, readonly Destination[]> = { bettor, admin, auditor };

/** Returns the menu of a guest or a user's role. */
export const destinationsFor = (user: UserView | undefined): readonly Destination[] =>
  user ? menus[user.role] : guest;

/** Returns screens that are not in the menu but can be searched for. */
export const moreFor = (user: UserView | undefined): readonly Destination[] => [
  ...(user ? more[user.role] : entryLinks),
  support,
  transparency,
];

/** Returns the bet slip as a destination, for users who have one. */
export const slipDestination = (user: UserView | undefined): readonly Destination[] => (hasSlip(user) ? [slip] : []);

/** Returns whether a path is a destination or below it. */
export const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
