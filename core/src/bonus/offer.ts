import { z } from 'zod';
import { wholeNumber } from '../environment.ts';
import { cents, Decimal } from '../money/index.ts';
import type { BonusTerms } from './bonus.ts';

/** The environment variables for the terms of new bonuses. 0 percent grants none. */
export const bonusVariables = {
  BONUS_PERCENT: wholeNumber('a whole percentage', 0, 500).default(100),
  BONUS_MAX_DOLLARS: wholeNumber('a whole number of dollars', 1, 10_000).default(100),
  // More than ten times is not allowed in Great Britain (UK Gambling Commission, since January 2026).
  BONUS_WAGERING: wholeNumber('a whole number of times', 1, 10).default(5),
  BONUS_MIN_ODDS: z
    .string()
    .regex(/^([1-9]|[1-9]\d)(\.\d{1,2})?$/, 'is not decimal odds such as 1.50 (1 to 99.99)')
    .default('1.50'),
  BONUS_MAX_STAKE_DOLLARS: wholeNumber('a whole number of dollars', 1, 100_000).default(50),
  BONUS_DAYS: wholeNumber('a whole number of days', 1, 365).default(30),
};
const variables = z.object(bonusVariables);

/** Returns the terms from the environment variables. */
export const bonusTermsFrom = (env: z.output<typeof variables>): BonusTerms => ({
  percent: env.BONUS_PERCENT,
  maximum: cents(env.BONUS_MAX_DOLLARS * 100),
  wagering: env.BONUS_WAGERING,
  minTotalOdds: new Decimal(env.BONUS_MIN_ODDS),
  days: env.BONUS_DAYS,
  maxStake: cents(env.BONUS_MAX_STAKE_DOLLARS * 100),
  opposing: 'net',
});

/** The default terms. */
export const standardTerms: BonusTerms = bonusTermsFrom(variables.parse({}));
