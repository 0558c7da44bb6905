import { type Message, msg, t } from '@touchline/core/language';
import { useEffect } from 'react';
import { useLocation } from 'wouter';

const titles: readonly (readonly [path: string, title: Message])[] = [
  ['/games', msg('Games')],
  ['/match', msg('Match')],
  ['/slip', msg('Bet slip')],
  ['/shared', msg('Shared bet')],
  ['/login', msg('Log in')],
  ['/register', msg('Register')],
  ['/forgot-password', msg('Forgot password')],
  ['/verify', msg('Verify email')],
  ['/cancel-withdrawal', msg('Cancel withdrawal')],
  ['/resend-verification', msg('Verify your email')],
  ['/reset-password', msg('Reset password')],
  ['/rules', msg('House rules')],
  ['/support', msg('Support')],
  ['/transparency', msg('Transparency')],
  ['/my-wallet', msg('My Wallet')],
  ['/deposit', msg('Deposit')],
  ['/payment/return', msg('Payment')],
  ['/history', msg('Betting History')],
  ['/notifications', msg('Notifications')],
  ['/profile', msg('Profile')],
  ['/statement', msg('Statement')],
  ['/transactions', msg('Transactions')],
  ['/players', msg('Players')],
  ['/markets', msg('Markets')],
  ['/audit', msg('Audit log')],
  ['/adjustments', msg('Adjustments')],
  ['/ledger', msg('Ledger')],
  ['/reports', msg('Reports')],
  ['/cases', msg('Cases')],
  ['/reconciliation', msg('Reconciliation')],
];

/** Returns the tab's title, screen first because narrow tabs show little more. */
export function titleOf(path: string, brand: string): string {
  if (path === '/') return brand;
  const found = titles.find(([start]) => path === start || path.startsWith(`${start}/`));
  return `${t(found?.[1] ?? msg('Page not found'))} · ${brand}`;
}

export function usePageTitle(brand: string): void {
  const [path] = useLocation();
  useEffect(() => change({ path, brand }), [path, brand]);
}

/** Sets the tab's title for a screen whose name is not in its path. */
export function useScreenName(name: string | undefined): void {
  useEffect(() => {
    change({ name });
    return () => change({ name: undefined });
  }, [name]);
}

/** Puts the number of unseen results before the title. */
export const showUnseenCount = (unseen: number): void => change({ unseen });

type Tab = {
  readonly path: string;
  readonly brand: string;
  readonly name: string | undefined;
  readonly unseen: number;
};
let tab: Tab = { path: '/', brand: 'Touchline', name: undefined, unseen: 0 };

function change(part: Partial<Tab>): void {
  tab = { ...tab, ...part };
  const { path, brand, name, unseen } = tab;
  const title = name === undefined ? titleOf(path, brand) : `${name} · ${brand}`;
  document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
}
