import type { LeagueKey } from './clubs.ts';
import type { GoalShape } from './timing.ts';

/** A league's parameters: mean home and away goals, the spread of strength, and the tendency to low draws. */
export type LeagueForm = {
  readonly homeGoals: number;
  readonly awayGoals: number;
  /** Standard deviation of a club's strength, in log goals. */
  readonly spread: number;
  /** Dixon–Coles correction of 0-0, 1-0, 0-1 and 1-1; negative means more draws. */
  readonly rho: number;
  /** When goals are scored; by default as in all leagues. */
  readonly shape?: GoalShape;
  /** Red cards per match. */
  readonly reds: number;
  /** The market's estimate of a result's frequency relative to the real one (1 = equal): prices are opinions. */
  readonly market: { readonly home: number; readonly draw: number; readonly away: number };
};

const FAIR = { home: 1, draw: 1, away: 1 } as const;

/**
 * Fitted so that over all pairings goals per match, the shares of home wins, draws and away wins, and how often the favourite
 * wins are those of five seasons (2021/22–2025/26), as are red cards and what the market thought. The cups and the Nations
 * League carry our own estimates.
 */
export const LEAGUE_FORM: Record<LeagueKey, LeagueForm> = {
  soccer_epl: {
    homeGoals: 1.625,
    awayGoals: 1.301,
    spread: 0.251,
    rho: -0.106,
    shape: { firstHalf: 0.4381, firstStoppage: 0.0369 },
    reds: 0.115,
    market: { home: 0.998, draw: 0.99, away: 1.01 },
  },
  soccer_spain_la_liga: {
    homeGoals: 1.517,
    awayGoals: 1.077,
    spread: 0.258,
    rho: -0.127,
    shape: { firstHalf: 0.4362, firstStoppage: 0.0348 },
    reds: 0.258,
    market: { home: 0.968, draw: 1.002, away: 1.051 },
  },
  soccer_italy_serie_a: {
    homeGoals: 1.402,
    awayGoals: 1.203,
    spread: 0.265,
    rho: -0.167,
    shape: { firstHalf: 0.4315, firstStoppage: 0.0239 },
    reds: 0.193,
    market: { home: 1.061, draw: 0.938, away: 0.975 },
  },
  soccer_germany_bundesliga: {
    homeGoals: 1.76,
    awayGoals: 1.416,
    spread: 0.207,
    rho: -0.191,
    shape: { firstHalf: 0.4612, firstStoppage: 0.0414 },
    reds: 0.15,
    market: { home: 1.017, draw: 0.937, away: 1.026 },
  },
  soccer_france_ligue_one: {
    homeGoals: 1.553,
    awayGoals: 1.268,
    spread: 0.214,
    rho: -0.076,
    shape: { firstHalf: 0.4408, firstStoppage: 0.0345 },
    reds: 0.249,
    market: { home: 1.007, draw: 1.009, away: 0.984 },
  },
  soccer_uefa_champs_league: {
    homeGoals: 1.72,
    awayGoals: 1.37,
    spread: 0.26,
    rho: -0.1,
    shape: { firstHalf: 0.4445, firstStoppage: 0.0333 },
    reds: 0.17,
    market: FAIR,
  },
  soccer_uefa_europa_league: { homeGoals: 1.6, awayGoals: 1.22, spread: 0.22, rho: -0.1, reds: 0.2, market: FAIR },
  soccer_uefa_nations_league: { homeGoals: 1.48, awayGoals: 1.17, spread: 0.24, rho: -0.1, reds: 0.17, market: FAIR },
};
