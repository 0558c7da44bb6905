import { randomBytes } from 'node:crypto';
import { leagueOf } from '../football/leagues.ts';
import type { Plan, Side, ThreeWay, Totals, Touch } from '../football/match.ts';
import { MOST_GOALS, type Score } from '../football/score-matrix.ts';
import { scoreAt } from '../football/see-match.ts';
import type { Touches } from '../world/touches.ts';
import type { World } from '../world/world.ts';

/** Why the desk cannot do it: `missing` (no such match), `late` (not at this stage), `wrong` (what was asked makes no sense). */
type DeskRefusal = { readonly ok: false; readonly why: 'missing' | 'late' | 'wrong'; readonly message: string };
type DeskDone = { readonly ok: true; readonly id: string };
export type DeskResult = DeskDone | DeskRefusal;

export type DeskDeps = { readonly world: World; readonly touches: Touches; readonly now: () => number };

/** Bookmakers that quote a match made at the desk, all the same price: what a test sees is what it set. */
const DESK_BOOKMAKERS = ['bet365', 'pinnacle', 'williamhill', 'unibet_eu'];
const USUAL_PRICES: ThreeWay = { home: 2.5, draw: 3.2, away: 2.9 };
const USUAL_TOTALS: Totals = { point: 2.5, over: 1.9, under: 1.9 };

export type NewFixture = {
  readonly sportKey: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: number;
  readonly prices: ThreeWay | null;
  readonly totals: Totals | null;
};

/** Puts a match on the list that runs only by the desk's hand: score, end and prices change when somebody says so. */
export function createFixture(deps: DeskDeps, fixture: NewFixture): DeskResult {
  if (!leagueOf(fixture.sportKey)) return refused('wrong', `There is no league "${fixture.sportKey}".`);
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
    pricing: { kind: 'listed', until: 'end', books: DESK_BOOKMAKERS.map((key) => ({ key, h2h, totals })) },
    endsBy: 'hand',
  };
  deps.touches.put(untouched(plan), deps.now());
  return { ok: true, id: plan.id };
}

export function scoreGoal(deps: DeskDeps, id: string, side: Side): DeskResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase !== 'live') return refused('late', 'Only a live match can have a goal.');
    const score = scoreAt(touch.plan, touch, now);
    if (score[side] >= MOST_GOALS - 1) return refused('wrong', 'That is enough goals for one side.');
    return { ...touch, goals: [...touch.goals, { side, at: now }] };
  });
}

/** Ends a match now, with the given score or the one that stands; one that has not begun is kicked off at the same moment. */
export function finishMatch(deps: DeskDeps, id: string, score: Score | null): DeskResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', 'The match is over already.');
    const kickoffAt = Math.min(touch.plan.kickoffAt, Math.floor(now / 1000) * 1000);
    const final = score ?? (phase === 'live' ? scoreAt(touch.plan, touch, now) : { home: 0, away: 0 });
    return { ...touch, plan: { ...touch.plan, kickoffAt }, ended: { score: final, at: now } };
  });
}

/** Moves the kick-off; a live match goes back to 0-0 if the new time is ahead. */
export function moveKickoff(deps: DeskDeps, id: string, kickoffAt: number): DeskResult {
  return change(deps, id, (touch, now, phase) => {
    if (phase === 'finished') return refused('late', 'The match is over already.');
    const goals = kickoffAt > now ? [] : touch.goals;
    return { ...touch, plan: { ...touch.plan, kickoffAt: wholeSecond(kickoffAt) }, goals };
  });
}

export function setMarket(deps: DeskDeps, id: string, market: 'open' | 'suspended'): DeskResult {
  return change(deps, id, (touch, _now, phase) =>
    phase === 'finished' ? refused('late', 'The match is over already.') : { ...touch, market },
  );
}

/** Fixes prices at every bookmaker; null for both lets the bookmakers quote again. */
export function setPrices(deps: DeskDeps, id: string, h2h: ThreeWay | null, totals: Totals | null): DeskResult {
  return change(deps, id, (touch, _now, phase) => {
    if (phase === 'finished') return refused('late', 'The match is over already.');
    if (!h2h && !totals) return { ...touch, prices: null };
    return {
      ...touch,
      prices: { h2h: h2h ?? touch.prices?.h2h ?? null, totals: totals ?? touch.prices?.totals ?? null },
    };
  });
}

type Change = (touch: Touch, now: number, phase: 'upcoming' | 'live' | 'finished') => Touch | DeskRefusal;

function change(deps: DeskDeps, id: string, how: Change): DeskResult {
  const now = deps.now();
  const sight = deps.world.sight(id, now);
  if (!sight) return refused('missing', `There is no match ${id}.`);
  const changed = how(sight.touch ?? untouched(sight.plan), now, sight.match.phase);
  if ('ok' in changed) return changed;
  deps.touches.put(changed, now);
  return { ok: true, id };
}

const untouched = (plan: Plan): Touch => ({ plan, goals: [], ended: null, market: 'open', prices: null });
const refused = (why: DeskRefusal['why'], message: string): DeskRefusal => ({ ok: false, why, message });
const wholeSecond = (at: number): number => Math.floor(at / 1000) * 1000;
