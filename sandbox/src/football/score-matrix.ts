/** Chance of every final score: `matrix[home][away]`. */
export type ScoreMatrix = readonly (readonly number[])[];
export type Score = { readonly home: number; readonly away: number };
export type GoalsExpected = { readonly home: number; readonly away: number; readonly rho: number };

/** The highest number of goals of one side the matrix knows. */
export const MOST_GOALS = 15;

/** Two Poisson rows with the Dixon–Coles correction of the four lowest scores (Dixon & Coles 1997). */
export function scoreMatrix({ home, away, rho }: GoalsExpected): ScoreMatrix {
  const homeRow = poisson(home);
  const awayRow = poisson(away);
  const raw = homeRow.map((atHome, h) =>
    awayRow.map((atAway, a) => atHome * atAway * lowScores(h, a, home, away, rho)),
  );
  return normalised(raw);
}

/**
 * The matrix once a share of the match's goals was due and the score stands so: exact, because goals are placed in the match
 * independently of each other.
 */
export function afterPlay(matrix: ScoreMatrix, score: Score, shareDue: number): ScoreMatrix {
  const share = Math.min(0.9999, Math.max(0.0001, shareDue));
  const homeKeeps = binomialRow(score.home, share);
  const awayKeeps = binomialRow(score.away, share);
  return normalised(matrix.map((row, h) => row.map((chance, a) => chance * (homeKeeps[h] ?? 0) * (awayKeeps[a] ?? 0))));
}

export function outcomeChances(matrix: ScoreMatrix): { home: number; draw: number; away: number } {
  const sums = { home: 0, draw: 0, away: 0 };
  matrix.forEach((row, h) => {
    row.forEach((chance, a) => {
      sums[h > a ? 'home' : h < a ? 'away' : 'draw'] += chance;
    });
  });
  return sums;
}

export function overChance(matrix: ScoreMatrix, point: number): number {
  let sum = 0;
  matrix.forEach((row, h) => {
    row.forEach((chance, a) => {
      if (h + a > point) sum += chance;
    });
  });
  return sum;
}

/** The score a roll in [0, 1) stands for. */
export function scoreFor(matrix: ScoreMatrix, rolled: number): Score {
  let left = rolled;
  for (const [home, row] of matrix.entries()) {
    for (const [away, chance] of row.entries()) {
      left -= chance;
      if (left < 0) return { home, away };
    }
  }
  return { home: 0, away: 0 };
}

function poisson(mean: number): number[] {
  const row = [Math.exp(-mean)];
  for (let goals = 1; goals <= MOST_GOALS; goals += 1) row.push(((row[goals - 1] ?? 0) * mean) / goals);
  return row;
}

function lowScores(h: number, a: number, home: number, away: number, rho: number): number {
  if (h > 1 || a > 1) return 1;
  if (h === 0 && a === 0) return 1 - home * away * rho;
  if (h === 0) return 1 + home * rho;
  if (a === 0) return 1 + away * rho;
  return 1 - rho;
}

// Chance that `scored` of `final` goals had fallen by now, for every final count.
function binomialRow(scored: number, share: number): number[] {
  const row: number[] = [];
  let ways = 1;
  for (let final = 0; final <= MOST_GOALS; final += 1) {
    if (final < scored) {
      row.push(0);
      continue;
    }
    if (final > scored) ways = (ways * final) / (final - scored);
    row.push(ways * share ** scored * (1 - share) ** (final - scored));
  }
  return row;
}

function normalised(raw: readonly (readonly number[])[]): ScoreMatrix {
  let sum = 0;
  for (const row of raw) for (const chance of row) sum += chance;
  return raw.map((row) => row.map((chance) => chance / sum));
}
