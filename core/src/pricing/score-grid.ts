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

/** Solves a system of linear equations by elimination, in place: the rows of `matrix` end with the right sides. `undefined` when it is singular. */
function solve(matrix: Float64Array, size: number): readonly number[] | undefined {
  const width = size + 1;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(at(matrix, row * width + column)) > Math.abs(at(matrix, pivot * width + column))) pivot = row;
    const head = at(matrix, pivot * width + column);
    if (Math.abs(head) < 1e-15) return undefined;
    for (let cell = 0; cell < width; cell += 1) {
      const value = at(matrix, pivot * width + cell) / head;
      matrix[pivot * width + cell] = at(matrix, column * width + cell);
      matrix[column * width + cell] = value;
    }
    for (let row = 0; row < size; row += 1) {
      const factor = at(matrix, row * width + column);
      if (row === column || factor === 0) continue;
      for (let cell = column; cell < width; cell += 1)
        matrix[row * width + cell] = at(matrix, row * width + cell) - factor * at(matrix, column * width + cell);
    }
  }
  return Array.from({ length: size }, (_, row) => at(matrix, row * width + size));
}

const at = (values: Float64Array, index: number): number => values[index] as number;

const logFactorials = Float64Array.from({ length: gridSize }, (_, goals) =>
  Array.from({ length: goals }, (__, each) => Math.log(each + 1)).reduce((total, log) => total + log, 0),
);

/** Conway–Maxwell–Poisson probabilities of 0 to 15 goals, proportional to `(rate^n / n!)^exponent`. */
function goalProbabilities(logRate: number, exponent: number): Float64Array {
  const weights = logFactorials.map((logFactorial, goals) => Math.exp(exponent * (goals * logRate - logFactorial)));
  const total = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / total);
}

const limited = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const nextRate = (rate: number, by: number): number =>
  limited(rate - limited(by, -0.7, 0.7), Math.log(0.002), Math.log(12));
const meanOf = (goals: Float64Array): number => goals.reduce((total, p, count) => total + p * count, 0);

/**
 * Fits independent goals of both teams so that both `constraints` have the expected value 0, by Newton's method on the logarithms of
 * the rates. `undefined` when no rates between .002 and 12 goals do.
 */
export function fitGoals(constraints: readonly [Grid, Grid], exponent: number): Grid | undefined {
  let [homeRate, awayRate] = [0, 0];
  for (let round = 0; round < 60; round += 1) {
    const home = goalProbabilities(homeRate, exponent);
    const away = goalProbabilities(awayRate, exponent);
    const [homeMean, awayMean] = [meanOf(home), meanOf(away)];
    const equations = new Float64Array(6);
    let off = 0;
    for (const [row, constraint] of constraints.entries()) {
      let [value, byHome, byAway] = [0, 0, 0];
      for (let goals = 0; goals < gridSize; goals += 1) {
        let [ofRow, weighted] = [0, 0];
        for (let others = 0; others < gridSize; others += 1) {
          const term = at(away, others) * at(constraint, goals * gridSize + others);
          ofRow += term;
          weighted += others * term;
        }
        value += at(home, goals) * ofRow;
        byHome += at(home, goals) * goals * ofRow;
        byAway += at(home, goals) * weighted;
      }
      off = Math.max(off, Math.abs(value));
      equations.set([exponent * (byHome - homeMean * value), exponent * (byAway - awayMean * value), value], row * 3);
    }
    if (off < 1e-11) return gridOf((homeGoals, awayGoals) => at(home, homeGoals) * at(away, awayGoals));
    const step = solve(equations, 2);
    if (!step) return undefined;
    homeRate = nextRate(homeRate, step[0] as number);
    awayRate = nextRate(awayRate, step[1] as number);
  }
  return undefined;
}

/**
 * Changes a grid as little as possible (in relative entropy) so that every constraint has the expected value 0: each cell is
 * multiplied by `exp(Σ weight × constraint)`, and Newton's method finds the weights. `undefined` when the constraints contradict.
 */
export function rake(grid: Grid, constraints: readonly Grid[]): Grid | undefined {
  const size = constraints.length;
  const raked = Float64Array.from(grid);
  for (let round = 0; round < 60; round += 1) {
    const means = constraints.map((constraint) => expected(raked, constraint));
    if (means.every((mean) => Math.abs(mean) < 1e-12)) return raked;
    const equations = new Float64Array(size * (size + 1));
    for (const [row, one] of constraints.entries()) {
      for (let column = row; column < size; column += 1) {
        const product = expectedProduct(raked, one, constraints[column] as Grid);
        const covariance = product - (means[row] as number) * (means[column] as number);
        equations[row * (size + 1) + column] = covariance;
        equations[column * (size + 1) + row] = covariance;
      }
      equations[row * (size + 1) + size] = means[row] as number;
    }
    const weights = solve(equations, size);
    if (!weights) return undefined;
    const tilts = new Float64Array(raked.length);
    for (const [row, constraint] of constraints.entries()) {
      const weight = limited(weights[row] as number, -3, 3);
      for (let cell = 0; cell < tilts.length; cell += 1) tilts[cell] = at(tilts, cell) - at(constraint, cell) * weight;
    }
    let total = 0;
    for (let cell = 0; cell < raked.length; cell += 1) {
      raked[cell] = at(raked, cell) * Math.exp(at(tilts, cell));
      total += at(raked, cell);
    }
    for (let cell = 0; cell < raked.length; cell += 1) raked[cell] = at(raked, cell) / total;
  }
  return undefined;
}

function expectedProduct(grid: Grid, one: Grid, other: Grid): number {
  let total = 0;
  for (let cell = 0; cell < grid.length; cell += 1) total += at(grid, cell) * at(one, cell) * at(other, cell);
  return total;
}

/** For each count of goals, by rows, the probabilities of how many fall in the first half when each does with probability `share`. */
function thinning(share: number): Grid {
  const thinned = new Float64Array(gridSize ** 2);
  thinned[0] = 1;
  for (let goals = 1; goals < gridSize; goals += 1) {
    const [row, before] = [goals * gridSize, (goals - 1) * gridSize];
    for (let early = 0; early <= goals; early += 1)
      thinned[row + early] =
        at(thinned, before + early) * (1 - share) + (early > 0 ? at(thinned, before + early - 1) * share : 0);
  }
  return thinned;
}

/** Returns the probabilities of how many goals both teams score together. */
export function totalGoalsOf(grid: Grid): Float64Array {
  const totals = new Float64Array(2 * gridSize - 1);
  for (let home = 0; home < gridSize; home += 1)
    for (let away = 0; away < gridSize; away += 1)
      totals[home + away] = at(totals, home + away) + at(grid, home * gridSize + away);
  return totals;
}

/** Returns the probability of at most `most` goals in the first half, when each of `totals` falls there with probability `share`. */
export function atMostEarly(totals: Float64Array, share: number, most: number): number {
  let probability = 0;
  for (let goals = 0; goals < totals.length; goals += 1) {
    let term = (1 - share) ** goals;
    for (let early = 0; early <= Math.min(most, goals); early += 1) {
      probability += at(totals, goals) * term;
      term *= ((goals - early) / (early + 1)) * (share / (1 - share));
    }
  }
  return probability;
}

/** Returns the grid of the goals before half time, when each goal falls there with probability `share`. */
export function firstHalfGrid(grid: Grid, share: number): Grid {
  const thinned = thinning(share);
  // One team after the other: 16³ products instead of 16⁴.
  const home = new Float64Array(grid.length);
  const both = new Float64Array(grid.length);
  for (let goals = 0; goals < gridSize; goals += 1)
    for (let early = 0; early <= goals; early += 1)
      for (let away = 0; away < gridSize; away += 1)
        home[early * gridSize + away] =
          at(home, early * gridSize + away) + at(grid, goals * gridSize + away) * at(thinned, goals * gridSize + early);
  for (let homeGoals = 0; homeGoals < gridSize; homeGoals += 1)
    for (let goals = 0; goals < gridSize; goals += 1)
      for (let early = 0; early <= goals; early += 1)
        both[homeGoals * gridSize + early] =
          at(both, homeGoals * gridSize + early) +
          at(home, homeGoals * gridSize + goals) * at(thinned, goals * gridSize + early);
  return both;
}

/**
 * Returns the probabilities of the results at half time and at the end, by rows of those at half time; `lead` is that of home now. A goal
 * falls before half time with probability `share`.
 */
export function resultsOfBothHalves(grid: Grid, share: number, lead: number): readonly number[] {
  const thinned = thinning(share);
  // The probability of at most so many early goals, for each count of goals.
  const atMost = new Float64Array(gridSize ** 2);
  for (let goals = 0; goals < gridSize; goals += 1)
    for (let early = 0, total = 0; early < gridSize; early += 1) {
      total += at(thinned, goals * gridSize + early);
      atMost[goals * gridSize + early] = total;
    }
  const both = new Float64Array(9);
  for (let home = 0; home < gridSize; home += 1)
    for (let away = 0; away < gridSize; away += 1) {
      const row = away * gridSize;
      let [homeLeads, level] = [0, 0];
      for (let early = Math.max(0, -lead); early <= home; early += 1) {
        const p = at(thinned, home * gridSize + early);
        const even = early + lead;
        if (even < gridSize) level += p * at(thinned, row + even);
        if (even > 0) homeLeads += p * at(atMost, row + Math.min(even, gridSize) - 1);
      }
      const p = at(grid, home * gridSize + away);
      const late = 1 - Math.sign(lead + home - away);
      both[late] = at(both, late) + p * homeLeads;
      both[3 + late] = at(both, 3 + late) + p * level;
      both[6 + late] = at(both, 6 + late) + p * (1 - homeLeads - level);
    }
  return Array.from(both);
}
