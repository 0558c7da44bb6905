import type { BalancesView, LedgerTime } from '@touchline/core/contract';
import { agrees, type Fault } from '../../ledger/check-steps.ts';
import { lastBy, type Step, stepsOf } from '../../ledger/wallet-steps.ts';
import { faultIn, placeOf, type Wallet } from './wallet-timeline.ts';

/** What there is to see of a wallet: its steps in the chosen order, where the reader stands, and what does not add up. */
export type WalletSight = {
  readonly steps: readonly Step[];
  readonly place: number;
  readonly time: LedgerTime;
  readonly fault: Fault | undefined;
  /** The step that was asked for lies further back than what has been loaded. */
  readonly isOutOfSight: boolean;
  /** What the server answered about a moment, and whether our own sum says the same; `undefined` when we cannot know. */
  readonly moment:
    | { readonly at: string; readonly balances: BalancesView; readonly agrees: boolean | undefined }
    | undefined;
};

type Chosen = {
  readonly time: LedgerTime;
  readonly chosen: number | undefined;
  readonly asked: string;
  readonly heldThen: BalancesView | undefined;
};

const nothing: BalancesView = { cash: 0, held: 0, bonus: 0, staked: 0 };

/** The costly part of it, which changes only with the events and the order. */
export const walletOrder = (wallet: Wallet, time: LedgerTime) => ({
  steps: stepsOf(wallet.events, time),
  fault: faultIn(wallet),
});

export function walletSight(
  wallet: Wallet,
  { steps, fault }: ReturnType<typeof walletOrder>,
  { time, chosen, asked, heldThen }: Chosen,
): WalletSight {
  const place = placeOf(steps, chosen);
  const isOutOfSight = chosen !== undefined && steps[place]?.event.seq !== chosen;
  const ours = balancesAt(wallet, steps, time, asked);
  const moment = heldThen && { at: asked, balances: heldThen, agrees: ours && agrees(heldThen, ours) };
  return { steps, place, time, fault, isOutOfSight, moment };
}

/** What the wallet held at a moment by our own sum; `undefined` when that lies before the oldest event that is here. */
function balancesAt(
  wallet: Wallet,
  steps: readonly Step[],
  time: LedgerTime,
  moment: string,
): BalancesView | undefined {
  if (moment === '') return undefined;
  const place = lastBy(steps, time, moment);
  // By the time when they count, an event that is not here may lie among those that are.
  if (time === 'effective' && wallet.next !== null) return undefined;
  return place < 0 ? (wallet.next === null ? nothing : undefined) : steps[place]?.balances;
}
