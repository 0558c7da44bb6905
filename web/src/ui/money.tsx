import { formatNumber } from '@touchline/core/language';
import { cents, formatDollars } from '@touchline/core/money';
import { classes } from './classes.ts';

/** Formats dollars: 1234.5 → "$1,234.50". */
export const dollarsText = (amount: number): string => formatDollars(cents(Math.round(amount * 100)));

/** Formats dollars without cents if there are none: 1000 → "$1,000", 7.5 → "$7.50". */
export const shortDollarsText = (amount: number): string =>
  Number.isInteger(amount) ? formatNumber(amount, wholeDollars) : dollarsText(amount);
const wholeDollars = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
} as const;

/** Formats a change with its sign: 30 → "+$30.00", −5 → "-$5.00". */
export const signedDollarsText = (amount: number): string => `${amount > 0 ? '+' : ''}${dollarsText(amount)}`;

/** The same in whole dollars: 30.4 → "+$30". */
export const signedWholeDollarsText = (amount: number): string =>
  formatNumber(Math.round(amount), { ...wholeDollars, signDisplay: 'exceptZero' });

type Props = { readonly amount: number; readonly className?: string };

/** An amount in dollars. */
export const Money = ({ amount, className }: Props) => (
  <span className={classes('figures', className)}>{dollarsText(amount)}</span>
);

/** A change of money with sign and colour. Put a label beside it: colour alone is not accessible. */
export const SignedMoney = ({ amount, className }: Props) => (
  <span className={classes('figures', amount > 0 && 'text-pitch', amount < 0 && 'text-live', className)}>
    {signedDollarsText(amount)}
  </span>
);
