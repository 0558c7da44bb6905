import type { WalletPush } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import { Link } from 'wouter';
import { useSession, useWallet } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { Flash } from '../ui/flash.tsx';
import { dollarsText, signedDollarsText } from '../ui/money.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The available balance. It flashes only on a real change and gives the reason on hover and to screen readers. */
export function Balance() {
  const wallet = useWallet();
  const { hasProfileFailed, refreshProfile } = useSession();
  if (!wallet && hasProfileFailed) {
    return (
      <Button look="bare" title={t('Your balance could not be loaded')} onClick={refreshProfile}>
        {t('Load balance')}
      </Button>
    );
  }
  if (!wallet) {
    return (
      <span className={place}>
        <Skeleton className={`h-6 ${width}`} />
      </span>
    );
  }
  const text = dollarsText(wallet.balance);
  const why = wallet.reason ? reasonText(wallet.reason) : undefined;
  return (
    <Link
      href="/my-wallet"
      title={why ?? t('Your balance')}
      className={`${place} relative rounded-small hover:bg-raised`}
    >
      <span className="sr-only">{t('Balance')} </span>
      <span
        className={`relative isolate px-1 text-end ${width} ${text.length > usualLength ? 'max-sm:text-body' : ''}`}
      >
        <Flash value={wallet.balance} />
        {text}
      </span>
      <span aria-live="polite" className="sr-only">
        {why ? t('Balance {amount}, {reason}', { amount: text, reason: why }) : ''}
      </span>
    </Link>
  );
}

const place =
  'inline-flex min-h-11 items-center px-2 max-[24rem]:px-0 text-figure max-[22rem]:text-body font-strong figures';
/** The width is reserved before the amount is known: $1,000.00 on a phone, $100,000.00 elsewhere. */
const width = 'min-w-[10ch] sm:min-w-[12ch]';
/** The length of $99,999.99. Longer amounts use a smaller font on a phone. */
const usualLength = 10;

/** Describes what changed the balance: "+$30.00 bet 3f2a won". */
export function reasonText({ type, amount, betId }: NonNullable<WalletPush['reason']>): string {
  const message = betId === undefined ? undefined : betReasons[type];
  const what =
    message && betId ? t(message, { bet: betId.slice(0, 4) }) : type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return `${signedDollarsText(amount)} ${what}`;
}

const betReasons: Readonly<Record<string, Message>> = {
  StakeTaken: msg('stake of bet {bet}'),
  CashedOut: msg('bet {bet} cashed out'),
  WinningsPaid: msg('bet {bet} won'),
  StakeLost: msg('bet {bet} lost'),
  StakeRefunded: msg('bet {bet} void, stake refunded'),
  BetRejected: msg('bet {bet} not accepted, stake returned'),
  SettlementRolledBack: msg('bet {bet} settlement reversed'),
};
