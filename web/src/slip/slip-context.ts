import { createContext, use } from 'react';
import type { SlipCode } from './load-slip.ts';
import type { SlipActors } from './slip-keeper.tsx';
import type { HouseLimits } from './stake-limits.ts';

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
