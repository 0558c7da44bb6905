import { describe, expect, test } from 'vitest';
import {
  builderOutcome,
  derivedKeys,
  derivedMarket,
  gradeLeg,
  type Outcome,
  outcomeFromLabel,
  outcomeLabel,
  outcomeOf,
} from './index.ts';

const teams = { homeTeam: 'Schalke 04', awayTeam: 'Arsenal' };
const parsed = (label: string): Outcome => {
  const outcome = outcomeFromLabel(teams, label);
  if (!outcome) throw new Error(`no selection has the label ${label}`);
  return outcome;
};
const scoreOf = (text: string) => {
  const [home = 0, away = 0] = text.split('-').map(Number);
  return { home, away };
};

test('every selection has a label of its own, and is found by it and by what is stored', () => {
  const outcomes = derivedKeys.flatMap((market) => {
    const { lines, rules } = derivedMarket(market);
    return Object.keys(rules(0)).flatMap((pick) => (lines ?? [null]).map((line) => outcomeOf(market, pick, line)));
  });
  const labels = outcomes.map((outcome) => outcomeLabel(teams, outcome));
  expect(labels.map(parsed)).toEqual(outcomes);
  expect(new Set(labels).size).toBe(labels.length);
  expect(labels.length).toBeGreaterThan(160);
});

test.each([
  'Goals: Over 2.6',
  'Goals: Over',
  'Double chance: Arsenal',
  'Asian handicap: Arsenal -0.5',
  'Correct score: 5-0',
])('no selection has the label "%s"', (label) => expect(outcomeFromLabel(teams, label)).toBeUndefined());

test.each([
  ['SG Motor + Union', 'Arsenal'],
  ['Arsenal', 'SG Motor + Union'],
  ['Motor + Union', 'SG Motor + Union + Arsenal'],
])('a combination of "%s" against "%s" is found by its label', (homeTeam, awayTeam) => {
  const named = { homeTeam, awayTeam };
  const outcomes = (['home', 'away'] as const).map((pick) =>
    builderOutcome([
      { market: 'h2h', pick },
      { market: 'totals', pick: 'over', point: 2.5 },
    ]),
  );
  expect(outcomes.map((outcome) => outcomeFromLabel(named, outcomeLabel(named, outcome)))).toEqual(outcomes);
});

test('a label that is none costs no more the more selections it claims to combine', () => {
  const readsFor = (label: string): number => {
    let reads = 0;
    const counted = {
      get homeTeam() {
        reads += 1;
        return teams.homeTeam;
      },
      awayTeam: teams.awayTeam,
    };
    expect(outcomeFromLabel(counted, label)).toBeUndefined();
    return reads;
  };
  expect(readsFor(`Builder: ${Array(131).fill('').join(' + ')}`)).toBeLessThanOrEqual(readsFor('Builder: '));
});

test.each([
  ['btts', 'maybe', null],
  ['btts', 'yes', 0],
  ['spreads', 'home', null],
  ['spreads', 'home', 0.3],
])('no market has the stored selection %s %s %s', (market, pick, point) => {
  expect(() => outcomeOf(market, pick, point)).toThrow('no market has the selection');
});

test.each([
  ['Double chance: Schalke 04 or draw', '1-1', 'won'],
  ['Double chance: Schalke 04 or Arsenal', '1-1', 'lost'],
  ['Double chance: Draw or Arsenal', '2-1', 'lost'],
  ['Draw no bet: Arsenal', '2-2', 'void'],
  ['Draw no bet: Arsenal', '0-1', 'won'],
  ['Goals: Over 2.25', '1-1', 'half-lost'],
  ['Goals: Under 2.25', '1-1', 'half-won'],
  ['Goals: Over 2.75', '2-1', 'half-won'],
  ['Goals: Under 3', '2-1', 'void'],
  ['Goals: Over 0.5', '0-0', 'lost'],
  ['Asian handicap: Schalke 04 −0.25', '1-1', 'half-lost'],
  ['Asian handicap: Arsenal +0.25', '1-1', 'half-won'],
  ['Asian handicap: Schalke 04 −1', '2-1', 'void'],
  ['Asian handicap: Schalke 04 −1.5', '3-1', 'won'],
  ['Asian handicap: Arsenal 0', '3-3', 'void'],
  ['Schalke 04 goals: Over 1.5', '2-0', 'won'],
  ['Arsenal goals: Under 0.5', '2-1', 'lost'],
  ['Both teams to score: Yes', '1-1', 'won'],
  ['Both teams to score: No', '3-0', 'won'],
  ['Total goals: Even', '0-0', 'won'],
  ['Total goals: Odd', '2-2', 'lost'],
  ['Exact goals: 3', '2-1', 'won'],
  ['Exact goals: 6 or more', '2-3', 'lost'],
  ['Exact goals: 6 or more', '7-0', 'won'],
  ['Correct score: 4-4', '4-4', 'won'],
  ['Correct score: Any other', '5-0', 'won'],
  ['Correct score: Any other', '4-0', 'lost'],
  ['Winning margin: Arsenal by 3 or more', '0-4', 'won'],
  ['Winning margin: Arsenal by 2', '0-4', 'lost'],
  ['Winning margin: Draw', '2-2', 'won'],
])('"%s" is, at %s, %s', (label, score, verdict) => {
  expect(gradeLeg(parsed(label), { kind: 'score', score: scoreOf(score) })).toBe(verdict);
});

describe('a match that is abandoned decides only what no further goal could have changed', () => {
  test.each([
    ['Both teams to score: Yes', '1-1', 'won'],
    ['Both teams to score: No', '1-1', 'lost'],
    ['Both teams to score: No', '1-0', 'void'],
    ['Goals: Over 1.5', '1-1', 'won'],
    ['Goals: Under 1.5', '1-1', 'lost'],
    ['Goals: Over 2.75', '2-1', 'half-won'],
    ['Goals: Over 2.25', '1-1', 'void'],
    ['Schalke 04 goals: Over 1.5', '2-0', 'won'],
    ['Schalke 04 goals: Under 2.5', '2-0', 'void'],
    ['Exact goals: 1', '2-0', 'lost'],
    ['Exact goals: 2', '2-0', 'void'],
    ['Exact goals: 6 or more', '4-2', 'won'],
    ['Correct score: 1-0', '2-0', 'lost'],
    ['Correct score: 2-0', '2-0', 'void'],
    ['Correct score: Any other', '5-0', 'won'],
    ['Double chance: Schalke 04 or draw', '5-0', 'void'],
    ['Draw no bet: Schalke 04', '5-0', 'void'],
    ['Asian handicap: Schalke 04 −0.5', '5-0', 'void'],
    ['Winning margin: Schalke 04 by 3 or more', '5-0', 'void'],
    ['Total goals: Odd', '5-0', 'void'],
  ])('"%s" at %s is %s', (label, score, verdict) => {
    expect(gradeLeg(parsed(label), { kind: 'abandoned', score: scoreOf(score) })).toBe(verdict);
  });
});

test('a void match makes every selection void', () => {
  expect(gradeLeg(parsed('Both teams to score: Yes'), { kind: 'void' })).toBe('void');
});
