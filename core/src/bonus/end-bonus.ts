import type { Instant } from '../instant.ts';
import { type Cents, cents, minus, noMoney, plus } from '../money/index.ts';
import type { Reversal } from '../payments/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { ForfeitReason, Wallet } from '../wallet/index.ts';
import { type Bonus, changed, chargedBackPart, isActive } from './bonus.ts';
import type { GrantedBonus } from './grant-bonus.ts';

/** A bonus and its wallet at a given time. */
export type BonusState = { readonly bonus: Bonus | undefined; readonly wallet: Wallet; readonly now: Instant };

/**
 * Takes back what is left of a lost bonus; the part on open bets follows when they are settled. The event is written even when nothing
 * is left in the wallet, because from then on no payout returns to the bonus.
 */
export function forfeitBonus(bonus: Bonus, wallet: Wallet, reason: ForfeitReason, at: Instant): GrantedBonus {
  const status = reason === 'expired' ? 'expired' : 'forfeited';
  return {
    key: `bonus:${bonus.id}:${status}`,
    event: { type: 'BonusForfeited', amount: wallet.bonus, bonusId: bonus.id, reason },
    bonus: changed(bonus, { status, endedAt: at }),
  };
}

/**
 * Ends a bonus whose deposit was reversed. An active bonus is lost. Of a converted bonus a chargeback takes back the same share as of
 * the deposit, including winnings from bonus money; the cash balance may become negative. When the whole deposit is charged back, the
 * bonus money on open bets is forfeited too. A chargeback counts even if it takes nothing, because a corrected result may pay bonus money
 * later. A voluntary refund takes nothing of a converted bonus. `undefined`: nothing is lost.
 */
export function endByReversal(
  { bonus, wallet, now }: BonusState,
  reversal: Pick<Reversal, 'kind' | 'amount' | 'reversalId'>,
): GrantedBonus | undefined {
  if (bonus?.status === 'active') return forfeitBonus(bonus, wallet, 'deposit-reversed', now);
  if (bonus?.status !== 'converted' || reversal.kind !== 'chargeback') return undefined;
  const { chargedBack: before = noMoney, takenBack: taken = noMoney } = bonus;
  const chargedBack = cents(Math.min(plus(before, reversal.amount), bonus.deposit));
  const isAll = chargedBack === bonus.deposit;
  const amount = cents(Math.max(minus(chargedBackPart({ ...bonus, chargedBack }), taken), 0));
  return {
    key: `bonus:${bonus.id}:taken-back:${reversal.reversalId}`,
    event: { type: 'BonusTakenBack', amount, bonusId: bonus.id },
    bonus: changed(bonus, {
      chargedBack,
      ...(amount > 0 && { takenBack: plus(taken, amount) }),
      ...(isAll && { status: 'forfeited', endedAt: now }),
    }),
  };
}

export type BonusLossRefusal = { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

/**
 * Ends an active bonus because of a withdrawal, if the bettor agreed; otherwise refuses with the amount that would be lost, in the
 * wallet and on open bets. `undefined`: nothing is lost.
 */
export function forfeitByWithdrawal(
  { bonus, wallet, now }: BonusState,
  asked: { readonly forfeitBonus: boolean },
): Result<GrantedBonus | undefined, BonusLossRefusal> {
  if (!isActive(bonus, now)) return ok(undefined);
  const amount = plus(wallet.bonus, bonus.onBets);
  if (amount === 0) return ok(undefined);
  if (!asked.forfeitBonus) return refused({ code: 'bonus-would-be-lost', amount });
  return ok(forfeitBonus(bonus, wallet, 'withdrawal', now));
}

export type ExpiryRefusal = { readonly code: 'bonus-unknown' } | { readonly code: 'bonus-running' | 'bonus-ended' };

/** Ends a bonus whose time is up. */
export function expireBonus({ bonus, wallet, now }: BonusState): Result<GrantedBonus, ExpiryRefusal> {
  if (!bonus) return refused({ code: 'bonus-unknown' });
  if (bonus.status !== 'active') return refused({ code: 'bonus-ended' });
  if (now < bonus.expiresAt) return refused({ code: 'bonus-running' });
  return ok(forfeitBonus(bonus, wallet, 'expired', now));
}
