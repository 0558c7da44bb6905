/**
 * The football simulator behind the odds provider, without its HTTP: for measurements that hold it against real figures.
 * Everything is a function of its arguments; the same key always gives the same match.
 */
export { roundRobin } from './calendar/round-robin.ts';
export { simulatedPlan } from './calendar/simulated-plan.ts';
export { LEAGUES, type League } from './football/leagues.ts';
export type { Book, Plan, Side, ThreeWay } from './football/match.ts';
export { quotes } from './football/quote.ts';
export { scoreAt, seeMatch } from './football/see-match.ts';
export { secondHalfAt } from './football/timing.ts';
