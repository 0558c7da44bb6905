/**
 * Real football in figures that anybody can look up, for when no file of figures is given: results and prices of 2021/22–2025/26
 * (football-data.co.uk), goal minutes of 2023/24–2025/26, red cards and stoppage time of 2017/18 (Pappalardo et al. 2019).
 */
export const PUBLISHED_FIGURES = {
  source: 'published figures of five seasons, built in',
  leagues: {
    D1: league('Bundesliga', 1530, [0.4405, 0.249, 0.3105], [3.176, 0.6098, 0.6007], 0.15, [1.0543, 1.031]),
    E0: league('Premier League', 1900, [0.4416, 0.2389, 0.3195], [2.927, 0.5658, 0.5532], 0.115, [1.0545, 1.0313]),
    F1: league('Ligue 1', 1678, [0.4344, 0.2455, 0.32], [2.821, 0.5352, 0.5513], 0.249, [1.0546, 1.0304]),
    I1: league('Serie A', 1900, [0.4037, 0.2721, 0.3242], [2.605, 0.4889, 0.5137], 0.193, [1.0546, 1.0311]),
    SP1: league('La Liga', 1900, [0.4574, 0.2616, 0.2811], [2.595, 0.4737, 0.5184], 0.258, [1.0551, 1.0308]),
  },
  allGoalMinutes: {
    n: 15_829,
    share_1_15: 0.1255,
    share_16_30: 0.1392,
    share_31_45plus: 0.1773,
    share_46_60: 0.1607,
    share_61_75: 0.1646,
    share_76_90plus: 0.2327,
    firstHalfShare: 0.4419,
  },
  redCards2017_18: { n: 332, perMatch: 0.182, firstHalfShare: 0.2741, medianMinute: 68 },
  stoppageMinutes2017_18: { firstHalfMean: 1.33, secondHalfMean: 3.67 },
} as const;

function league(
  name: string,
  matches: number,
  [home, draw, away]: readonly [number, number, number],
  [goalsPerMatch, over25, bttsYes]: readonly [number, number, number],
  redsPerMatch: number,
  [b365, pin]: readonly [number, number],
) {
  const overround = { b365: { mean: b365 }, pin: { mean: pin } };
  return { name, matches, home, draw, away, goalsPerMatch, over25, bttsYes, redsPerMatch, overround };
}
