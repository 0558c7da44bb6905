import { expect, test } from 'vitest';
import { simulatedPlan } from '../calendar/simulated-plan.ts';
import { LEAGUES } from '../football/leagues.ts';
import type { Fate, Plan } from '../football/match.ts';
import { lengthMs } from '../football/timing.ts';
import { keepTouches } from './touches.ts';
import { createWorld } from './world.ts';

const KICKOFF = Date.UTC(2026, 10, 20, 15);
const HOUR = 3_600_000;
const plansWith = (rareEvents: number, count: number): Plan[] =>
  Array.from({ length: count }, (_, index) => {
    const [league] = LEAGUES;
    if (!league) throw new Error('no league');
    const fixture = { key: `rare ${index}`, homeTeam: 'Arsenal', awayTeam: 'Burnley', kickoffAt: KICKOFF };
    return simulatedPlan(league, fixture, { minuteMs: 60_000, rareEvents });
  });
const [plan] = plansWith(0, 1);
if (!plan) throw new Error('no plan');

const worldOf = (fate: Fate) => createWorld(() => [{ ...plan, fate }], keepTouches(null, 'none'));
const seen = (fate: Fate, now: number) =>
  worldOf(fate)
    .sights(now)
    .map(({ match }) => [match.id === plan.id ? 'same id' : 'new id', match.phase, (match.kickoffAt - KICKOFF) / HOUR]);

test('has no rare events by default, and about the configured share of each', () => {
  expect(plansWith(0, 300).filter(({ fate }) => fate)).toEqual([]);
  const kinds = plansWith(0.1, 3000).map(({ fate }) => fate?.kind ?? 'usual');
  for (const kind of ['postponed', 'abandoned', 'corrected']) {
    const count = kinds.filter((each) => each === kind).length;
    expect(count, kind).toBeGreaterThan(240);
    expect(count, kind).toBeLessThan(360);
  }
});

test('rare events do not change other matches', () => {
  const usual = plansWith(0, 100);
  const rare = plansWith(0.1, 100);
  expect(rare.map(({ fate: _, ...rest }) => rest)).toEqual(usual.map(({ fate: _, ...rest }) => rest));
});

test('a match postponed by hours disappears before kick-off and returns under its id at the new time', () => {
  const fate: Fate = { kind: 'postponed', byMs: 3 * HOUR, id: 'keep' };
  expect(seen(fate, KICKOFF - 120_001)).toEqual([['same id', 'upcoming', 0]]);
  expect(seen(fate, KICKOFF - 120_000)).toEqual([['same id', 'postponed', 3]]);
  expect(seen(fate, KICKOFF - 120_000 + 600_000)).toEqual([['same id', 'upcoming', 3]]);
  expect(seen(fate, KICKOFF + 3 * HOUR)).toEqual([['same id', 'live', 3]]);
});

test('a match postponed by days returns under a new id only', () => {
  const fate: Fate = { kind: 'postponed', byMs: 50 * HOUR, id: 'new' };
  expect(seen(fate, KICKOFF - 120_001)).toEqual([
    ['same id', 'upcoming', 0],
    ['new id', 'postponed', 50],
  ]);
  expect(seen(fate, KICKOFF + 50 * HOUR)).toEqual([
    ['same id', 'postponed', 0],
    ['new id', 'live', 50],
  ]);
});

test('an abandoned match stops at its minute, and a corrected one reports another result after the end', () => {
  expect(seen({ kind: 'abandoned', minute: 30 }, KICKOFF + 30 * 60_000 - 1)[0]?.[1]).toBe('live');
  expect(seen({ kind: 'abandoned', minute: 30 }, KICKOFF + 30 * 60_000)[0]?.[1]).toBe('abandoned');
  const end = KICKOFF + Math.ceil(lengthMs(plan.timing));
  const world = worldOf({ kind: 'corrected', afterMs: 60_000, score: { home: 9, away: 8 } });
  const scoreAt = (now: number) => world.sights(now)[0]?.match.score;
  expect(scoreAt(end + 59_999)).not.toEqual({ home: 9, away: 8 });
  expect(scoreAt(end + 60_000)).toEqual({ home: 9, away: 8 });
});
