import { createContext, useContext } from 'react';

/** The first-deposit bonus in percent: 0 for none, `undefined` until the settings are known. */
const BonusPercent = createContext<number | undefined>(undefined);
export const BonusPercentProvider = BonusPercent.Provider;

/** Returns the text that promotes the configured bonus; `undefined` if there is none. */
export function useBonusPromo(): string | undefined {
  const percent = useContext(BonusPercent);
  return percent ? `Get ${percent}% bonus on your first deposit!` : undefined;
}
