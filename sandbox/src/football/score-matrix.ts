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

/**
 * The matrix when the rest of the match is played at other rates than those it was made from: a side at half its rate keeps
 * each goal it still had to score with one half; a faster one scores `extra` goals more on average.
 */
export function atOtherRates(
  matrix: ScoreMatrix,
  score: Score,
  rates: { home: OtherRate; away: OtherRate },
): ScoreMatrix {
  const home = spreadOut(score.home, rates.home);
  const away = spreadOut(score.away, rates.away);
  const size = MOST_GOALS + 1;
  const half = matrix.map((row) =>
    Array.from({ length: size }, (_, l) => row.reduce((sum, chance, j) => sum + chance * (away[j]?.[l] ?? 0), 0)),
  );
  return normalised(
    Array.from({ length: size }, (_, k) =>
      Array.from({ length: size }, (_, l) =>
        half.reduce((sum, row, i) => sum + (row[l] ?? 0) * (home[i]?.[k] ?? 0), 0),
      ),
    ),
  );
}

/** The matrix of the score at half-time, when each goal to come falls before it with probability `share`. */
export function atHalfTime(matrix: ScoreMatrix, score: Score, share: number): ScoreMatrix {
  const none = { keeps: share, extra: 0 };
  return atOtherRates(matrix, score, { home: none, away: none });
}

/** A side's changed rate: each future goal remains with probability `keeps`, and `extra` more are expected. */
export type OtherRate = { readonly keeps: number; readonly extra: number };

// Chance of every final count of a side, for each final count it would have had.
function spreadOut(scored: number, { keeps, extra }: OtherRate): number[][] {
  const more = poisson(extra);
  return Array.from({ length: MOST_GOALS + 1 }, (_, would) => {
    const row = new Array<number>(MOST_GOALS + 1).fill(0);
    const toCome = would - scored;
    if (toCome < 0) return row;
    let ways = 1;
    for (let kept = 0; kept <= toCome; kept += 1) {
      if (kept > 0) ways = (ways * (toCome - kept + 1)) / kept;
      const chance = ways * keeps ** kept * (1 - keeps) ** (toCome - kept);
      for (const [added, likely] of more.entries()) {
        const final = scored + kept + added;
        if (final <= MOST_GOALS) row[final] = (row[final] ?? 0) + chance * likely;
      }
    }
    return row;
  });
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

/** Returns the score for a random number in [0, 1). */
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
