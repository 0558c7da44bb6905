import type { Role } from '@touchline/core/account';
import type { UserView } from '@touchline/core/contract';
import { msg } from '@touchline/core/language';
import {
  Bell,
  Briefcase,
  ChartColumn,
  CreditCard,
  Landmark,
  LifeBuoy,
  ReceiptText,
  ScrollText,
  ShieldCheck,
  Users,
} from 'lucide-react';
import { hasSlip } from '../slip/index.ts';
import { type Destination, entryLinks, games, profile } from './destinations.ts';

const players = { href: '/players', title: msg('Players'), Icon: Users };
const reports = { href: '/reports', title: msg('Reports'), Icon: ChartColumn };
const cases = { href: '/cases', title: msg('Cases'), Icon: Briefcase };
const reconciliation = { href: '/reconciliation', title: msg('Reconciliation'), Icon: Landmark };
const support = { href: '/support', title: msg('Support'), Icon: LifeBuoy };
const transparency = { href: '/transparency', title: msg('Transparency'), Icon: ShieldCheck };
const slip = { href: '#bet-slip', title: msg('Bet Slip'), Icon: ReceiptText };
/** The screens of staff below their menu; a narrow screen has them in the account menu. */
export const staffDestinations: readonly Destination[] = [players, reports, cases, reconciliation];
const more: Record<Role, readonly Destination[]> = {
  bettor: [
    { href: '/notifications', title: msg('Notifications'), Icon: Bell },
    { href: '/deposit', title: msg('Deposit'), Icon: CreditCard },
    { href: '/statement', title: msg('Statement'), Icon: ScrollText },
  ],
  admin: [...staffDestinations, games, profile],
  auditor: [...staffDestinations, profile],
};

/** Returns screens that are not in the menu but can be searched for. */
export const moreFor = (user: UserView | undefined): readonly Destination[] => [
  ...(user ? more[user.role] : entryLinks),
  support,
  transparency,
];

/** Returns the bet slip as a destination, for users who have one. */
export const slipDestination = (user: UserView | undefined): readonly Destination[] => (hasSlip(user) ? [slip] : []);
