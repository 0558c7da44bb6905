import type { SavedPrices } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { Quota } from '../provider/odds-api.ts';
import type { Refused } from '../provider/wire.ts';
import type { OddsRefusal } from './read-odds.ts';

/** The account of one tick: what was quoted, what changed, and which events were refused for which reason. */
export type Sweep = {
  readonly passOver: (leagueKey: string, refused: readonly Refused<OddsRefusal>[]) => void;
  readonly count: (quoted: number, saved: SavedPrices, quota: Quota) => void;
  /** One line for all leagues that answered; each event that is refused for the first time had a line of its own. */
  readonly tell: () => void;
};

/** Refusals already told; a provider that sends ever new nonsense must not fill the memory. */
const mostRemembered = 2_000;

export function createSweep(log: Log): Sweep {
  const told = new Set<string>();
  let sums = nothing();
  return {
    passOver: (leagueKey, refused) => {
      for (const { eventId, reason } of refused) {
        sums.refused[reason] = (sums.refused[reason] ?? 0) + 1;
        const key = `${eventId} ${reason}`;
        if (told.has(key)) continue;
        if (told.size >= mostRemembered) told.clear();
        told.add(key);
        log.warn({ league: leagueKey, providerEventId: eventId, reason }, 'an event is not offered');
      }
    },
    count: (quoted, saved, quota) => {
      sums.leagues += 1;
      sums.quoted += quoted;
      sums.added += saved.added;
      sums.changed += saved.changed;
      sums.priceChanges += saved.priceChanges;
      if (quota.remaining !== null) sums.creditsLeft = Math.min(sums.creditsLeft ?? quota.remaining, quota.remaining);
      sums.creditsSpent += quota.last ?? 0;
    },
    tell: () => {
      if (sums.leagues > 0) log.info(sums, 'odds refreshed');
      sums = nothing();
    },
  };
}

const nothing = () => ({
  leagues: 0,
  quoted: 0,
  added: 0,
  changed: 0,
  priceChanges: 0,
  refused: {} as Partial<Record<OddsRefusal, number>>,
  creditsLeft: null as number | null,
  creditsSpent: 0,
});
