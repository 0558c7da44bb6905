import { oddsOfStake } from '../betting/index.ts';
import { type Cents, cents, minus, noMoney, plus } from '../money/index.ts';
import { apply, type Settlement } from '../wallet/index.ts';
import { type Bonus, changed, chargedBackPart, isActive } from './bonus.ts';
import type { BonusState } from './end-bonus.ts';
import type { BonusEvent } from './grant-bonus.ts';

/** A bet as a bonus sees it. `bonusStake`: how much of the stake was bonus money. */
export type MixedBet = { readonly stake: Cents; readonly bonusStake: Cents } & Parameters<typeof oddsOfStake>[0] & {
    /** Stakes of the same bettor on other outcomes of the same market while both bets were open; 0 when absent. */
    readonly opposed?: Cents;
  };

/** `also`: further events of the same commit; `bonus`: the bonus afterwards, if it changed. */
type SharedSettlement = {
  readonly event: Settlement;
  readonly also: readonly BonusEvent[];
  readonly bonus?: Bonus;
};

/**
 * Divides a payout as the stake was divided: bonus money receives its share, rounded down to the cent, and own money the rest. The bonus
 * share returns to an active bonus, is cash after its conversion, and is forfeited after its loss; of a share that is cash, the part of the
 * deposit that was charged back is forfeited. A bet won or lost at the minimum
 * odds or above counts towards the wagering with its stake less opposing stakes, up to the maximum, own and bonus money alike. When
 * the wagering is met, all bonus money in the wallet becomes cash. A void bet does not count.
 */
export function shareSettlement(event: Settlement, bet: MixedBet, held: BonusState): SharedSettlement {
  const { bonus, wallet, now } = held;
  if (!bonus) {
    if (bet.bonusStake > 0) throw new Error('a bet with bonus money in a wallet that never had a bonus');
    return { event, also: [] };
  }
  const running = isActive(bonus, now);
  const share = bonusShare(event, bet);
  const toBonus = running ? share : noMoney;
  const asCash = bonus.status === 'converted' ? share : noMoney;
  const converted = plus(bonus.converted ?? noMoney, asCash);
  const takenBack = bonus.takenBack ?? noMoney;
  const chargedBack = cents(Math.min(Math.max(minus(chargedBackPart({ ...bonus, converted }), takenBack), 0), asCash));
  const forfeited = running || bonus.status === 'converted' ? chargedBack : share;
  const wagered = running ? counted(event, bet, bonus) : noMoney;
  const shared: Settlement = {
    ...event,
    ...(toBonus > 0 && { toBonus }),
    ...(forfeited > 0 && { forfeited }),
    ...(wagered > 0 && { wagered }),
    ...((toBonus > 0 || forfeited > 0 || wagered > 0) && { bonusId: bonus.id }),
  };
  if (bet.bonusStake === 0 && wagered === 0) return { event: shared, also: [] };
  const after = changed(bonus, {
    wagered: plus(bonus.wagered, wagered),
    onBets: minus(bonus.onBets, bet.bonusStake),
    ...(asCash > 0 && { converted }),
    ...(chargedBack > 0 && { takenBack: plus(takenBack, chargedBack) }),
  });
  if (!running || after.wagered < after.toWager) return { event: shared, also: [], bonus: after };
  const amount = apply(wallet, shared).bonus;
  return {
    event: shared,
    also: [{ key: `bonus:${bonus.id}:converted`, event: { type: 'BonusConverted', amount, bonusId: bonus.id } }],
    bonus: { ...after, status: 'converted', ...(amount > 0 && { converted: amount }), endedAt: now },
  };
}

/** Returns the bonus share of a payout. */
export const bonusShare = (event: Settlement, bet: Pick<MixedBet, 'stake' | 'bonusStake'>): Cents =>
  event.type === 'StakeLost' ? noMoney : bonusPart(event.amount, bet);

/** Returns the part of an amount that is bonus money, as it is of the stake; rounded down to the cent. */
export const bonusPart = (amount: number, { stake, bonusStake }: Pick<MixedBet, 'stake' | 'bonusStake'>): Cents =>
  cents(Number((BigInt(amount) * BigInt(bonusStake)) / BigInt(stake)));

function counted(event: Settlement, bet: MixedBet, { terms, toWager, wagered }: Bonus): Cents {
  if (event.type === 'StakeRefunded' || oddsOfStake(bet).lt(terms.minTotalOdds)) return noMoney;
  const uncovered = terms.opposing === 'net' ? Math.max(0, bet.stake - (bet.opposed ?? noMoney)) : bet.stake;
  return cents(Math.min(uncovered, terms.maxStake ?? uncovered, toWager - wagered));
}
