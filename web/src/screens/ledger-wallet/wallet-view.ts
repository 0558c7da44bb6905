import type { BalancesView, LedgerTime } from '@touchline/core/contract';
import { agrees, type Fault } from '../../ledger/check-steps.ts';
import { lastBy, type Step, stepsOf } from '../../ledger/wallet-steps.ts';
import { faultIn, indexOfStep, type Wallet } from './wallet-timeline.ts';

/** What the screen shows of a wallet: its steps in the chosen order, the chosen step, and the first fault. */
export type WalletView = {
  readonly steps: readonly Step[];
  readonly index: number;
  readonly time: LedgerTime;
  readonly fault: Fault | undefined;
  /** The chosen step is older than the loaded events. */
  readonly isNotLoaded: boolean;
  /** The server's balances at a moment, and whether our own sum agrees; `undefined` if unknown. */
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

/** The expensive part, which depends only on the events and their order. */
export const walletOrder = (wallet: Wallet, time: LedgerTime) => ({
  steps: stepsOf(wallet.events, time),
  fault: faultIn(wallet),
});

export function walletView(
  wallet: Wallet,
  { steps, fault }: ReturnType<typeof walletOrder>,
  { time, chosen, asked, heldThen }: Chosen,
): WalletView {
  const index = indexOfStep(steps, chosen);
  const isNotLoaded = chosen !== undefined && steps[index]?.event.seq !== chosen;
  const ours = balancesAt(wallet, steps, time, asked);
  const moment = heldThen && { at: asked, balances: heldThen, agrees: ours && agrees(heldThen, ours) };
  return { steps, index, time, fault, isNotLoaded, moment };
}

/** Returns our own balances at a moment; `undefined` if it is before the oldest loaded event. */
function balancesAt(
  wallet: Wallet,
  steps: readonly Step[],
  time: LedgerTime,
  moment: string,
): BalancesView | undefined {
  if (moment === '') return undefined;
  const index = lastBy(steps, time, moment);
  // In effective order, an event that is not loaded may belong between loaded ones.
  if (time === 'effective' && wallet.next !== null) return undefined;
  return index < 0 ? (wallet.next === null ? nothing : undefined) : steps[index]?.balances;
}
