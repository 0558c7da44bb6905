import { cents, formatDollars } from '@touchline/core/money';
import { classes } from './classes.ts';

/** Dollars of the wire for the screen: 1234.5 → "$1,234.50". */
export const dollarsText = (amount: number): string => formatDollars(cents(Math.round(amount * 100)));

/** A movement carries its sign: 30 → "+$30.00", −5 → "-$5.00". */
export const signedDollarsText = (amount: number): string => `${amount > 0 ? '+' : ''}${dollarsText(amount)}`;

type Props = { readonly amount: number; readonly className?: string };

/** An amount of dollars as it came over the wire. */
export const Money = ({ amount, className }: Props) => (
  <span className={classes('figures', className)}>{dollarsText(amount)}</span>
);

/** A movement of money: sign and colour; put a word beside it, colour alone says nothing. */
export const SignedMoney = ({ amount, className }: Props) => (
  <span className={classes('figures', amount > 0 && 'text-pitch', amount < 0 && 'text-live', className)}>
    {signedDollarsText(amount)}
  </span>
);
