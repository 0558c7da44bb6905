import { type Plan, seeMatch } from '@touchline/sandbox/simulator';
import { median, percentile } from './figures.ts';
import { averagePrices, booksAt } from './simulate-seasons.ts';

const LOOK_EVERY_MS = 32_000;

/** Figures of play as somebody sees them who looks every 32 s. */
export type InPlaySample = {
  readonly matches: number;
  readonly suspensionsPerMatch: number;
  readonly suspensionSecondsMedian: number;
  readonly suspensionSecondsP90: number;
  readonly backOverroundMedian: number;
  readonly backLaySpreadMedian: number;
  /** Of each goal, how far the chance of a home win moved, from the average price. */
  readonly homeChanceJumps: readonly number[];
};

export function lookAtPlay(plans: readonly Plan[], pricedMatches: number): InPlaySample {
  const suspensions = plans.flatMap(suspensionsOf).sort((one, other) => one - other);
  const overrounds: number[] = [];
  const spreads: number[] = [];
  for (const plan of plans.slice(0, pricedMatches)) {
    for (const now of looks(plan)) {
      for (const { h2h, lay } of booksAt(plan, now)) {
        if (!h2h || !lay || seeMatch(plan, undefined, now).market === 'suspended') continue;
        overrounds.push(1 / h2h.home + 1 / h2h.draw + 1 / h2h.away);
        spreads.push(lay.home / h2h.home - 1, lay.draw / h2h.draw - 1, lay.away / h2h.away - 1);
      }
    }
  }
  return {
    matches: plans.length,
    suspensionsPerMatch: suspensions.length / plans.length,
    suspensionSecondsMedian: median(suspensions),
    suspensionSecondsP90: percentile(suspensions, 0.9),
    backOverroundMedian: median(overrounds),
    backLaySpreadMedian: median(spreads),
    homeChanceJumps: plans.slice(0, pricedMatches).flatMap(jumpsOf),
  };
}

// The offset makes the looks fall anywhere between two whole half minutes.
function looks(plan: Plan): number[] {
  const first = plan.kickoffAt + (Number.parseInt(plan.id.slice(0, 6), 16) % LOOK_EVERY_MS);
  const found: number[] = [];
  for (let now = first; seeMatch(plan, undefined, now).phase === 'live'; now += LOOK_EVERY_MS) found.push(now);
  return found;
}

function suspensionsOf(plan: Plan): number[] {
  const found: number[] = [];
  let ticks = 0;
  for (const now of looks(plan)) {
    if (seeMatch(plan, undefined, now).market === 'suspended') {
      ticks += 1;
      continue;
    }
    if (ticks > 0) found.push((ticks * LOOK_EVERY_MS) / 1000);
    ticks = 0;
  }
  return found;
}

function jumpsOf(plan: Plan): number[] {
  return plan.goals.flatMap(({ minute }) => {
    const at = plan.kickoffAt + minute * plan.timing.minuteMs;
    const before = homeChance(plan, at - 1000);
    let now = at + 1000;
    while (seeMatch(plan, undefined, now).market === 'suspended') now += 5000;
    const after = homeChance(plan, now);
    return before === null || after === null ? [] : [Math.abs(after - before)];
  });
}

function homeChance(plan: Plan, now: number): number | null {
  const prices = averagePrices(booksAt(plan, now));
  return prices && 1 / prices.home / (1 / prices.home + 1 / prices.draw + 1 / prices.away);
}
