import type { WalletPush } from '@touchline/core/contract';
import { type Message, msg, t } from '@touchline/core/language';
import type { WalletEventType } from '@touchline/core/wallet';
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
  const what = t(reasons[type] ?? msg('balance changed'), { bet: betId?.slice(0, 4) ?? '' });
  return `${signedDollarsText(amount)} ${what}`;
}

// A server that is newer than this page may give a reason that is not here.
const reasons: Readonly<Record<string, Message>> = {
  DepositCredited: msg('deposit credited'),
  DepositReversed: msg('deposit reversed'),
  WithdrawalRequested: msg('withdrawal requested'),
  WithdrawalPaid: msg('withdrawal paid'),
  WithdrawalReleased: msg('withdrawal returned'),
  StakeTaken: msg('stake of bet {bet}'),
  BetAccepted: msg('bet {bet} accepted'),
  BetRejected: msg('bet {bet} not accepted, stake returned'),
  CashedOut: msg('bet {bet} cashed out'),
  WinningsPaid: msg('bet {bet} won'),
  StakeLost: msg('bet {bet} lost'),
  StakeRefunded: msg('bet {bet} void, stake refunded'),
  SettlementRolledBack: msg('bet {bet} settlement reversed'),
  BonusGranted: msg('bonus granted'),
  BonusConverted: msg('bonus converted'),
  BonusTakenBack: msg('bonus taken back'),
  BonusForfeited: msg('bonus forfeited'),
  AdjustmentMade: msg('balance adjusted'),
} satisfies Record<WalletEventType, Message>;
