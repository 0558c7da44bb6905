import { kept } from '../state/kept.ts';

/** The 5M plan: enough for polling every few seconds, all month. */
const CREDITS = 5_000_000;
const REQUESTS_A_SECOND = 30;

/** Counts credits and requests per second, as the provider does. Credits return on the 1st of the month. */
export type Meter = {
  /** False if this request is one too many within a second. */
  readonly admits: () => boolean;
  /** Charges the credits and gives the quota headers of the answer. */
  readonly charge: (cost: number, now: number) => Record<string, string>;
  readonly save: () => void;
};

/** `requestClock` counts requests: real time even where the world's clock stands still. */
export function createMeter(folder: string | null, requestClock: () => number): Meter {
  const file = kept(folder, 'odds-credits', { month: '', used: 0 });
  let spent = file.get();
  let savedAt = 0;
  let recent: number[] = [];
  return {
    admits: () => {
      const now = requestClock();
      recent = recent.filter((at) => at > now - 1000 && at <= now);
      if (recent.length >= REQUESTS_A_SECOND) return false;
      recent.push(now);
      return true;
    },
    charge: (cost, now) => {
      const month = new Date(now).toISOString().slice(0, 7);
      spent = { month, used: (spent.month === month ? spent.used : 0) + cost };
      if (cost > 0 && Math.abs(now - savedAt) > 10_000) {
        savedAt = now;
        file.set(spent);
      }
      return {
        'x-requests-remaining': String(Math.max(0, CREDITS - spent.used)),
        'x-requests-used': String(spent.used),
        'x-requests-last': String(cost),
      };
    },
    save: () => file.set(spent),
  };
}
