import { z } from 'zod';
import { leagueOf } from '../matches/index.ts';
import { cents, Decimal } from '../money/index.ts';
import type { AcceptanceDelays } from './judge-bet.ts';
import type { BettingLimits } from './limits.ts';

const dollars = (least: number, most: number) => amount('dollars with at most two decimals', least, most);

function amount(what: string, least: number, most: number) {
  const problem = `is not an amount of ${what} (${least} to ${most.toLocaleString('en-US')})`;
  return z.coerce
    .number(problem)
    .min(least, problem)
    .max(most, problem)
    .refine((value) => value < least || value > most || Math.round(value * 100) / 100 === value, problem);
}
const whole = (what: string, least: number, most: number) => {
  const problem = `is not ${what} (${least} to ${most.toLocaleString('en-US')})`;
  return z.coerce.number(problem).int(problem).min(least, problem).max(most, problem);
};

const mostSeconds = 600;
const delaysProblem = `is not a number of seconds such as 8, or 8,soccer_epl=12 (0 to ${mostSeconds})`;

/** `8` is the delay of every league; `8,soccer_epl=12` names leagues that have another. */
function delays(text: string, context: z.RefinementCtx): AcceptanceDelays {
  const [usual = '', ...named] = text.split(',').map((part) => part.trim());
  const ofLeague = named.map((part) => part.split('=').map((side) => side.trim()));
  const isRight =
    isSeconds(usual) &&
    ofLeague.every(([key, seconds, more]) => leagueOf(key ?? '') && isSeconds(seconds ?? '') && more === undefined);
  if (!isRight) {
    context.addIssue(delaysProblem);
    return z.NEVER;
  }
  return {
    usual: Number(usual),
    ofLeague: Object.fromEntries(ofLeague.map(([key, seconds]) => [key, Number(seconds)])),
  };
}
const isSeconds = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) <= mostSeconds;

/** The environment variables for the limits of bets. */
export const bettingVariables = {
  BET_MIN_STAKE: dollars(0.01, 1_000_000).default(0.1),
  BET_MAX_STAKE: dollars(0.01, 10_000_000).default(5_000),
  BET_MAX_LEGS: whole('a number of selections', 1, 100).default(20),
  BET_MAX_ODDS: whole('a whole number of total odds', 2, 1_000_000_000).default(10_000),
  BET_MAX_PAYOUT: dollars(1, 1_000_000_000).default(100_000),
  BET_MAX_LIABILITY: dollars(1, 10_000_000_000).default(500_000),
  BET_IN_PLAY_DIVISOR: whole('a whole number', 1, 1_000).default(4),
  BET_MAX_MATCH_LOSS: dollars(1, 10_000_000_000).default(5_000_000),
  BET_MAX_COMBINATION_LOSS: dollars(1, 10_000_000_000).default(250_000),
  BET_MAX_DAY_STAKE: dollars(0.01, 1_000_000_000).default(50_000),
  BET_MAX_DAY_PAYOUT: dollars(1, 10_000_000_000).default(1_000_000),
  BET_BANKROLL: dollars(1, 100_000_000_000).default(25_000_000),
  IN_PLAY_DELAY_SECONDS: z.string().default('8').transform(delays),
  IN_PLAY_BETTING: z.enum(['open', 'closed'], "is neither 'open' nor 'closed'").default('closed'),
  /** Our share of the value of a cash-out for each open leg; `undefined` for `off`. */
  CASH_OUT_MARGIN_PERCENT: z
    .string()
    .refine((text) => text === 'off' || (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 50), {
      error: "is neither a percentage up to 50 nor 'off'",
    })
    .default('5')
    .transform((text) => (text === 'off' ? undefined : new Decimal(text).div(100))),
};
const variables = z.object(bettingVariables);

/** Returns what is wrong with the combination of variables, one sentence each. */
export function bettingVariableProblems(env: z.output<typeof variables>): readonly string[] {
  if (env.BET_MIN_STAKE <= env.BET_MAX_STAKE / env.BET_IN_PLAY_DIVISOR) return [];
  return ['BET_MIN_STAKE is above the largest stake of a bet in play, BET_MAX_STAKE divided by BET_IN_PLAY_DIVISOR'];
}

/** Returns the limits from the environment variables. */
export const bettingLimitsFrom = (env: z.output<typeof variables>): BettingLimits => ({
  minStake: cents(Math.round(env.BET_MIN_STAKE * 100)),
  maxStake: cents(Math.round(env.BET_MAX_STAKE * 100)),
  maxLegs: env.BET_MAX_LEGS,
  maxTotalOdds: env.BET_MAX_ODDS,
  maxPayout: cents(Math.round(env.BET_MAX_PAYOUT * 100)),
  maxLiability: cents(Math.round(env.BET_MAX_LIABILITY * 100)),
  inPlayDivisor: env.BET_IN_PLAY_DIVISOR,
  maxMatchLoss: cents(Math.round(env.BET_MAX_MATCH_LOSS * 100)),
  maxCombinationLoss: cents(Math.round(env.BET_MAX_COMBINATION_LOSS * 100)),
  maxDayStake: cents(Math.round(env.BET_MAX_DAY_STAKE * 100)),
  maxDayPayout: cents(Math.round(env.BET_MAX_DAY_PAYOUT * 100)),
  bankroll: cents(Math.round(env.BET_BANKROLL * 100)),
});
