import { z } from 'zod';

/** GET /bonus: the newest bonus of the bettor, or the offer while there is none. Dollars. */
export const bonusView = z.object({
  offer: z.object({
    percent: z.number(),
    maximum: z.number(),
    wagering: z.number(),
    minTotalOdds: z.number(),
    days: z.number().int(),
    maxStake: z.number().nullable(),
    opposing: z.enum(['net', 'count']),
  }),
  bonus: z
    .object({
      id: z.string(),
      status: z.enum(['active', 'converted', 'forfeited', 'expired']),
      granted: z.number(),
      wagered: z.number(),
      toWager: z.number(),
      /** Bonus money on open bets; what lies in the wallet is the `bonus` of the wallet. */
      onBets: z.number().optional(),
      grantedAt: z.string(),
      expiresAt: z.string(),
      endedAt: z.string().nullable(),
    })
    .nullable(),
});
export type BonusView = z.infer<typeof bonusView>;
