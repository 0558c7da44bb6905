import * as z from 'zod/mini';
import { marketTitles } from '../../markets/index.ts';
import { leagues } from '../../matches/index.ts';
import { betView } from '../betting/bets.ts';
import { betId, matchId } from '../ids.ts';
import { marketKey } from '../matches/matches.ts';
import { marketReasonText } from '../reason-text.ts';

const dollarsOf = (what: string) => z.number().check(z.describe(`${what}, in dollars`));
const score = z.object({ home: z.int(), away: z.int() });

const market = z.optional(marketKey);
const time = z.iso.datetime({ offset: true });

/**
 * Bets that are void whatever the score: on `market` (all if absent), placed from `from` on and before `until` (ISO). They replace the
 * windows set before; absent, those stay. Bets placed too late are always void.
 */
const voidBets = z.optional(
  z.array(z.object({ market, from: z.optional(time), until: z.optional(time) })).check(z.maxLength(20)),
);
const goals = z.int().check(z.gte(0), z.lte(99));
/** At most the final score. Absent: the one recorded before stays; `null`: unknown, or abandoned in the first half. */
const halfTime = z.optional(z.nullable(z.object({ home: goals, away: goals })));

/**
 * A decision about a match. `score`: after 90 minutes and stoppage time; with `minutesPlayed` below 81 the match counts as abandoned.
 * `half-time`: the score at half-time; the rest of the decision stays. `abandoned`: only what its goals had decided stands. `void`: not played as announced, walkover, awarded. `window`: in addition, bets
 * placed from `from` on and before `until` are void, for example for a wrong price. `lift`: that window no longer applies.
 */
const matchDecision = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('score'),
    home: goals,
    away: goals,
    minutesPlayed: z.optional(z.int().check(z.gte(0), z.lte(90))),
    halfTime,
    voidBets,
  }),
  z.object({ kind: z.literal('half-time'), home: goals, away: goals }),
  z.object({ kind: z.literal('abandoned'), home: goals, away: goals, halfTime, voidBets }),
  z.object({ kind: z.literal('void'), voidBets }),
  z.object({
    kind: z.literal('window'),
    market,
    from: time,
    until: time,
  }),
  z.object({
    kind: z.literal('lift'),
    market,
    from: z.optional(time),
    until: z.optional(time),
  }),
]);
export type MatchDecisionRequest = z.infer<typeof matchDecision>;

export const dryRunRequest = z.object({ result: matchDecision });
export const resultRequest = z.object({ result: matchDecision, reason: marketReasonText });
/** All markets if `market` is absent. */
export const marketOrderRequest = z.object({ market, reason: marketReasonText });
export const rejectProposalRequest = z.object({ reason: marketReasonText });
/** `same` and `other` decide a changed provider id; any other review is `noted`. */
export const resolveReviewRequest = z.object({
  resolution: z.enum(['same', 'other', 'noted']),
  reason: marketReasonText,
});
export type ResolveReviewRequest = z.input<typeof resolveReviewRequest>;

// Not translated: of the API's description.
export const dryRunView = z.object({
  /** Bets that it settles, for the first time or again. */
  bets: z.int(),
  /** Those of them that were settled before. */
  rolledBack: z.int(),
  /** Bets that stay open, with a leg that it decides or reopens. */
  waiting: z.int(),
  promised: dollarsOf('Change of the most that open bets can pay, while the match goes on'),
  pays: dollarsOf('Additional payouts to bettors'),
  takesBack: dollarsOf('Payouts reclaimed from bettors'),
  difference: dollarsOf('Net cost to the operator; negative: money is returned to it'),
  /** Balances that would become negative. */
  belowZero: z.int(),
  decides: z.nullable(
    dollarsOf(
      'Stakes, payouts and refunds whose owner the decision determines, in both directions, and what open bets can pay at most; null: too many bets to compute',
    ),
  ),
  alone: z.nullable(dollarsOf('Decided by this admin alone in the last 24 hours; null: unknown')),
  limit: z.nullable(dollarsOf('The most that one admin can decide alone in 24 hours; null: unknown')),
  needsSecondAdmin: z.boolean(),
});
export type DryRunView = z.infer<typeof dryRunView>;

const decided = z.object({
  /** `open`: the match continues, and only some bets are void, or decided by the score so far or at half-time. */
  kind: z.enum(['score', 'abandoned', 'void', 'open']),
  score: z.nullable(score),
  halfTime: z.nullable(score),
  voidBets: z.array(
    z.object({
      market,
      from: z.optional(z.string()),
      until: z.optional(z.string()),
      reason: z.optional(z.string()),
    }),
  ),
});
const proposalView = z.object({
  id: z.string(),
  matchId: z.string(),
  decision: decided,
  reason: z.string(),
  dryRun: dryRunView,
  proposedBy: z.object({ userId: z.string(), name: z.string() }),
  proposedAt: z.string(),
  /** Proposed by the caller, so that another admin has to confirm it. */
  isMine: z.boolean(),
});
export type ProposalView = z.infer<typeof proposalView>;

/** One version of the decision about a match; the last one applies. `actor`: `system:results` or `admin:<id>`. */
const rulingView = z.object({
  version: z.int(),
  decision: decided,
  reason: z.string(),
  actor: z.string(),
  confirmedBy: z.nullable(z.string()),
  decidedAt: z.string(),
});

export const operatedMatch = z.object({
  matchId: z.string(),
  leagueKey: z.string(),
  homeTeam: z.string(),
  awayTeam: z.string(),
  commenceTime: z.string(),
  status: z.enum(['open', 'finished', 'void']),
  score: z.nullable(score),
  endedAt: z.nullable(z.string()),
  /** When all its bets were settled by its result; `null` before that. */
  settledAt: z.nullable(z.string()),
  /** 0 without a result, above 1 after a correction. */
  resultVersion: z.int(),
  markets: z.array(
    z.object({
      market: marketKey,
      state: z.enum(['open', 'suspended', 'closed']),
      why: z.optional(z.string()),
      point: z.optional(z.number()),
    }),
  ),
  /** For each selection: open bets, their stakes, the most they can pay, and the operator's loss if it wins. */
  exposure: z.array(
    z.object({
      market: z.string(),
      pick: z.string(),
      label: z.string(),
      bets: z.int(),
      staked: z.number(),
      pays: z.number(),
      liability: z.number(),
    }),
  ),
  reviews: z.array(
    z.object({ id: z.string(), kind: z.string(), facts: z.record(z.string(), z.string()), createdAt: z.string() }),
  ),
  proposal: z.nullable(proposalView),
});
export type OperatedMatchView = z.infer<typeof operatedMatch>;
/**
 * Whether resolving a review of this kind decides bets: which match they are on, or by which score they are settled. An admin with a bet
 * on the match may not resolve it.
 */
export const decidesBets = (kind: string): boolean => kind === 'id-changed' || kind === 'half-time-differs';
/** `scope`: `all`, a league, a market, a match, or a market of a match (`<match>/<market>`). */
const bettingClosure = z.object({
  closes: z.enum(['betting', 'cash-out']),
  scope: z.string(),
  reason: z.string(),
  closedAt: z.string(),
  by: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
});
export type BettingClosureView = z.infer<typeof bettingClosure>;
/** Everywhere if `league` is absent. */
export const bettingSwitchRequest = z.object({
  league: z.optional(z.enum(leagues.map(({ key }) => key))),
  reason: marketReasonText,
});
/** A league, or a match, a market of all matches, or both; everything if all are absent. */
const cashOutScope = {
  league: z.optional(z.enum(leagues.map(({ key }) => key))),
  matchId: z.optional(matchId),
  market: z.optional(z.enum(Object.keys(marketTitles))),
  reason: marketReasonText,
};
type CashOutScope = { readonly [Part in 'league' | 'matchId' | 'market']?: string | undefined };
const isOneScope = ({ league, matchId: match, market: on }: CashOutScope): boolean =>
  league === undefined || (match ?? on) === undefined;
export const cashOutSwitchRequest = z.object(cashOutScope).check(z.refine(isOneScope));
/** Dollars: the most of each cash-out, and of all on a match within 24 hours; `null` for no limit. */
const limitAmount = z.nullable(z.number().check(z.gte(0.01), z.lte(10_000_000), z.multipleOf(0.01)));
const cashOutAmounts = { maxPayment: limitAmount, maxMatchDay: limitAmount };
export const cashOutLimitRequest = z.object({ ...cashOutScope, ...cashOutAmounts }).check(z.refine(isOneScope));
/** What cash-outs of bets with an open selection in a scope pay at most. */
const cashOutLimit = z.object({
  scope: z.string(),
  ...cashOutAmounts,
  reason: z.string(),
  setAt: z.string(),
  by: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
});
export type CashOutLimitView = z.infer<typeof cashOutLimit>;
export const bettingClosures = z.object({ closures: z.array(bettingClosure), limits: z.array(cashOutLimit) });
export type BettingClosuresView = z.infer<typeof bettingClosures>;

/** Matches in play of a league without prices, from now on, because the month's credits do not cover them. */
const skippedPlay = z.object({ leagueKey: z.string(), from: z.string(), to: z.string(), matches: z.int() });

/** A name of the second results provider that may mean a team of ours, and the matches in which it was found. */
const suggestedName = z.object({
  id: z.string(),
  source: z.string(),
  leagueKey: z.string(),
  name: z.string(),
  team: z.string(),
  theirs: z.string(),
  ours: z.string(),
  kickoffAt: z.string(),
});
export type SuggestedNameView = z.infer<typeof suggestedName>;
/** `same`: the name means the team, now and in later matches. */
export const decideNameRequest = z.object({ verdict: z.enum(['same', 'other']), reason: marketReasonText });
export const suggestedNames = z.object({ names: z.array(suggestedName) });
export type SuggestedNamesView = z.infer<typeof suggestedNames>;

/**
 * Credits for further markets, such as both teams to score: spent and set aside this month (`null` without a budget), and the matches
 * whose prices are derived instead, at last. `credits`: what was set aside until now is spent · `kept`: the rest is for matches with bets.
 */
const furtherMarkets = z.object({
  used: z.int(),
  reserved: z.nullable(z.int()),
  skipped: z.array(z.object({ matchId: z.string(), why: z.enum(['credits', 'kept']) })),
});

/**
 * Open matches and those that ended in the last three days, by kick-off; where betting is closed and cash-outs are limited; team names
 * that wait for an admin; and what the plan of credits leaves out, with the month's budget and how many times slower the other matches
 * in play are polled.
 */
export const operatedMatches = z.object({
  matches: z.array(operatedMatch),
  ...bettingClosures.shape,
  names: z.array(suggestedName),
  credits: z.object({
    budget: z.nullable(z.number()),
    inPlayStretch: z.number(),
    skipped: z.array(skippedPlay),
    furtherMarkets,
  }),
});
export type OperatedMatchesView = z.infer<typeof operatedMatches>;
export const operatedMatchDetail = z.extend(operatedMatch, {
  /** The admin has a bet on it and may not decide about it. */
  hasOwnBet: z.optional(z.literal(true)),
  /** What the operator wins or loses on open bets at each score, with up to ten goals a team; accumulators count as single bets. */
  profitAtScores: z.array(z.object({ home: z.int(), away: z.int(), profit: z.number() })),
  /**
   * Each market and goal line: what its prices sum to above their probabilities (`null` without prices), all bets that were not rejected and
   * their stakes, and the stakes of the open ones.
   */
  books: z.array(
    z.object({
      title: z.string(),
      isQuoted: z.boolean(),
      margin: z.nullable(z.number()),
      bets: z.int(),
      turnover: z.number(),
      staked: z.number(),
      /** `profit`: on the open bets of this market if it wins, at the worst such score; accumulators count as single bets. */
      outcomes: z.array(
        z.object({
          label: z.string(),
          odds: z.nullable(z.number()),
          bets: z.int(),
          staked: z.number(),
          liability: z.number(),
          profit: z.number(),
        }),
      ),
    }),
  ),
  rulings: z.array(rulingView),
  /** The proposal decided last, and who did. Absent without one. `outdated`: the result had changed when it was confirmed. */
  lastProposal: z.optional(
    z.object({
      id: z.string(),
      outcome: z.enum(['confirmed', 'rejected', 'withdrawn', 'outdated']),
      by: z.object({ userId: z.string(), name: z.string() }),
    }),
  ),
  /** The names of the admins among the actors of rulings and orders. */
  people: z.record(z.string(), z.string()),
  /** Of cash-out, that concern the match. */
  ...bettingClosures.shape,
  /** What the results providers reported, newest first. `score`: after 90 minutes, or so far. */
  reports: z.array(
    z.object({
      source: z.string(),
      status: z.string(),
      score: z.nullable(score),
      halfTime: z.nullable(score),
      /** After extra time, and with the goals of a shoot-out. */
      laterScores: z.array(score),
      reportedAt: z.string(),
    }),
  ),
  /** The last order of each market, for screens of the release before; all are in the audit log. */
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

/** `done`: the worker settles the bets. `proposed`: a second admin has to confirm it. */
export const resultAnswer = z.object({
  outcome: z.enum(['done', 'proposed']),
  dryRun: dryRunView,
  match: operatedMatchDetail,
});
export type ResultAnswer = z.infer<typeof resultAnswer>;

/** A bet on a match with the name of its bettor. */
const ticketView = z.object({ bettor: z.object({ userId: z.string(), name: z.string() }), bet: betView });
export type TicketView = z.infer<typeof ticketView>;
/** `before`: the `next` of the page before. */
export const ticketsQuery = z.object({
  before: z.optional(betId),
  limit: z._default(z.coerce.number<number>().check(z.int(), z.gte(1), z.lte(100)), 25),
});
export const ticketsPage = z.object({ tickets: z.array(ticketView), next: z.nullable(z.string()) });
