import type { TransactionId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, cents, Decimal, noMoney, plus } from '../money/index.ts';

/** The terms of a bonus. They are stored with it: later terms never change a granted bonus. */
export type BonusTerms = {
  /** Percentage of the deposit; 0 grants no bonus. */
  readonly percent: number;
  readonly maximum: Cents;
  /** How many times the bonus must be staked. */
  readonly wagering: number;
  /** Bets with lower total odds do not count. */
  readonly minTotalOdds: Decimal;
  readonly days: number;
  /** The largest part of one stake that counts; `null` for bonuses from before this term existed. */
  readonly maxStake: Cents | null;
  /** `net`: opposing stakes are subtracted from a stake; `count`: they are not, as in older terms. */
  readonly opposing: 'net' | 'count';
};

const bonusStatuses = ['active', 'converted', 'forfeited', 'expired'] as const;
export type BonusStatus = (typeof bonusStatuses)[number];

/** The welcome bonus of a wallet, at most one. `version` grows with each change. */
export type Bonus = {
  /** The id of the deposit that it was granted for. */
  readonly id: TransactionId;
  readonly walletId: WalletId;
  readonly version: number;
  readonly status: BonusStatus;
  readonly terms: BonusTerms;
  readonly granted: Cents;
  /** The amount of the deposit that it was granted for. */
  readonly deposit: Cents;
  /**
   * How much became cash, including later payouts of bets that were open then, less what corrected results took back, which may
   * exceed it; absent while nothing did.
   */
  readonly converted?: Cents;
  /** How much of its deposit was charged back; absent while nothing was. */
  readonly chargedBack?: Cents;
  /** How much of the converted cash chargebacks took back; absent while nothing was. */
  readonly takenBack?: Cents;
  readonly toWager: Cents;
  /** Never more than `toWager`. */
  readonly wagered: Cents;
  /** Bonus money on open bets. */
  readonly onBets: Cents;
  readonly grantedAt: Instant;
  readonly expiresAt: Instant;
  readonly endedAt: Instant | null;
};

/** A bonus is lost from its expiry on, even before the job that removes it has run. */
export const isActive = (bonus: Bonus | undefined, now: Instant): bonus is Bonus & { readonly status: 'active' } =>
  bonus?.status === 'active' && now < bonus.expiresAt;

/** Moves bonus money onto a bet. */
export const stakeBonus = (bonus: Bonus, amount: Cents): Bonus =>
  changed(bonus, { onBets: plus(bonus.onBets, amount) });

/**
 * How much of what became cash belongs to the part of the deposit that was charged back. Rounds up to the cent: several chargebacks take
 * as much together as a single one of their total would.
 */
export const chargedBackPart = ({ converted = noMoney, chargedBack = noMoney, deposit }: Bonus): Cents =>
  cents(new Decimal(Math.max(converted, 0)).times(chargedBack).dividedBy(deposit).ceil().toNumber());

export const changed = (bonus: Bonus, but: Partial<Bonus>): Bonus => ({ ...bonus, ...but, version: bonus.version + 1 });
