import * as z from 'zod/mini';
import { maxTickets, tooManyTickets } from '../../betting/index.ts';
import { betId, matchId } from '../ids.ts';
import { ledgerEventView } from '../ledger/ledger.ts';
import { walletView } from '../wallet.ts';

/** `odds` is the price that the bettor saw; the server's price decides. */
const selection = z.object({ matchId: z.string(), betOutcome: z.string().check(z.maxLength(400)), odds: z.number() });
const selections = z.array(selection).check(z.maxLength(100));
/** Which odds changes are accepted without asking again; `better` if absent. */
const oddsPolicy = z.optional(z.enum(['none', 'better', 'any']));

export const placeBetRequest = z.object({
  /** Dollars, at most two decimals. */
  stake: z.number(),
  matches: selections,
  oddsPolicy,
});
export type PlaceBetRequest = z.infer<typeof placeBetRequest>;

const ticketType = z.enum(['single', 'accumulator', 'system']);
export type TicketType = z.infer<typeof ticketType>;
/**
 * Several tickets that are placed together or not at all. A single has one selection, an accumulator at least two. A system has a line
 * for every combination of `sizes` of its selections, each with all bankers.
 */
export const placeTicketsRequest = z.object({
  tickets: z
    .array(
      z.object({
        type: ticketType,
        /** The stake of one system line in dollars, at most two decimals. */
        unitStake: z.number(),
        /** Of a system: how many selections that are not bankers a line has; several sizes at once, in any order. */
        sizes: z.optional(z.array(z.int()).check(z.maxLength(20))),
        selections: z.array(z.extend(selection, { banker: z.optional(z.boolean()) })).check(z.maxLength(100)),
      }),
    )
    .check(z.maxLength(maxTickets, tooManyTickets)),
  oddsPolicy,
});
export type PlaceTicketsRequest = z.infer<typeof placeTicketsRequest>;

/** How selections are bet on; sizes and bankers (positions of selections) of a system. */
const slipForm = {
  kind: z.enum(['accumulator', 'singles', 'system']),
  sizes: z.optional(z.array(z.int()).check(z.maxLength(20))),
  bankers: z.optional(z.array(z.int()).check(z.maxLength(20))),
};
const bookedSelection = z.object({ matchId, betOutcome: z.string().check(z.maxLength(400)) });
export const bookSlipRequest = z.object({
  ...slipForm,
  selections: z.array(bookedSelection).check(z.maxLength(20)),
});
export type BookSlipRequest = z.infer<typeof bookSlipRequest>;
export const bookSlipAnswer = z.object({ code: z.string() });
/** `odds`: the current ones; absent for a selection that is no longer on offer. */
export const bookedSlip = z.object({
  ...slipForm,
  selections: z.array(
    z.object({
      matchId: z.string(),
      betOutcome: z.string(),
      matchName: z.string(),
      odds: z.optional(z.number()),
    }),
  ),
});
export type BookedSlip = z.infer<typeof bookedSlip>;

const score = z.object({ home: z.int(), away: z.int() });

const legView = z.object({
  matchId: z.string(),
  betOutcome: z.string(),
  odds: z.number(),
  status: z.enum(['pending', 'won', 'lost', 'void', 'half-won', 'half-lost']),
  matchName: z.string(),
  commenceTime: z.string(),
  matchStatus: z.enum(['open', 'finished', 'void']),
  /** The provider's last score when the bet was read; final once the match is finished. */
  score: z.nullable(score),
});
/** The acceptance of a bet in play. `until`: when it is decided (ISO); `code` and `reason`: why the bet was rejected. */
const acceptanceView = z.object({
  state: z.enum(['accepted', 'pending', 'rejected']),
  until: z.optional(z.string()),
  code: z.optional(z.string()),
  reason: z.optional(z.string()),
});
export type AcceptanceView = z.infer<typeof acceptanceView>;

/** A bet as its bettor sees it. Dollars; `version` grows when the bet changes. */
export const betView = z.object({
  _id: z.string(),
  version: z.int(),
  status: z.enum(['pending', 'won', 'lost', 'void', 'cashed-out']),
  createdAt: z.string(),
  settledAt: z.nullable(z.string()),
  /** On all system lines together. */
  stake: z.number(),
  /** Only of a bet with several system lines. `bankers`: positions among `matches`, from 0; `unitStake`: on each line. */
  system: z.optional(
    z.object({
      name: z.string(),
      sizes: z.array(z.int()),
      bankers: z.array(z.int()),
      lines: z.int(),
      unitStake: z.number(),
    }),
  ),
  /** For a system, the mean of its lines. */
  totalOdds: z.number(),
  /** For the part that is not cashed out. */
  potentialPayout: z.number(),
  /** The amount paid, without earlier cash-outs of a part: 0 for a lost bet, `null` while it is pending. */
  payout: z.nullable(z.number()),
  /** The part of the stake that was cashed out, and what that paid; absent when none was. */
  cashedOut: z.optional(z.object({ stake: z.number(), paid: z.number() })),
  /** Only for a bet in play, which must be accepted. A rejected bet is void, and its payout is its stake. */
  acceptance: z.optional(acceptanceView),
  matches: z.array(legView),
});
export type BetView = z.infer<typeof betView>;

/** Anyone with the code sees the bet, but not its bettor, and its amounts only if `showsStake`. If absent, `showsStake` keeps its value. */
export const shareBetRequest = z.object({ showsStake: z.optional(z.boolean()) });
export const shareBetAnswer = z.object({ code: z.string(), showsStake: z.boolean() });
export const sharedBet = z.extend(
  z.pick(betView, { status: true, createdAt: true, settledAt: true, totalOdds: true, acceptance: true, matches: true }),
  {
    system: z.optional(
      z.object({ name: z.string(), sizes: z.array(z.int()), bankers: z.array(z.int()), lines: z.int() }),
    ),
    /** Dollars, with what was cashed out. `payout`: `null` while the bet is pending. */
    amounts: z.optional(z.object({ stake: z.number(), potentialPayout: z.number(), payout: z.nullable(z.number()) })),
  },
);
export type SharedBet = z.infer<typeof sharedBet>;

export const placeBetAnswer = z.object({ bet: betView, wallet: walletView });
export type PlaceBetAnswer = z.infer<typeof placeBetAnswer>;

/** The placed bets in the order of the requested tickets, in dollars. */
export const placeTicketsAnswer = z.object({
  tickets: z.array(
    z.object({
      type: ticketType,
      lines: z.int(),
      stake: z.number(),
      potentialPayout: z.number(),
      bet: betView,
    }),
  ),
  wallet: walletView,
});
export type PlaceTicketsAnswer = z.infer<typeof placeTicketsAnswer>;

/** How many bets a page of the history has; a page with fewer is the last one. */
export const betHistoryPage = 50;
/** `before`: only bets placed before this one, for the next page. */
export const betHistoryQuery = z.object({
  before: z.optional(betId),
  limit: z._default(z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(500)), betHistoryPage),
  show: z.optional(z.enum(['open', 'settled'])),
});

/** What was quoted for a leg, and when its match ended and it was graded; ISO times. */
const legStory = z.object({
  matchId: z.string(),
  /** The price that the bettor saw; the price taken is in the bet. */
  oddsSeen: z.number(),
  bookmaker: z.string(),
  quotedAt: z.string(),
  /** The score when the bet was placed in play. */
  scoreAtPlacement: z.nullable(score),
  /** The score after each change, oldest first, until the match ended. */
  scores: z.array(z.object({ at: z.string(), score })),
  endedAt: z.nullable(z.string()),
  gradedAt: z.nullable(z.string()),
  /** Why it is void, if that depends on when the bet was placed and not on how the match ended. */
  voidReason: z.optional(z.string()),
});

export const houseRulesQuery = z.object({
  version: z.optional(z.coerce.number<number | string>().check(z.int(), z.gte(1), z.lte(1_000))),
});

const ruleSections = z.array(z.object({ title: z.string(), text: z.string() }));
/** The house rules of one version: what all markets have in common, then each market's own rule. `since`: a date. */
export const houseRulesView = z.object({
  version: z.int(),
  /** The newest version, under which bets are placed now. */
  current: z.int(),
  since: z.string(),
  general: ruleSections,
  markets: ruleSections,
});
export type HouseRulesView = z.infer<typeof houseRulesView>;

/** A bet, the history of each leg, and every ledger event about it, oldest first. */
export const betTimeline = z.object({
  bet: betView,
  oddsPolicy: z.enum(['none', 'better', 'any']),
  /** The version of the house rules that it was placed under. */
  rulesVersion: z.int(),
  /** In the order of the bet's matches. */
  legs: z.array(legStory),
  events: z.array(ledgerEventView),
});
export type BetTimeline = z.infer<typeof betTimeline>;
