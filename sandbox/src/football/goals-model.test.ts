import { describe, expect, test } from 'vitest';
import { simulatedPlan } from '../calendar/simulated-plan.ts';
import { BOOKMAKERS } from './bookmakers.ts';
import { expectedGoals } from './expected-goals.ts';
import { LEAGUES, type League } from './leagues.ts';
import { quotes } from './quote.ts';
import { afterPlay, outcomeChances, overChance, scoreMatrix } from './score-matrix.ts';
import { seeMatch } from './see-match.ts';
import { FIRST_HALF_SHARE } from './timing.ts';

/** Five seasons, 2021/22–2025/26: shares of results, goals per match, mean overround of bet365 (1X2, over/under) and Pinnacle. */
const REAL: Record<string, readonly [number, number, number, number, number, number, number]> = {
  soccer_epl: [0.4416, 0.2389, 0.3195, 2.927, 1.0545, 1.0495, 1.0313],
  soccer_spain_la_liga: [0.4574, 0.2616, 0.2811, 2.595, 1.0551, 1.0501, 1.0308],
  soccer_italy_serie_a: [0.4037, 0.2721, 0.3242, 2.605, 1.0546, 1.0483, 1.0311],
  soccer_germany_bundesliga: [0.4405, 0.249, 0.3105, 3.176, 1.0543, 1.05, 1.031],
  soccer_france_ligue_one: [0.4344, 0.2455, 0.32, 2.821, 1.0546, 1.0479, 1.0304],
};
const SEASONS = 8;

describe.each(Object.entries(REAL))(
  'the goals model of %s',
  (key, [home, draw, away, goals, b365, b365Totals, pinnacle]) => {
    const played = playSeasons(leagueNamed(key));

    test('matches the real league’s shares of home wins, draws and away wins within a point', () => {
      const { chances } = played;
      expect(Math.abs(chances.home - home)).toBeLessThan(0.01);
      expect(Math.abs(chances.draw - draw)).toBeLessThan(0.01);
      expect(Math.abs(chances.away - away)).toBeLessThan(0.01);
    });

    test('produces results and goals as priced, within three standard errors over thousands of matches', () => {
      const { count, shares, goalsPerMatch, firstHalf } = played;
      const error = 3 * Math.sqrt(0.25 / count);
      expect(Math.abs(shares.home - home)).toBeLessThan(error);
      expect(Math.abs(shares.draw - draw)).toBeLessThan(error);
      expect(Math.abs(shares.away - away)).toBeLessThan(error);
      expect(Math.abs(goalsPerMatch - goals)).toBeLessThan(3 * Math.sqrt(3 / count));
      expect(Math.abs(firstHalf - FIRST_HALF_SHARE)).toBeLessThan(0.03);
    });

    test('has the real bookmakers’ overrounds within half a point', () => {
      expect(Math.abs(played.overround('bet365') - b365)).toBeLessThan(0.005);
      expect(Math.abs(played.overround('pinnacle') - pinnacle)).toBeLessThan(0.005);
      expect(Math.abs(played.totalsOverround('bet365') - b365Totals)).toBeLessThan(0.005);
    });
  },
);

test('in-play prices are fair: on average they do not change', () => {
  const matrix = scoreMatrix({ home: 1.6, away: 1.2, rho: -0.1 });
  const before = outcomeChances(matrix).home;
  const scores = [0, 1, 2, 3, 4, 5, 6].flatMap((h) => [0, 1, 2, 3, 4, 5, 6].map((a) => ({ home: h, away: a })));
  // Chance that the score stands so after 40 % of the goals were due, from the same matrix.
  const atScore = (h: number, a: number) =>
    matrix.reduce(
      (sum, row, i) =>
        sum + row.reduce((inner, chance, j) => inner + chance * binomial(i, h, 0.4) * binomial(j, a, 0.4), 0),
      0,
    );
  const later = scores.reduce(
    (sum, score) => sum + atScore(score.home, score.away) * outcomeChances(afterPlay(matrix, score, 0.4)).home,
    0,
  );
  expect(later).toBeCloseTo(before, 3);
});

test('a goal moves prices towards the scorer, and time towards the leader', () => {
  const matrix = scoreMatrix({ home: 1.5, away: 1.3, rho: -0.1 });
  const at = (home: number, away: number, share: number) => outcomeChances(afterPlay(matrix, { home, away }, share));
  expect(at(1, 0, 0.5).home).toBeGreaterThan(at(0, 0, 0.5).home + 0.2);
  expect(at(1, 0, 0.9).home).toBeGreaterThan(at(1, 0, 0.5).home);
  expect(overChance(afterPlay(matrix, { home: 2, away: 1 }, 0.5), 2.5)).toBeCloseTo(1);
});

function leagueNamed(key: string): League {
  const league = LEAGUES.find((each) => each.key === key);
  if (!league) throw new Error(`no league ${key}`);
  return league;
}

function playSeasons(league: League) {
  const pairs = league.clubs.flatMap((home) =>
    league.clubs.filter((away) => away !== home).map((away) => [home, away] as const),
  );
  const chances = { home: 0, draw: 0, away: 0 };
  for (const [home, away] of pairs) {
    const each = outcomeChances(scoreMatrix(expectedGoals(league, home, away)));
    chances.home += each.home / pairs.length;
    chances.draw += each.draw / pairs.length;
    chances.away += each.away / pairs.length;
  }
  const shares = { home: 0, draw: 0, away: 0 };
  let goals = 0;
  let early = 0;
  const sums = new Map<string, { h2h: number; totals: number; count: number }>();
  const count = pairs.length * SEASONS;
  const kickoffAt = Date.UTC(2026, 10, 21, 15);
  for (let season = 0; season < SEASONS; season += 1) {
    for (const [homeTeam, awayTeam] of pairs) {
      const plan = simulatedPlan(
        league,
        { key: `${league.key} ${season} ${homeTeam} ${awayTeam}`, homeTeam, awayTeam, kickoffAt },
        { minuteMs: 5_000, rareEvents: 0 },
      );
      const home = plan.goals.filter((goal) => goal.side === 'home').length;
      const away = plan.goals.length - home;
      shares[home > away ? 'home' : home < away ? 'away' : 'draw'] += 1 / count;
      goals += plan.goals.length;
      early += plan.goals.filter((goal) => goal.minute < 45 + plan.timing.firstStoppage).length;
      if (season > 0) continue;
      const now = kickoffAt - 3_600_000;
      for (const book of quotes(plan, undefined, seeMatch(plan, undefined, now), now)) {
        const sum = sums.get(book.key) ?? { h2h: 0, totals: 0, count: 0 };
        if (book.h2h) sum.h2h += 1 / book.h2h.home + 1 / book.h2h.draw + 1 / book.h2h.away;
        if (book.totals) sum.totals += 1 / book.totals.over + 1 / book.totals.under;
        sums.set(book.key, { ...sum, count: sum.count + 1 });
      }
    }
  }
  expect([...sums.keys()].sort()).toEqual(BOOKMAKERS.map(({ key }) => key).sort());
  const mean = (key: string, what: 'h2h' | 'totals') => (sums.get(key)?.[what] ?? 0) / (sums.get(key)?.count ?? 1);
  return {
    count,
    chances,
    shares,
    goalsPerMatch: goals / count,
    firstHalf: early / goals,
    overround: (key: string) => mean(key, 'h2h'),
    totalsOverround: (key: string) => mean(key, 'totals'),
  };
}

function binomial(n: number, k: number, p: number): number {
  if (k > n) return 0;
  let ways = 1;
  for (let index = 0; index < k; index += 1) ways = (ways * (n - index)) / (index + 1);
  return ways * p ** k * (1 - p) ** (n - k);
}
