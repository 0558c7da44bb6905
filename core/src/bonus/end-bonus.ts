import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal, minus, noMoney, plus } from '../money/index.ts';
import type { Reversal } from '../payments/index.ts';
import { ok, type Result, refused } from '../result.ts';
import type { ForfeitReason, Wallet } from '../wallet/index.ts';
import { type Bonus, changed, isActive } from './bonus.ts';
import type { GrantedBonus } from './grant-bonus.ts';

/** A bonus and the wallet that it lies in, at a moment. */
export type HeldBonus = { readonly bonus: Bonus | undefined; readonly wallet: Wallet; readonly now: Instant };

/**
 * What is left of a lost bonus goes back to the house. What of it lies on open bets follows when they are settled.
 * The event is written even when nothing is left in the wallet: from then on nothing of the bonus comes back.
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
 * The deposit that brought the bonus was reversed. While it runs the bonus is lost. Once it is cash, a chargeback takes back the same
 * part of what had become cash as it takes of the deposit, with what was won from bonus money before and after; the cash may fall below
 * nothing by it. When all of the deposit is charged back, what of the bonus is on open bets is the house's when they end, also where
 * nothing else had become cash. What the house refunds of its own accord does none of that. `undefined`: nothing is lost.
 */
export function endByReversal(
  { bonus, wallet, now }: HeldBonus,
  reversal: Pick<Reversal, 'kind' | 'amount' | 'reversalId'>,
  deposit: { readonly amount: Cents },
): GrantedBonus | undefined {
  if (bonus?.status === 'active') return forfeitBonus(bonus, wallet, 'deposit-reversed', now);
  if (bonus?.status !== 'converted' || reversal.kind !== 'chargeback') return undefined;
  const { converted = noMoney, chargedBack: before = noMoney, takenBack: taken = noMoney, onBets } = bonus;
  if (converted === 0 && onBets === 0) return undefined;
  const chargedBack = cents(Math.min(plus(before, reversal.amount), deposit.amount));
  const isAll = chargedBack === deposit.amount;
  const amount = cents(Math.max(minus(partOf(converted, chargedBack, deposit.amount), taken), 0));
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

/** Fractions of a cent stay with the house. Several chargebacks take together what one of all of them would. */
const partOf = (converted: Cents, chargedBack: Cents, deposit: Cents): Cents =>
  cents(new Decimal(converted).times(chargedBack).dividedBy(deposit).ceil().toNumber());

export type BonusLossRefusal = { readonly code: 'bonus-would-be-lost'; readonly amount: Cents };

/**
 * A withdrawal ends an active bonus, and only if the bettor said so: otherwise it is refused with what would be lost, in the
 * wallet and on open bets. A bonus of which nothing is left stands in nobody's way. `undefined`: nothing is lost.
 */
export function forfeitByWithdrawal(
  { bonus, wallet, now }: HeldBonus,
  asked: { readonly forfeitBonus: boolean },
): Result<GrantedBonus | undefined, BonusLossRefusal> {
  if (!isActive(bonus, now)) return ok(undefined);
  const amount = plus(wallet.bonus, bonus.onBets);
  if (amount === 0) return ok(undefined);
  if (!asked.forfeitBonus) return refused({ code: 'bonus-would-be-lost', amount });
  return ok(forfeitBonus(bonus, wallet, 'withdrawal', now));
}

export type ExpiryRefusal = { readonly code: 'bonus-unknown' } | { readonly code: 'bonus-running' | 'bonus-ended' };

/** Takes a bonus whose time is up. */
export function expireBonus({ bonus, wallet, now }: HeldBonus): Result<GrantedBonus, ExpiryRefusal> {
  if (!bonus) return refused({ code: 'bonus-unknown' });
  if (bonus.status !== 'active') return refused({ code: 'bonus-ended' });
  if (now < bonus.expiresAt) return refused({ code: 'bonus-running' });
  return ok(forfeitBonus(bonus, wallet, 'expired', now));
}
