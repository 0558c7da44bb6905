/** Goals of a team run from 0 to 15; beyond lies less than a billionth. */
export const gridSize = 16;

/** A number for each score, by rows of home goals: `home * gridSize + away`. As probabilities they add up to 1. */
export type Grid = Float64Array;

export const gridOf = (value: (home: number, away: number) => number): Grid =>
  Float64Array.from({ length: gridSize ** 2 }, (_, at) => value(Math.floor(at / gridSize), at % gridSize));

/** Returns the sum of products: the expected value of `values` under the probabilities `grid`. */
export function expected(grid: Grid, values: Grid): number {
  let total = 0;
  for (let at = 0; at < grid.length; at += 1) total += (grid[at] as number) * (values[at] as number);
  return total;
}

/** Solves a system of linear equations by elimination; `undefined` when it is singular. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | undefined {
  const rows = matrix.map((row, at) => [...row, right[at] as number]);
  for (let column = 0; column < rows.length; column += 1) {
    const rest = rows.slice(column);
    const pivot = rest.toSorted((a, b) => Math.abs(b[column] as number) - Math.abs(a[column] as number))[0] as number[];
    const head = pivot[column] as number;
    if (Math.abs(head) < 1e-15) return undefined;
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(
      column,
      0,
      pivot.map((value) => value / head),
    );
    for (const [at, row] of rows.entries()) {
      const factor = row[column] as number;
      if (at !== column) rows[at] = row.map((value, cell) => value - factor * (rows[column]?.[cell] as number));
    }
  }
  return rows.map((row) => row.at(-1) as number);
}

const logFactorials = Array.from({ length: gridSize }, (_, goals) =>
  Array.from({ length: goals }, (_, at) => Math.log(at + 1)).reduce((total, log) => total + log, 0),
);

/** Conway–Maxwell–Poisson probabilities of 0 to 15 goals, proportional to `(rate^n / n!)^exponent`. */
function goalProbabilities(logRate: number, exponent: number): readonly number[] {
  const weights = logFactorials.map((logFactorial, goals) => Math.exp(exponent * (goals * logRate - logFactorial)));
  const total = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / total);
}

const limited = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/**
 * Fits independent goals of both teams so that both `constraints` have the expected value 0, by Newton's method on the logarithms of
 * the rates. `undefined` when no rates between .002 and 12 goals do.
 */
export function fitGoals(constraints: readonly [Grid, Grid], exponent: number): Grid | undefined {
  let [homeRate, awayRate] = [0, 0];
  for (let round = 0; round < 60; round += 1) {
    const home = goalProbabilities(homeRate, exponent);
    const away = goalProbabilities(awayRate, exponent);
    const grid = gridOf((homeGoals, awayGoals) => (home[homeGoals] as number) * (away[awayGoals] as number));
    const values = constraints.map((constraint) => expected(grid, constraint));
    if (Math.max(...values.map(Math.abs)) < 1e-11) return grid;
    const mean = (goals: readonly number[]) => goals.reduce((total, p, count) => total + p * count, 0);
    const [homeMean, awayMean] = [mean(home), mean(away)];
    const slopes = constraints.map((constraint) => {
      let [byHome, byAway] = [0, 0];
      for (let at = 0; at < grid.length; at += 1) {
        const weight = exponent * (grid[at] as number) * (constraint[at] as number);
        byHome += weight * (Math.floor(at / gridSize) - homeMean);
        byAway += weight * ((at % gridSize) - awayMean);
      }
      return [byHome, byAway];
    });
    const step = solve(slopes, values);
    if (!step) return undefined;
    const next = (rate: number, by: number) => limited(rate - limited(by, -0.7, 0.7), Math.log(0.002), Math.log(12));
    homeRate = next(homeRate, step[0] as number);
    awayRate = next(awayRate, step[1] as number);
  }
  return undefined;
}

/**
 * Changes a grid as little as possible (in relative entropy) so that every constraint has the expected value 0: each cell is
 * multiplied by `exp(Σ weight × constraint)`, and Newton's method finds the weights. `undefined` when the constraints contradict.
 */
export function rake(grid: Grid, constraints: readonly Grid[]): Grid | undefined {
  let raked = grid;
  for (let round = 0; round < 60; round += 1) {
    const means = constraints.map((constraint) => expected(raked, constraint));
    if (Math.max(...means.map(Math.abs)) < 1e-12) return raked;
    const covariances = constraints.map((one, row) =>
      constraints.map((other, column) => {
        let product = 0;
        for (let at = 0; at < raked.length; at += 1)
          product += (raked[at] as number) * (one[at] as number) * (other[at] as number);
        return product - (means[row] as number) * (means[column] as number);
      }),
    );
    const weights = solve(covariances, means)?.map((weight) => limited(weight, -3, 3));
    if (!weights) return undefined;
    const tilted = raked.map((p, at) => {
      let tilt = 0;
      for (const [k, weight] of weights.entries()) tilt -= (constraints[k]?.[at] as number) * weight;
      return p * Math.exp(tilt);
    });
    const total = tilted.reduce((all, p) => all + p, 0);
    raked = tilted.map((p) => p / total);
  }
  return undefined;
}

/** For each count of goals, the probabilities of how many fall in the first half when each does with probability `share`. */
const thinning = (share: number): readonly (readonly number[])[] =>
  logFactorials.map((logFactorial, goals) =>
    logFactorials.map((_, early) => {
      if (early > goals) return 0;
      const ways = Math.exp(logFactorial - (logFactorials[early] as number) - (logFactorials[goals - early] as number));
      return ways * share ** early * (1 - share) ** (goals - early);
    }),
  );

/** Returns the probabilities of how many goals both teams score together. */
export function totalGoalsOf(grid: Grid): Float64Array {
  const totals = new Float64Array(2 * gridSize - 1);
  for (let at = 0; at < grid.length; at += 1) {
    const total = Math.floor(at / gridSize) + (at % gridSize);
    totals[total] = (totals[total] as number) + (grid[at] as number);
  }
  return totals;
}

/** Returns the probability of at most `most` goals in the first half, when each of `totals` falls there with probability `share`. */
export function atMostEarly(totals: Float64Array, share: number, most: number): number {
  let probability = 0;
  for (const [goals, p] of totals.entries()) {
    let term = (1 - share) ** goals;
    for (let early = 0; early <= Math.min(most, goals); early += 1) {
      probability += p * term;
      term *= ((goals - early) / (early + 1)) * (share / (1 - share));
    }
  }
  return probability;
}

/** Returns the grid of the goals before half time, when each goal falls there with probability `share`. */
export function firstHalfGrid(grid: Grid, share: number): Grid {
  const thinned = thinning(share);
  // One team after the other: 2 × 16³ products instead of 16⁴.
  const home = gridOf((early, away) => {
    let total = 0;
    for (let goals = early; goals < gridSize; goals += 1)
      total += (grid[goals * gridSize + away] as number) * (thinned[goals]?.[early] as number);
    return total;
  });
  return gridOf((homeGoals, early) => {
    let total = 0;
    for (let goals = early; goals < gridSize; goals += 1)
      total += (home[homeGoals * gridSize + goals] as number) * (thinned[goals]?.[early] as number);
    return total;
  });
}

/** For each count of goals, the probabilities of a home lead, a draw and an away lead at half time; `lead` is that of home now. */
export function halfTimeResults(share: number, lead: number): readonly [home: Grid, draw: Grid, away: Grid] {
  const thinned = thinning(share);
  const results = [gridOf(() => 0), gridOf(() => 0), gridOf(() => 0)] as const;
  for (let at = 0; at < gridSize ** 2; at += 1) {
    const [home, away] = [thinned[Math.floor(at / gridSize)] ?? [], thinned[at % gridSize] ?? []];
    for (const [early, p] of home.entries()) {
      if (p === 0) break;
      for (let other = 0; other <= at % gridSize; other += 1) {
        const result = results[1 - Math.sign(lead + early - other)] as Grid;
        result[at] = (result[at] as number) + p * (away[other] as number);
      }
    }
  }
  return results;
}
