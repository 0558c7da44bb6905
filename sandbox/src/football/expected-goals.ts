import type { League } from './leagues.ts';
import type { GoalsExpected } from './score-matrix.ts';

/** Returns the expected goals of two sides; over all pairings the means are those of the league. */
export function expectedGoals(league: League, homeTeam: string, awayTeam: string): GoalsExpected {
  const edge = strength(league, homeTeam) - strength(league, awayTeam);
  const even = evenShare(league);
  const { homeGoals, awayGoals, rho } = league.form;
  return { home: (homeGoals * Math.exp(edge)) / even, away: (awayGoals * Math.exp(-edge)) / even, rho };
}

// Strengths are normal quantiles in the order of the clubs; an unknown side is average.
function strength(league: League, team: string): number {
  const place = league.clubs.indexOf(team);
  return place < 0 ? 0 : league.form.spread * curve(1 - (place + 0.5) / league.clubs.length);
}

const evenShares = new Map<string, number>();

// Mean of exp(edge) over all ordered pairs, so that unequal sides do not add goals to the league.
function evenShare(league: League): number {
  const known = evenShares.get(league.key);
  if (known !== undefined) return known;
  let sum = 0;
  for (const home of league.clubs) {
    for (const away of league.clubs)
      if (home !== away) sum += Math.exp(strength(league, home) - strength(league, away));
  }
  const mean = sum / (league.clubs.length * (league.clubs.length - 1));
  evenShares.set(league.key, mean);
  return mean;
}

// Normal quantile, Tukey's lambda approximation: within 0.01 between the 1st and the 99th percentile.
const curve = (share: number): number => 4.91 * (share ** 0.14 - (1 - share) ** 0.14);
