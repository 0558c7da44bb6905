import { z } from 'zod';
import { ledgerEventView } from './ledger.ts';
import { walletView } from './wallet.ts';

/** POST /bet. `odds` is the price the bettor saw, never the price that counts. */
export const placeBetRequest = z.object({
  /** Dollars, at most two decimals. */
  stake: z.number(),
  matches: z.array(z.object({ matchId: z.string(), betOutcome: z.string().max(120), odds: z.number() })).max(100),
  /** Which moves of the odds are accepted without asking again; `better` when not given. */
  oddsPolicy: z.enum(['none', 'better', 'any']).optional(),
});
export type PlaceBetRequest = z.infer<typeof placeBetRequest>;

const score = z.object({ home: z.number().int(), away: z.number().int() });

export const legView = z.object({
  matchId: z.string(),
  betOutcome: z.string(),
  odds: z.number(),
  status: z.enum(['pending', 'won', 'lost', 'void', 'half-won', 'half-lost']),
  matchName: z.string(),
  commenceTime: z.string(),
  matchStatus: z.enum(['open', 'finished', 'void']),
  /** As last told by the provider when the bet was read; final once the match is finished. */
  score: score.nullable(),
});
/**
 * What became of a bet that was held before it counted. `until`: when it is judged, as an ISO time; `code` and `reason`: why it was
 * not taken, for machines and for people.
 */
const acceptanceView = z.object({
  state: z.enum(['accepted', 'pending', 'rejected']),
  until: z.string().optional(),
  code: z.string().optional(),
  reason: z.string().optional(),
});
export type AcceptanceView = z.infer<typeof acceptanceView>;

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
  /** Only of a bet that was held, as those with a match in play are. A rejected one is void, and its stake is its payout. */
  acceptance: acceptanceView.optional(),
  matches: z.array(legView),
});
export type BetView = z.infer<typeof betView>;

/** 201 of POST /bet; the same request with the same Idempotency-Key gets the same bet again. */
export const placeBetAnswer = z.object({ bet: betView, wallet: walletView });
export type PlaceBetAnswer = z.infer<typeof placeBetAnswer>;

/**
 * GET /bet/history, an array with the newest bet first. `before`: only bets placed before this one, for the next page;
 * a page that is not full was the last.
 */
export const betHistoryPage = 50;

/** What was quoted for a leg, and when its match and it were decided; ISO times. */
const legStory = z.object({
  matchId: z.string(),
  /** The price that was on the bettor's screen; the one that counts is in the bet. */
  oddsSeen: z.number(),
  bookmaker: z.string(),
  quotedAt: z.string(),
  /** The score when the bet was placed in play. */
  scoreAtPlacement: score.nullable(),
  endedAt: z.string().nullable(),
  gradedAt: z.string().nullable(),
  /** Why it is void, where that was decided for the moment at which the bet was placed, and not by how the match ended. */
  voidReason: z.string().optional(),
});

/** GET /bet/{id}/timeline: a bet, how each leg came about, and every event of the ledger about it, the oldest first. */
export const betTimeline = z.object({
  bet: betView,
  oddsPolicy: z.enum(['none', 'better', 'any']),
  /** In the order of the bet's matches. */
  legs: z.array(legStory),
  events: z.array(ledgerEventView),
});
export type BetTimeline = z.infer<typeof betTimeline>;
