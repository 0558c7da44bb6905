import { hours, type Instant, instant, minutes } from '@touchline/core/instant';
import type { SkippedPlay } from '@touchline/core/matches';
import { cadenceOf, longestMatchMs, type Stretch, type Tier, tierOf } from './plan-polls.ts';

export type MonthInput = {
  readonly leagues: readonly { readonly key: string; readonly kickoffs: readonly Instant[] }[];
  readonly baseMs: number;
  /** Credits per request for prices: markets times regions. */
  readonly pollCost: number;
  /** Credits spent since the 1st, as the provider counts them. */
  readonly used: number;
  /** Credits for a whole month; `null` without a limit. */
  readonly budget: number | null;
};

export type MonthPlan = {
  readonly stretch: Stretch;
  /** Play for which no prices are polled, because the credits do not cover all of it. */
  readonly skipped: readonly SkippedPlay[];
  /** Credits spent by the end of the month under this plan. */
  readonly forecast: number;
  /** `spent`: no more paid requests · `exceeds`: even the slowest cadence without prices in play exceeds the budget. */
  readonly budget: 'kept' | 'exceeds' | 'spent';
};

/** Which tiers slow down first, and by how much at most: in-play last. */
const order = [
  { tier: 'far', most: 24 },
  { tier: 'middle', most: 12 },
  { tier: 'near', most: 8 },
  { tier: 'in-play', most: 5 },
] as const satisfies readonly { tier: Tier; most: number }[];

/** Credits of a request for the scores of the last three days. */
const scoresCost = 2;
/** Without prices in play, scores are only needed to settle. */
export const scoresOfSkippedEveryMs = minutes(20);

/**
 * Forecasts the credits until the end of the month. If they exceed the budget, slows down the polls, starting with the most distant
 * matches. If that is not enough, prices in play are left out where they cost most for each match. Counts only matches that are
 * already known.
 */
export function planMonth(input: MonthInput, now: Instant): MonthPlan {
  const { used, budget } = input;
  const spans = spansOf(input, now);
  const spend = spendByTier(spans, input);
  const total = () => order.reduce((sum, { tier }) => sum + spend[tier], 0);
  if (budget === null) return { stretch: {}, skipped: [], forecast: Math.round(used + total()), budget: 'kept' };
  if (used >= budget) return { stretch: {}, skipped: [], forecast: used, budget: 'spent' };
  const all = budget - used;
  // Polls come at whole intervals, so each league may take a little more than its share.
  const left = total() <= all ? all : all - 2 * input.leagues.length * (input.pollCost + scoresCost);
  const stretch: Partial<Record<Tier, number>> = {};
  for (const { tier, most } of order) {
    if (total() <= left) break;
    const available = left - (total() - spend[tier]);
    const times = available <= 0 ? most : Math.min(most, spend[tier] / available);
    if (times <= 1) continue;
    stretch[tier] = times;
    spend[tier] /= times;
  }
  const { skipped, saved } = skipPlay(spans, { ...input, stretch }, total() - left);
  const forecast = Math.round(used + total() - saved);
  return { stretch, skipped, forecast, budget: forecast > budget ? 'exceeds' : 'kept' };
}

type Cost = Pick<MonthInput, 'baseMs' | 'pollCost'> & { readonly stretch?: Stretch };

/** Leaves out prices in play, the dearest for each match first, until `excess` credits are saved. */
function skipPlay(spans: readonly Span[], cost: Cost, excess: number) {
  const windows = [...Map.groupBy(spans.filter(isPlay), ({ play }) => play).values()].map((of) => ({
    of,
    matches: Math.max(...of.map(({ matches }) => matches)),
    saves: of.reduce((sum, span) => sum + creditsOf(span, cost) - creditsOfSkipped(span, cost), 0),
  }));
  const skipped: SkippedPlay[] = [];
  let saved = 0;
  for (const { of, matches, saves } of windows.toSorted((a, b) => a.matches / a.saves - b.matches / b.saves)) {
    if (saved >= excess) break;
    const [first] = of;
    if (!first || saves <= 0) continue;
    saved += saves;
    skipped.push({ leagueKey: first.leagueKey, from: first.from, to: of.at(-1)?.to ?? first.to, matches });
  }
  return { skipped: skipped.toSorted((a, b) => a.from - b.from), saved };
}

/** A span of time in which a league's tier does not change. */
type Span = {
  readonly leagueKey: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly tier: ActiveTier;
  /** The tier by the matches that have not kicked off. */
  readonly ahead: ReturnType<typeof tierOf>;
  /** How many matches are in play. */
  readonly matches: number;
  /** Names the play that the span belongs to: spans in play that follow each other. */
  readonly play: string;
};
type ActiveTier = (typeof order)[number]['tier'];
const isPlay = ({ tier }: Span): boolean => tier === 'in-play';

function creditsOf({ from, to, tier }: Span, { baseMs, pollCost, stretch = {} }: Cost): number {
  const each = tier === 'in-play' ? pollCost + scoresCost : pollCost;
  return ((to - from) / (cadenceOf(tier, baseMs) * (stretch[tier] ?? 1))) * each;
}

/** Scores, and prices for the matches ahead. */
function creditsOfSkipped(span: Span, cost: Cost): number {
  const scores = ((span.to - span.from) / scoresOfSkippedEveryMs) * scoresCost;
  return span.ahead === 'idle' ? scores : scores + creditsOf({ ...span, tier: span.ahead }, cost);
}

function spendByTier(spans: readonly Span[], cost: Cost): Record<ActiveTier, number> {
  const spend = { far: 0, middle: 0, near: 0, 'in-play': 0 };
  for (const span of spans) spend[span.tier] += creditsOf(span, cost);
  return spend;
}

/** Returns the spans from now to the end of the month in which a league has matches. */
function spansOf({ leagues }: MonthInput, now: Instant): readonly Span[] {
  const end = endOfMonth(now);
  return leagues.flatMap(({ key, kickoffs }) => {
    const turns = kickoffs.flatMap((kickoff) => [
      kickoff - hours(24),
      kickoff - hours(1),
      kickoff,
      kickoff + longestMatchMs,
    ]);
    const within = [...new Set([now, ...turns.filter((turn) => turn > now && turn < end), end])].sort((a, b) => a - b);
    let play = 0;
    return within.slice(1).flatMap((until, at): readonly Span[] => {
      const [from, to] = [instant(within[at] ?? until), instant(until)];
      const middle = instant((from + to) / 2);
      const tier = tierOf(kickoffs, middle);
      if (tier !== 'in-play') play += 1;
      if (tier === 'idle') return [];
      const begun = kickoffs.filter((kickoff) => kickoff <= middle && kickoff + longestMatchMs > middle);
      const ahead = tierOf(
        kickoffs.filter((kickoff) => kickoff > middle),
        middle,
      );
      return [{ leagueKey: key, from, to, tier, ahead, matches: begun.length, play: `${key} ${play}` }];
    });
  });
}

/** Credits return on the 1st. */
function endOfMonth(now: Instant): Instant {
  const day = new Date(now);
  return instant(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1));
}
