import { kept } from '../state/kept.ts';

/** The 5M plan: enough for polling every few seconds, all month. */
const USUAL_CREDITS = 5_000_000;

const REQUESTS_A_SECOND = 30;

/** Counts credits and requests per second, as the provider does. Credits return on the 1st of the month. */
export type Meter = {
  /** False if this request exceeds the limit per second. */
  readonly admits: () => boolean;
  /** Charges the credits and returns the quota headers. */
  readonly charge: (cost: number, now: number) => Record<string, string>;
  /** False if the credits do not cover it. */
  readonly affords: (cost: number, now: number) => boolean;
  readonly remaining: (now: number) => number;
  /** Sets the credits that are left until the 1st of the month. */
  readonly leave: (credits: number, now: number) => void;
  readonly save: () => void;
};

/** `requestClock` counts requests: real time, even if the sandbox's clock is stopped. */
export function createMeter(folder: string | null, requestClock: () => number): Meter {
  const file = kept(folder, 'odds-credits', { month: '', used: 0, plan: USUAL_CREDITS });
  let spent = { ...file.get(), plan: file.get().plan ?? USUAL_CREDITS };
  let savedAt = 0;
  let recent: number[] = [];
  const inMonth = (now: number) => {
    const month = new Date(now).toISOString().slice(0, 7);
    return spent.month === month ? spent : { month, used: 0, plan: USUAL_CREDITS };
  };
  const remaining = (now: number) => Math.max(0, inMonth(now).plan - inMonth(now).used);
  return {
    remaining,
    affords: (cost, now) => cost <= remaining(now),
    leave: (credits, now) => {
      spent = { ...inMonth(now), plan: inMonth(now).used + credits };
      file.set(spent);
    },
    admits: () => {
      const now = requestClock();
      recent = recent.filter((at) => at > now - 1000 && at <= now);
      if (recent.length >= REQUESTS_A_SECOND) return false;
      recent.push(now);
      return true;
    },
    charge: (cost, now) => {
      spent = { ...inMonth(now), used: inMonth(now).used + cost };
      if (cost > 0 && Math.abs(now - savedAt) > 10_000) {
        savedAt = now;
        file.set(spent);
      }
      return {
        'x-requests-remaining': String(remaining(now)),
        'x-requests-used': String(spent.used),
        'x-requests-last': String(cost),
      };
    },
    save: () => file.set(spent),
  };
}
