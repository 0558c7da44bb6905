import type { Wallet } from '@touchline/core/wallet';
import { liabilityOf } from '@touchline/tlog/sum-tree';

/** What a seal says of all wallets together, in cents and in numbers of events and wallets. */
export const sealFigures = [
  ...(['cash', 'held', 'bonus', 'staked', 'liabilities', 'receivables', 'events', 'wallets'] as const),
] as const;

/** The highest `seq` that each seal covers, in the order of the seals. */
export type SealBounds = readonly number[];

/** Adds up what the events of wallets change between one seal and the next. */
export type SealTotals = {
  /** `isFirst`: whether it is the wallet's first event. */
  readonly add: (seq: number, before: Wallet, after: Wallet, isFirst: boolean) => void;
  /** The changes: for each seal its figures, and at the end those of what no seal covers. */
  readonly changes: Float64Array;
};

export function createSealTotals(bounds: SealBounds): SealTotals {
  const changes = new Float64Array((bounds.length + 1) * sealFigures.length);
  const addTo = (at: number, amount: number): void => {
    changes[at] = (changes[at] ?? 0) + amount;
  };
  return {
    add: (seq, before, after, isFirst) => {
      const at = firstCovering(bounds, seq) * sealFigures.length;
      const [owed, owes] = [liabilityOf(before), liabilityOf(after)];
      addTo(at, after.cash - before.cash);
      addTo(at + 1, after.held - before.held);
      addTo(at + 2, after.bonus - before.bonus);
      addTo(at + 3, after.staked - before.staked);
      addTo(at + 4, owes - owed);
      addTo(at + 5, owes - totalOf(after) - (owed - totalOf(before)));
      addTo(at + 6, 1);
      if (isFirst) addTo(at + 7, 1);
    },
    changes,
  };
}

const totalOf = ({ cash, held, bonus, staked }: Wallet): number => cash + held + bonus + staked;

/** The index of the first seal that covers `seq`; their number if none does. */
function firstCovering(bounds: SealBounds, seq: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bounds[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
