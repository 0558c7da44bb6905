import { useState } from 'react';

const key = 'pinnedMarkets';

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((market) => typeof market === 'string') : [];
  } catch {
    return [];
  }
}

/** The markets that the user pinned in this browser, for all matches, and a function that pins or unpins one. */
export function usePinnedMarkets(): readonly [pinned: readonly string[], toggle: (market: string) => void] {
  const [pinned, setPinned] = useState(read);
  const toggle = (market: string) => {
    // Another tab may have changed it.
    const stored = read();
    const next = stored.includes(market) ? stored.filter((other) => other !== market) : [...stored, market];
    localStorage.setItem(key, JSON.stringify(next));
    setPinned(next);
  };
  return [pinned, toggle];
}
