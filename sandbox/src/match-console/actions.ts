import { randomBytes } from 'node:crypto';
import { expectedGoals } from '../football/expected-goals.ts';
import { leagueOf } from '../football/leagues.ts';
import { type Plan, type Side, type ThreeWay, type Totals, untouched } from '../football/match.ts';
import { MOST_GOALS, type Score } from '../football/score-matrix.ts';
import { scoreAt } from '../football/see-match.ts';
import { type ConsoleDeps, type ConsoleResult, change, refused, wholeSecond } from './touch-match.ts';

/** The bookmakers of a match created in the match console, all with the price that was set. */
const CONSOLE_BOOKMAKERS = ['bet365', 'pinnacle', 'williamhill', 'unibet_eu'];
const USUAL_PRICES: ThreeWay = { home: 2.5, draw: 3.2, away: 2.9 };
const USUAL_TOTALS: Totals = { point: 2.5, over: 1.9, under: 1.9 };

export type NewFixture = {
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly prices: ThreeWay | null;
  readonly totals: Totals | null;
  /** Fixed prices change only in the console; the model's follow time, goals and red cards. */
  readonly pricing: 'fixed' | 'model';
};

/** Creates a match that only the match console controls: its score, end and prices. */
export function createFixture(deps: ConsoleDeps, fixture: NewFixture): ConsoleResult {
  const league = leagueOf(fixture.sportKey);
  if (!league) return refused('wrong', `There is no league "${fixture.sportKey}".`);
  if (fixture.homeTeam === '' || fixture.awayTeam === '') return refused('wrong', 'Both teams need a name.');
  if (fixture.homeTeam === fixture.awayTeam) return refused('wrong', 'A team cannot play itself.');
  const h2h = fixture.prices ?? USUAL_PRICES;
  const totals = fixture.totals ?? USUAL_TOTALS;
  const plan: Plan = {
    id: randomBytes(16).toString('hex'),
    sportKey: fixture.sportKey,
    homeTeam: fixture.homeTeam,
    awayTeam: fixture.awayTeam,
    kickoffAt: wholeSecond(fixture.kickoffAt),
    timing: { minuteMs: 60_000, firstStoppage: 1, halfTime: 15, secondStoppage: 4 },
    goals: [],
    reds: [],
    pricing:
      fixture.pricing === 'model'
        ? { kind: 'model', ...expectedGoals(league, fixture.homeTeam, fixture.awayTeam) }
        : { kind: 'listed', until: 'end', books: CONSOLE_BOOKMAKERS.map((key) => ({ key, h2h, totals })) },
    endsBy: 'hand',
    fate: null,
  };
  deps.touches.put(untouched(plan), deps.now());
  return { ok: true, id: plan.id };
}

export function scoreGoal(deps: ConsoleDeps, id: string, side: Side): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'live') return refused('late', 'Only a live match can have a goal.');
    const score = scoreAt(touch.plan, touch, now);
    if (score[side] >= MOST_GOALS - 1) return refused('wrong', 'That is enough goals for one side.');
    return { ...touch, goals: [...touch.goals, { side, at: now }] };
  });
}

/** Disallows the last goal of a side, as after a video review. */
export function withdrawGoal(deps: ConsoleDeps, id: string, side: Side): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'live') return refused('late', 'Only a live match can lose a goal.');
    if (scoreAt(touch.plan, touch, now)[side] === 0) return refused('wrong', 'That side has no goal.');
    return { ...touch, withdrawn: [...touch.withdrawn, { side, at: now }] };
  });
}

/**
 * Ends a match now, with the given or the current score; a match that has not begun starts at the same time, and an abandoned one is
 * completed.
 */
export function finishMatch(deps: ConsoleDeps, id: string, score: Score | null): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', OVER);
    if (phase === 'postponed' || phase === 'cancelled') return refused('late', OFF);
    const kickoffAt = Math.min(touch.plan.kickoffAt, wholeSecond(now));
    const final = score ?? (phase === 'upcoming' ? { home: 0, away: 0 } : scoreAt(touch.plan, touch, now));
    return { ...touch, plan: { ...touch.plan, kickoffAt }, abandonedAt: null, ended: { score: final, at: now } };
  });
}

/** Moves the kick-off; a live match returns to 0-0 if the new time is ahead, and an unlisted one is listed again. */
export function moveKickoff(deps: ConsoleDeps, id: string, kickoffAt: number): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', OVER);
    const moved = { ...touch, away: null, plan: { ...touch.plan, kickoffAt: wholeSecond(kickoffAt) } };
    return kickoffAt > now ? { ...moved, goals: [], withdrawn: [], reds: [], abandonedAt: null } : moved;
  });
}

/** Suspends a market by removing it from the feed, or by leaving its old price and time there. */
export function setMarket(
  deps: ConsoleDeps,
  id: string,
  { market, feed }: { readonly market: 'open' | 'suspended'; readonly feed: 'vanishes' | 'lingers' },
): ConsoleResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', OVER);
    const lingers = market === 'suspended' && feed === 'lingers';
    return { ...touch, market, lingersSince: lingers ? (touch.lingersSince ?? now) : null };
  });
}

/** Fixes prices at every bookmaker; null for both lets the bookmakers quote again. */
export function setPrices(deps: ConsoleDeps, id: string, h2h: ThreeWay | null, totals: Totals | null): ConsoleResult {
  return change(deps, id, (touch, _now, phase) => {
    if (phase === 'finished') return refused('late', OVER);
    if (!h2h && !totals) return { ...touch, prices: null };
    return {
      ...touch,
      prices: { h2h: h2h ?? touch.prices?.h2h ?? null, totals: totals ?? touch.prices?.totals ?? null },
    };
  });
}

const OVER = 'The match is over already.';
const OFF = 'The match is off the list: move its kick-off first.';
