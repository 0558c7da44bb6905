import type { Touch } from '../football/match.ts';
import { kept } from '../state/kept.ts';

const FORGOTTEN_AFTER_MS = 4 * 86_400_000;

/** What the match desk did, by match id; kept on disk. */
export type Touches = {
  readonly all: () => ReadonlyMap<string, Touch>;
  readonly put: (touch: Touch, now: number) => void;
};

export function keepTouches(folder: string | null, name: string): Touches {
  const file = kept<Record<string, Touch>>(folder, name, {});
  let byId = new Map(Object.entries(file.get()));
  return {
    all: () => byId,
    put: (touch, now) => {
      const fresh = [...byId].filter(([, each]) => !each.ended || now - each.ended.at < FORGOTTEN_AFTER_MS);
      byId = new Map([...fresh, [touch.plan.id, touch]]);
      file.set(Object.fromEntries(byId));
    },
  };
}
