import { z } from 'zod';
import { allPicks } from '../markets/index.ts';
import { leagues } from '../matches/index.ts';
import { marketKey } from './market-key.ts';
import { marketReasonText } from './reason-text.ts';

const dollarsOf = (what: string) => z.number().describe(`${what}, in dollars`);
const score = z.object({ home: z.number().int(), away: z.number().int() });

/**
 * Bets that are void whatever the score: on `market` (all when not given), taken from `from` on and before `until`; ISO times.
 * They replace what was void before by an admin's word; where nothing is said that stays. Bets that came too late are always void.
 */
const voidBets = z
  .array(
    z.object({
      market: marketKey.optional(),
      from: z.iso.datetime({ offset: true }).optional(),
      until: z.iso.datetime({ offset: true }).optional(),
    }),
  )
  .max(20)
  .optional();
const goals = z.int().min(0).max(99);

const market = marketKey.optional();
/**
 * What is decided about a match: how it ended, or only which bets do not count, whether it goes on or has ended. `score`: after 90 minutes and stoppage time; with `minutesPlayed` below 81 it counts as abandoned.
 * `abandoned`: only what its goals had decided stands. `void`: not played as announced, walkover, awarded. `window`: all stays, and
 * bets taken from `from` on and before `until` are void too, for a wrong price say; on `market`, or on all. `lift`: all stays, but
 * this window does not count any more.
 */
export const matchDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('score'),
    home: goals,
    away: goals,
    minutesPlayed: z.int().min(0).max(90).optional(),
    voidBets,
  }),
  z.object({ kind: z.literal('abandoned'), home: goals, away: goals, voidBets }),
  z.object({ kind: z.literal('void'), voidBets }),
  z.object({
    kind: z.literal('window'),
    market,
    from: z.iso.datetime({ offset: true }),
    until: z.iso.datetime({ offset: true }),
  }),
  z.object({
    kind: z.literal('lift'),
    market,
    from: z.iso.datetime({ offset: true }).optional(),
    until: z.iso.datetime({ offset: true }).optional(),
  }),
]);
export type MatchDecisionRequest = z.infer<typeof matchDecision>;

/** POST /markets/:matchId/dry-run → dryRunView; nothing is changed. */
export const dryRunRequest = z.object({ result: matchDecision });
/** POST /markets/:matchId/result → 200 resultAnswer when it was done, 202 when a second admin has to confirm it. */
export const resultRequest = z.object({ result: matchDecision, reason: marketReasonText });
/** POST /markets/:matchId/suspend and /open; all markets when none is given. */
export const marketOrderRequest = z.object({ market: marketKey.optional(), reason: marketReasonText });
/** POST /markets/proposals/:id/reject; /confirm takes no body. */
export const rejectProposalRequest = z.object({ reason: marketReasonText });
/** POST /markets/reviews/:id/resolve. `same` and `other` answer a changed id; whatever else was looked at is `noted`. */
export const resolveReviewRequest = z.object({
  resolution: z.enum(['same', 'other', 'noted']),
  reason: marketReasonText,
});
export type ResolveReviewRequest = z.input<typeof resolveReviewRequest>;
export type ResultRequest = z.input<typeof resultRequest>;

export const dryRunView = z.object({
  /** Bets that are settled by it, for the first time or anew. */
  bets: z.number().int(),
  /** Of them those that were settled already. */
  rolledBack: z.number().int(),
  /** Bets that stay open: only a leg of them is decided by it, or open again. */
  waiting: z.number().int(),
  promised: dollarsOf('What open bets can pay more at most, where the match goes on; negative: less'),
  pays: dollarsOf('What bettors get more'),
  takesBack: dollarsOf('What is taken back from bettors'),
  difference: dollarsOf('What the house pays more in all; negative when it gets money back'),
  /** Balances that would go below zero. */
  belowZero: z.number().int(),
  decides: dollarsOf(
    'Stakes, payouts and refunds whose owner the decision determines, in both directions, and what open bets can pay at most; null: too many bets to compute',
  ).nullable(),
  alone: dollarsOf('What the admin has decided alone in the last 24 hours; null: unknown').nullable(),
  limit: dollarsOf('The most that one admin decides alone in 24 hours; null: unknown').nullable(),
  needsSecondAdmin: z.boolean(),
});
export type DryRunView = z.infer<typeof dryRunView>;

const decided = z.object({
  /** `open`: the match goes on, and only some bets on it are void. */
  kind: z.enum(['score', 'abandoned', 'void', 'open']),
  score: score.nullable(),
  voidBets: z.array(
    z.object({
      market,
      from: z.string().optional(),
      until: z.string().optional(),
      reason: z.string().optional(),
    }),
  ),
});
export const proposalView = z.object({
  id: z.string(),
  matchId: z.string(),
  decision: decided,
  reason: z.string(),
  dryRun: dryRunView,
  proposedBy: z.object({ userId: z.string(), name: z.string() }),
  proposedAt: z.string(),
  /** Whether whoever asks proposed it: then somebody else has to confirm it. */
  isMine: z.boolean(),
});
export type ProposalView = z.infer<typeof proposalView>;

/** A version of what was decided; the last one counts. `actor`: `system:results` or `admin:<id>`. */
export const rulingView = z.object({
  version: z.number().int(),
  decision: decided,
  reason: z.string(),
  actor: z.string(),
  confirmedBy: z.string().nullable(),
  decidedAt: z.string(),
});

export const operatedMatch = z.object({
  matchId: z.string(),
  leagueKey: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  commenceTime: z.string(),
  status: z.enum(['open', 'finished', 'void']),
  score: score.nullable(),
  endedAt: z.string().nullable(),
  /** When all bets on it were brought to its result; `null` while that is to be done. */
  settledAt: z.string().nullable(),
  /** 0 while it has no result; above 1 it was corrected. */
  resultVersion: z.number().int(),
  markets: z.array(
    z.object({
      market: marketKey,
      state: z.enum(['open', 'suspended', 'closed']),
      why: z.string().optional(),
      point: z.number().optional(),
    }),
  ),
  /** Open bets on it: how many, their stakes, and for each outcome what it pays at most and what the house loses by it. */
  exposure: z.array(
    z.object({
      market: marketKey,
      pick: z.enum(allPicks),
      label: z.string(),
      bets: z.number().int(),
      staked: z.number(),
      pays: z.number(),
      liability: z.number(),
    }),
  ),
  reviews: z.array(
    z.object({ id: z.string(), kind: z.string(), facts: z.record(z.string(), z.string()), createdAt: z.string() }),
  ),
  proposal: proposalView.nullable(),
});
export type OperatedMatchView = z.infer<typeof operatedMatch>;
/** Where betting is closed now: in the whole house (`all`), or on the league with this key. */
const bettingClosure = z.object({
  scope: z.string(),
  reason: z.string(),
  closedAt: z.string(),
  by: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
});
export type BettingClosureView = z.infer<typeof bettingClosure>;
/** POST /markets/close-betting and /open-betting; the whole house when no league is named. */
export const bettingSwitchRequest = z.object({
  league: z.enum(leagues.map(({ key }) => key)).optional(),
  reason: marketReasonText,
});
/** What both answer with: what is closed then. */
export const bettingClosures = z.object({ closures: z.array(bettingClosure) });
export type BettingClosuresView = z.infer<typeof bettingClosures>;

/** GET /markets, for admins: open matches, and those that ended in the last three days, by kick-off; and where betting is closed. */
export const operatedMatches = z.object({ matches: z.array(operatedMatch), closures: z.array(bettingClosure) });
export type OperatedMatchesView = z.infer<typeof operatedMatches>;
/** GET /markets/:matchId, and what suspending, opening and ruling answer with. */
export const operatedMatchDetail = operatedMatch.extend({
  rulings: z.array(rulingView),
  /** The people among the actors of rulings and orders, as they are called. */
  people: z.record(z.string(), z.string()),
  orders: z.array(
    z.object({
      market: marketKey,
      status: z.enum(['open', 'suspended', 'closed']),
      actor: z.string(),
      reason: z.string(),
      orderedAt: z.string(),
    }),
  ),
});
export type OperatedMatchDetail = z.infer<typeof operatedMatchDetail>;

/** `done`: the worker settles the bets · `proposed`: it waits for a second admin. */
export const resultAnswer = z.object({
  outcome: z.enum(['done', 'proposed']),
  dryRun: dryRunView,
  match: operatedMatchDetail,
});
export type ResultAnswer = z.infer<typeof resultAnswer>;
