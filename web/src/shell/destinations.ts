import type { Role } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import {
  CircleUserRound,
  History,
  House,
  type LucideIcon,
  Receipt,
  ReceiptText,
  Scale,
  ScrollText,
  Trophy,
  Wallet,
} from 'lucide-react';

export type Destination = {
  readonly href: string;
  readonly title: string;
  /** For the bar of a narrow screen, where the title would be cut. */
  readonly short?: string;
  readonly Icon: LucideIcon;
};

const home = { href: '/', title: 'Home', Icon: House };
const games = { href: '/games', title: 'Games', Icon: Trophy };
const slip = { href: '#bet-slip', title: 'Bet Slip', Icon: ReceiptText };
const guest: readonly Destination[] = [home, games];
const bettor: readonly Destination[] = [
  home,
  games,
  { href: '/my-wallet', title: 'My Wallet', short: 'Wallet', Icon: Wallet },
  { href: '/history', title: 'Betting History', short: 'History', Icon: History },
  { href: '/statement', title: 'Statement', Icon: ScrollText },
  { href: '/profile', title: 'Profile', Icon: CircleUserRound },
];
const admin: readonly Destination[] = [home, { href: '/transactions', title: 'Transactions', Icon: Receipt }];
const auditor: readonly Destination[] = [home, games, { href: '/ledger', title: 'Ledger', Icon: Scale }];
const menus: Record<Role, readonly Destination[]> = { bettor, admin, auditor };

/** The menu of the spec (§2, Shell), with the ledger for those who may read it: by whether someone is logged in, and as what. */
export const destinationsFor = (user: UserView | undefined): readonly Destination[] =>
  user ? menus[user.role] : guest;

/** Where the keyboard enters the slip, for whoever has one. */
export const slipDestination = (user: UserView | undefined): readonly Destination[] =>
  !user || user.role === 'bettor' ? [slip] : [];

/** Whether a path is that destination or lies below it. */
export const isAt = (path: string, href: string): boolean => path === href || path.startsWith(`${href}/`);
