import type { selectionText } from '@touchline/core/markets';
import { type ComponentType, createContext, use } from 'react';
import type { slipEntryOf } from '../matches/pick-outcome.ts';
import type { SlipActors, SlipHost } from './slip-host.tsx';
import type { slipOfBet } from './slip-setup.ts';
import type { BettingLimits } from './stake.ts';

/** The exports of the slip's code. Its parts read this context, so their types are declared here. */
export type SlipCode = {
  readonly slipEntryOf: typeof slipEntryOf;
  readonly OddsSetting: ComponentType<{ readonly className?: string }>;
  readonly SlipHost: typeof SlipHost;
  readonly SlipPanel: ComponentType;
  readonly slipOfBet: typeof slipOfBet;
  readonly selectionText: typeof selectionText;
};
export type SlipCallback = (actors: SlipActors, code: SlipCode) => void;
export type SlipContextValue = {
  readonly actors: SlipActors | undefined;
  readonly code: SlipCode | undefined;
  /** The operator's limits, once they are loaded. */
  readonly limits?: BettingLimits | undefined;
  /** Calls back with the slip: at once if it is loaded, else as soon as it is. */
  readonly withSlip: (callback: SlipCallback) => void;
};

export const SlipContext = createContext<SlipContextValue | undefined>(undefined);

export function useSlipContext(): SlipContextValue {
  const slip = use(SlipContext);
  if (!slip) throw new Error('the slip is used outside its provider');
  return slip;
}

/** The slip, for parts that are rendered only once it is loaded. */
export function useSlipActors(): SlipActors {
  const { actors } = useSlipContext();
  if (!actors) throw new Error('a part of the slip is rendered before the slip is loaded');
  return actors;
}
