import { createContext, useContext } from 'react';

/** How much of a first deposit the bonus is, in percent: 0 for none, `undefined` until the settings are known. */
const BonusPercent = createContext<number | undefined>(undefined);
export const BonusPercentProvider = BonusPercent.Provider;

/** The line that promotes the bonus on the terms that the server is configured with; `undefined` while there is none. */
export function useBonusPromo(): string | undefined {
  const percent = useContext(BonusPercent);
  return percent ? `Get ${percent}% bonus on your first deposit!` : undefined;
}
