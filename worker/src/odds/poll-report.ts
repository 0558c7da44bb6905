import type { SavedPrices } from '@touchline/store/matches';
import type { Log } from '../log.ts';
import type { Quota } from '../provider/odds-api.ts';
import type { Refused } from '../provider/wire.ts';
import type { OddsRefusal } from './read-odds.ts';

/** The totals of one tick: what was quoted, what changed, and how many events were rejected for which reason. */
export type PollReport = {
  /** Logs each rejected event once, and counts it. */
  readonly addRejected: (leagueKey: string, rejected: readonly Refused<OddsRefusal>[]) => void;
  readonly addSaved: (quoted: number, saved: SavedPrices, quota: Quota) => void;
  /** Logs the totals in one line and starts again. */
  readonly log: () => void;
};

/** Bounds the memory when the provider keeps sending new invalid events. */
const maxLogged = 2_000;

export function createPollReport(log: Log): PollReport {
  const logged = new Set<string>();
  let totals = noTotals();
  return {
    addRejected: (leagueKey, rejected) => {
      for (const { eventId, reason } of rejected) {
        totals.refused[reason] = (totals.refused[reason] ?? 0) + 1;
        const key = `${eventId} ${reason}`;
        if (logged.has(key)) continue;
        if (logged.size >= maxLogged) logged.clear();
        logged.add(key);
        log.warn({ league: leagueKey, providerEventId: eventId, reason }, 'event not offered');
      }
    },
    addSaved: (quoted, saved, { remaining, last }) => {
      totals.leagues += 1;
      totals.quoted += quoted;
      totals.added += saved.added;
      totals.changed += saved.changed;
      totals.priceChanges += saved.priceChanges;
      if (remaining !== null) totals.creditsLeft = Math.min(totals.creditsLeft ?? remaining, remaining);
      totals.creditsSpent += last ?? 0;
    },
    log: () => {
      if (totals.leagues > 0) log.info(totals, 'odds refreshed');
      totals = noTotals();
    },
  };
}

const noTotals = () => ({
  leagues: 0,
  quoted: 0,
  added: 0,
  changed: 0,
  priceChanges: 0,
  refused: {} as Partial<Record<OddsRefusal, number>>,
  creditsLeft: null as number | null,
  creditsSpent: 0,
});
