import type { ConfigView } from '@touchline/core/contract';
import { t } from '@touchline/core/language';
import { createContext, useContext } from 'react';

/** The operator's settings; `undefined` until they are known. */
const Settings = createContext<ConfigView | undefined>(undefined);
export const SettingsProvider = Settings.Provider;
export const useSettings = (): ConfigView | undefined => useContext(Settings);

/** Returns the text that promotes the configured bonus; `undefined` if there is none. */
export function useBonusPromo(): string | undefined {
  const percent = useSettings()?.bonusPercent;
  return percent ? t('Get {percent}% bonus on your first deposit!', { percent }) : undefined;
}
