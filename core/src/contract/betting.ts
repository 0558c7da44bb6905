import { z } from 'zod';
import { walletView } from './wallet.ts';

/** POST /bet (spec §3, bet payload). `odds` is the price that was on the screen, never the price that counts. */
export const placeBetRequest = z.object({
  /** Dollars, at most two decimals. */
  stake: z.number(),
  matches: z.array(z.object({ matchId: z.string(), betOutcome: z.string().max(120), odds: z.number() })).max(100),
  /** Which moves of the odds are accepted without asking again; `better` when not given. */
  oddsPolicy: z.enum(['none', 'better', 'any']).optional(),
});
export type PlaceBetRequest = z.infer<typeof placeBetRequest>;

export const legView = z.object({
  matchId: z.string(),
  betOutcome: z.string(),
  odds: z.number(),
  status: z.enum(['pending', 'won', 'lost', 'void', 'half-won', 'half-lost']),
  matchName: z.string(),
  commenceTime: z.string(),
});
/** A bet as the bettor follows it. Dollars; `version` grows when the bet changes. */
export const betView = z.object({
  _id: z.string(),
  version: z.number().int(),
  status: z.enum(['pending', 'won', 'lost', 'void']),
  createdAt: z.string(),
  settledAt: z.string().nullable(),
  stake: z.number(),
  totalOdds: z.number(),
  potentialPayout: z.number(),
  /** What was paid; 0 for a lost bet, `null` while it is pending. */
  payout: z.number().nullable(),
  matches: z.array(legView),
});
export type BetView = z.infer<typeof betView>;

/** 201 of POST /bet; the same request with the same Idempotency-Key gets the same bet again. */
export const placeBetAnswer = z.object({ bet: betView, wallet: walletView });
export type PlaceBetAnswer = z.infer<typeof placeBetAnswer>;
