import { cents, minus, noMoney, plus } from '../money/index.ts';
import type { Settlement } from '../wallet/index.ts';
import { type Bonus, changed } from './bonus.ts';
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
 * wagering is reduced too. A conversion is not undone, but money taken out of cash again can no longer be charged back.
 */
export function rollBackShares(
  settled: Settlement,
  bet: Pick<MixedBet, 'stake' | 'bonusStake'>,
  { bonus, wallet }: Omit<BonusState, 'now'>,
): RolledBackShares {
  if (!bonus) return { shares: {} };
  const { toBonus: returned = noMoney, forfeited: kept = noMoney, wagered: counted = noMoney } = settled;
  const runs = bonus.status === 'active';
  const isLost = bonus.status === 'forfeited' || bonus.status === 'expired';
  const toBonus = runs ? cents(Math.min(returned, wallet.bonus)) : noMoney;
  // A part that went neither to the bonus nor to the operator was paid as cash, after the conversion.
  const paid = returned > 0 || kept > 0 ? returned : bonusShare(settled, bet);
  const forfeited = isLost ? plus(kept, paid) : kept;
  const wagered = runs ? counted : noMoney;
  const isCash = bonus.status === 'converted' && paid > 0;
  const after = {
    wagered: minus(bonus.wagered, wagered),
    onBets: plus(bonus.onBets, bet.bonusStake),
    ...(isCash && { converted: minus(bonus.converted ?? noMoney, paid) }),
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
