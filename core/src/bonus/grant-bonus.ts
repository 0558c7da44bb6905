import type { TransactionId, WalletId } from '../ids.ts';
import { type Instant, instant } from '../instant.ts';
import { type Cents, cents } from '../money/index.ts';
import type { WalletEvent } from '../wallet/index.ts';
import type { Bonus, BonusTerms } from './bonus.ts';

/** An event that accompanies the event of a command, with the key under which it can happen only once. */
export type BonusEvent = {
  readonly event: WalletEvent & {
    readonly type: 'BonusGranted' | 'BonusConverted' | 'BonusTakenBack' | 'BonusForfeited';
  };
  readonly key: string;
};
export type GrantedBonus = BonusEvent & { readonly bonus: Bonus };

const day = 24 * 3_600_000;

/**
 * Grants the terms' percentage of a deposit, rounded down to the cent, up to the maximum. `undefined` when that is 0. The caller
 * checks that it is the first deposit.
 */
export function grantBonus(
  terms: BonusTerms,
  deposit: { readonly id: TransactionId; readonly walletId: WalletId; readonly amount: Cents },
  at: Instant,
): GrantedBonus | undefined {
  const { id, walletId, amount } = deposit;
  const granted = bonusFor(terms, amount);
  if (granted <= 0) return undefined;
  const { percent, maximum, wagering, minTotalOdds, days, maxStake, opposing } = terms;
  return {
    key: `bonus:${id}:granted`,
    event: {
      type: 'BonusGranted',
      amount: granted,
      bonusId: id,
      terms: {
        percent,
        maximum,
        wagering,
        minTotalOdds: minTotalOdds.toFixed(),
        days,
        ...(maxStake !== null && { maxStake }),
        ...(opposing === 'net' && { opposing }),
      },
    },
    bonus: {
      id,
      walletId,
      version: 1,
      status: 'active',
      terms,
      granted,
      deposit: amount,
      toWager: cents(granted * wagering),
      wagered: cents(0),
      onBets: cents(0),
      grantedAt: at,
      expiresAt: instant(at + days * day),
      endedAt: null,
    },
  };
}

/** Returns the bonus for a first deposit of this amount. */
export const bonusFor = ({ percent, maximum }: BonusTerms, deposit: Cents): Cents =>
  cents(Math.min(maximum, Number((BigInt(deposit) * BigInt(percent)) / 100n)));
