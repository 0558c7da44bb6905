import { cents, minus, noMoney, plus } from '../money/index.ts';
import type { Settlement } from '../wallet/index.ts';
import { type Bonus, changed, chargedBackPart } from './bonus.ts';
import type { BonusState } from './end-bonus.ts';
import { bonusShare, type MixedBet } from './share-settlement.ts';

/** The bonus fields of a `SettlementRolledBack`, and the bonus after it if it changed. */
type RolledBackShares = {
  readonly shares: Pick<Settlement, 'toBonus' | 'forfeited' | 'wagered' | 'bonusId'>;
  readonly bonus?: Bonus;
};

/**
 * Takes the bonus part of a rolled-back settlement from where it is now: from an active bonus, from the operator's bonus account once
 * the bonus was lost, else from the cash balance, which may become negative (a bonus never does). While the bonus is active its
 * wagering is reduced too. A conversion is not undone, but money taken out of cash again can no longer be charged back: what a partial
 * chargeback took of it comes from the operator's bonus account.
 */
export function rollBackShares(
  settled: Settlement,
  bet: Pick<MixedBet, 'stake' | 'bonusStake'>,
  { bonus, wallet }: Omit<BonusState, 'now'>,
): RolledBackShares {
  if (!bonus) return { shares: {} };
  const { toBonus: returned = noMoney, forfeited: kept = noMoney, wagered: counted = noMoney } = settled;
  const share = bonusShare(settled, bet);
  const runs = bonus.status === 'active';
  const isLost = bonus.status === 'forfeited' || bonus.status === 'expired';
  const toBonus = runs ? cents(Math.min(returned, wallet.bonus)) : noMoney;
  const isCash = bonus.status === 'converted' && share > 0;
  const converted = minus(bonus.converted ?? noMoney, share);
  const takenBack = bonus.takenBack ?? noMoney;
  const tooMuch = Math.max(minus(takenBack, chargedBackPart({ ...bonus, converted })), 0);
  const refunded = isCash ? cents(Math.min(tooMuch, share)) : noMoney;
  // Whether the share was forfeited at once, or with the bonus later.
  const ofOperator = isLost ? share : kept;
  const forfeited = isCash ? refunded : ofOperator;
  const wagered = runs ? counted : noMoney;
  const after = {
    wagered: minus(bonus.wagered, wagered),
    onBets: plus(bonus.onBets, bet.bonusStake),
    ...(isCash && { converted }),
    ...(refunded > 0 && { takenBack: minus(takenBack, refunded) }),
  };
  return {
    shares: {
      ...(toBonus > 0 && { toBonus }),
      ...(forfeited > 0 && { forfeited }),
      ...(wagered > 0 && { wagered }),
      ...((toBonus > 0 || forfeited > 0 || wagered > 0) && { bonusId: bonus.id }),
    },
    ...((wagered > 0 || bet.bonusStake > 0) && { bonus: changed(bonus, after) }),
  };
}
