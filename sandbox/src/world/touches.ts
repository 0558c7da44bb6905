import { type Touch, untouched } from '../football/match.ts';
import { kept } from '../state/kept.ts';

const FORGOTTEN_AFTER_MS = 4 * 86_400_000;

/** The match console's changes by match id, stored on disk. */
export type Touches = {
  readonly all: () => ReadonlyMap<string, Touch>;
  readonly put: (touch: Touch, now: number) => void;
};

export function keepTouches(folder: string | null, name: string): Touches {
  const file = kept<Record<string, Touch>>(folder, name, {});
  let byId = new Map(Object.entries(file.get()).map(([id, touch]) => [id, withNewFields(touch)]));
  return {
    all: () => byId,
    put: (touch, now) => {
      const fresh = [...byId].filter(([, each]) => now < overAt(each) + FORGOTTEN_AFTER_MS);
      byId = new Map([...fresh, [touch.plan.id, touch]]);
      file.set(Object.fromEntries(byId));
    },
  };
}

/** Returns when a match can no longer change; Infinity while it can. */
function overAt({ plan, ended, abandonedAt, away, corrections }: Touch): number {
  if (ended || abandonedAt !== null) return Math.max(ended?.at ?? 0, abandonedAt ?? 0, corrections.at(-1)?.at ?? 0);
  if (away?.why === 'cancelled') return away.from;
  // A match that ends by the clock lasts no longer than a day.
  return plan.endsBy === 'clock' && !away ? plan.kickoffAt + 86_400_000 : Number.POSITIVE_INFINITY;
}

// A file of an earlier version lacks newer fields.
const withNewFields = (stored: Touch): Touch => ({
  ...untouched(stored.plan),
  ...stored,
  plan: { ...stored.plan, reds: stored.plan.reds ?? [], fate: stored.plan.fate ?? null },
});
