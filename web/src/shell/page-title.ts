import { useEffect } from 'react';
import { useLocation } from 'wouter';

const titles: readonly (readonly [path: string, title: string])[] = [
  ['/games', 'Games'],
  ['/match', 'Match'],
  ['/slip', 'Bet slip'],
  ['/shared', 'Shared bet'],
  ['/login', 'Log in'],
  ['/register', 'Register'],
  ['/forgot-password', 'Forgot password'],
  ['/verify', 'Verify email'],
  ['/cancel-withdrawal', 'Cancel withdrawal'],
  ['/resend-verification', 'Verify your email'],
  ['/reset-password', 'Reset password'],
  ['/rules', 'House rules'],
  ['/support', 'Support'],
  ['/transparency', 'Transparency'],
  ['/my-wallet', 'My Wallet'],
  ['/deposit', 'Deposit'],
  ['/payment/return', 'Payment'],
  ['/history', 'Betting History'],
  ['/notifications', 'Notifications'],
  ['/profile', 'Profile'],
  ['/statement', 'Statement'],
  ['/transactions', 'Transactions'],
  ['/players', 'Players'],
  ['/markets', 'Markets'],
  ['/audit', 'Audit log'],
  ['/ledger', 'Ledger'],
  ['/reports', 'Reports'],
  ['/cases', 'Cases'],
  ['/reconciliation', 'Reconciliation'],
];

/** Returns the tab's title, screen first because narrow tabs show little more. */
export function titleOf(path: string, brand: string): string {
  if (path === '/') return brand;
  const found = titles.find(([start]) => path === start || path.startsWith(`${start}/`));
  return `${found?.[1] ?? 'Page not found'} · ${brand}`;
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
