import type { UserView } from '@touchline/core/contract';
import { CircleUserRound, History, House, type LucideIcon, Receipt, Trophy, Wallet } from 'lucide-react';

export type Destination = {
  readonly href: string;
  readonly title: string;
  /** For the bar of a narrow screen, where the title would be cut. */
  readonly short?: string;
  readonly Icon: LucideIcon;
};

const home = { href: '/', title: 'Home', Icon: House };
const games = { href: '/games', title: 'Games', Icon: Trophy };
const guest: readonly Destination[] = [home, games];
const bettor: readonly Destination[] = [
  home,
  games,
  { href: '/my-wallet', title: 'My Wallet', short: 'Wallet', Icon: Wallet },
  { href: '/history', title: 'Betting History', short: 'History', Icon: History },
  { href: '/profile', title: 'Profile', Icon: CircleUserRound },
];
const admin: readonly Destination[] = [home, { href: '/transactions', title: 'Transactions', Icon: Receipt }];

/** The menu of the spec (§2, Shell): by whether someone is logged in, and as what. */
export function destinationsFor(user: UserView | undefined): readonly Destination[] {
  if (!user) return guest;
  return user.role === 'admin' ? admin : bettor;
}
