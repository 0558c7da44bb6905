import type { TransactionId, WalletId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import { type Cents, type Decimal, plus } from '../money/index.ts';

/** What a bonus is granted on. It is kept with the bonus: later terms never change one that was granted. */
export type BonusTerms = {
  /** Of the deposit; 0 grants none. */
  readonly percent: number;
  readonly maximum: Cents;
  /** How many times the bonus has to be staked. */
  readonly wagering: number;
  /** A bet counts from these total odds on. */
  readonly minTotalOdds: Decimal;
  readonly days: number;
  /** The most of one stake that counts; null for bonuses that were granted while there was no such term. */
  readonly maxStake: Cents | null;
  /** `net`: a stake counts less the opposing stakes; `count`: as a whole, as in bonuses that were granted on older terms. */
  readonly opposing: 'net' | 'count';
};

export const bonusStatuses = ['active', 'converted', 'forfeited', 'expired'] as const;
export type BonusStatus = (typeof bonusStatuses)[number];

/** The welcome bonus of a wallet; there is at most one. `version` grows with each change. */
export type Bonus = {
  /** The number of the deposit that it was granted for. */
  readonly id: TransactionId;
  readonly walletId: WalletId;
  readonly version: number;
  readonly status: BonusStatus;
  readonly terms: BonusTerms;
  readonly granted: Cents;
  /**
   * What of it became cash, with what open bets brought it afterwards, less what corrected results took out of the cash again, which
   * may be more than there was; absent while nothing did.
   */
  readonly converted?: Cents;
  /** What of its deposit was charged back since; absent while nothing was. */
  readonly chargedBack?: Cents;
  /** What chargebacks took of what had become cash; absent while nothing was taken. */
  readonly takenBack?: Cents;
  readonly toWager: Cents;
  /** Never more than `toWager`. */
  readonly wagered: Cents;
  /** Bonus money on bets that are not settled. */
  readonly onBets: Cents;
  readonly grantedAt: Instant;
  readonly expiresAt: Instant;
  readonly endedAt: Instant | null;
};

/** From the moment of its expiry on a bonus is lost, whether or not somebody has taken it yet. */
export const isActive = (bonus: Bonus | undefined, now: Instant): bonus is Bonus & { readonly status: 'active' } =>
  bonus?.status === 'active' && now < bonus.expiresAt;

/** Bonus money goes on a bet. */
export const stakeBonus = (bonus: Bonus, amount: Cents): Bonus =>
  changed(bonus, { onBets: plus(bonus.onBets, amount) });

export const changed = (bonus: Bonus, but: Partial<Bonus>): Bonus => ({ ...bonus, ...but, version: bonus.version + 1 });
