import { type ComponentType, createContext, use } from 'react';
import type { slipEntryOf } from '../matches/pick-outcome.ts';
import type { SlipActors, SlipKeeper } from './slip-keeper.tsx';
import type { HouseLimits } from './stake-limits.ts';

/** What is fetched with the code of the slip. Its parts read this context, so their types are named here. */
export type SlipCode = {
  readonly slipEntryOf: typeof slipEntryOf;
  readonly OddsSetting: ComponentType<{ readonly className?: string }>;
  readonly SlipKeeper: typeof SlipKeeper;
  readonly SlipPanel: ComponentType;
};
export type SlipAct = (actors: SlipActors, code: SlipCode) => void;
export type SlipOfPage = {
  readonly actors: SlipActors | undefined;
  readonly code: SlipCode | undefined;
  /** What the house takes, once it is known. */
  readonly limits?: HouseLimits | undefined;
  /** Does it with the slip: at once when the slip is there, else as soon as its code has come. */
  readonly withSlip: (act: SlipAct) => void;
};

export const SlipContext = createContext<SlipOfPage | undefined>(undefined);

export function useSlipOfPage(): SlipOfPage {
  const slip = use(SlipContext);
  if (!slip) throw new Error('the slip is used outside of its provider');
  return slip;
}

/** The slip for the parts that are drawn only when it is there. */
export function useSlipActors(): SlipActors {
  const { actors } = useSlipOfPage();
  if (!actors) throw new Error('a part of the slip is drawn before the slip is there');
  return actors;
}
