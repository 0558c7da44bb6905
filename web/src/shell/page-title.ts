import { useEffect } from 'react';
import { useLocation } from 'wouter';

const titles: readonly (readonly [path: string, title: string])[] = [
  ['/games', 'Games'],
  ['/login', 'Log in'],
  ['/register', 'Register'],
  ['/forgot-password', 'Forgot password'],
  ['/verify', 'Verify email'],
  ['/resend-verification', 'Verify your email'],
  ['/reset-password', 'Reset password'],
  ['/support', 'Support'],
  ['/my-wallet', 'My Wallet'],
  ['/deposit', 'Deposit'],
  ['/payment/return', 'Payment'],
  ['/history', 'Betting History'],
  ['/profile', 'Profile'],
  ['/statement', 'Statement'],
  ['/transactions', 'Transactions'],
  ['/markets', 'Markets'],
  ['/audit', 'Audit log'],
  ['/ledger', 'Ledger'],
];

/** What the tab is called: the screen first, for a row of tabs shows little more. */
export function titleOf(path: string, brand: string): string {
  if (path === '/') return brand;
  const found = titles.find(([start]) => path === start || path.startsWith(`${start}/`));
  return `${found?.[1] ?? 'Page not found'} · ${brand}`;
}

export function usePageTitle(brand: string): void {
  const [path] = useLocation();
  useEffect(() => {
    document.title = titleOf(path, brand);
  }, [path, brand]);
}
