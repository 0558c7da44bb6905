import type { TransactionView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { localText } from '../ledger/moments.ts';
import { useExclusion } from '../limits/use-exclusion.ts';
import { useMoment } from '../matches/use-moment.ts';
import { classes } from '../ui/classes.ts';
import { dollarsText } from '../ui/money.tsx';
import { viaText } from './transaction-texts.ts';

const looks = {
  primary: 'bg-pitch text-on-pitch hover:bg-pitch-strong',
  quiet: 'border border-edge/50 bg-raised text-ink hover:bg-hover',
} as const;

type Props = {
  readonly transaction: TransactionView;
  readonly look: keyof typeof looks;
  readonly className?: string;
};

/** Leaves Touchline for the provider's page, where a deposit that was begun is paid. Nothing once it cannot be paid any more. */
export function ContinuePayment({ transaction, look, className }: Props) {
  const checkout = useCheckout(transaction);
  if (checkout === undefined) return null;
  const { amount, paymentMethod } = transaction;
  return (
    <a
      href={checkout}
      aria-label={t('Continue payment of {amount} {via}', { amount: dollarsText(amount), via: viaText(paymentMethod) })}
      className={classes(
        'inline-flex min-h-11 items-center justify-center rounded-small px-4 font-strong whitespace-nowrap transition-colors',
        looks[look],
        className,
      )}
    >
      {t('Continue payment')}
    </a>
  );
}

/** "You can pay until Nov 20, 2026, 15:00." */
export const payUntilText = ({ checkoutExpiresAt }: TransactionView): string =>
  checkoutExpiresAt === undefined
    ? t('You can still pay it.')
    : t('You can pay until {time}.', { time: localText(checkoutExpiresAt) });

/**
 * Where a deposit that was begun can be paid, by the server's clock; `undefined` when it cannot be paid any more, and while the bettor is
 * excluded: the money would only be sent back. An address that is not a web page is ignored.
 */
export function useCheckout(transaction: TransactionView | undefined): string | undefined {
  const { checkoutUrl, checkoutExpiresAt } = transaction ?? {};
  const exclusion = useExclusion();
  const isOver = useMoment((now) => checkoutExpiresAt !== undefined && Date.parse(checkoutExpiresAt) <= now);
  return checkoutUrl !== undefined && !exclusion && !isOver && isWebPage(checkoutUrl) ? checkoutUrl : undefined;
}

const isWebPage = (address: string): boolean =>
  URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
