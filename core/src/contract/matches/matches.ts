import * as z from 'zod/mini';
import { maxPricedSelections } from '../../betting/index.ts';
import { marketGroups, marketKeys, perMarket, perRowMarket, type Teams } from '../../markets/index.ts';
import { matchId } from '../ids.ts';

export const marketKey = z.enum(marketKeys);

/** Decimal odds, or '-' when the outcome cannot be bet on now. */
export const price = z.union([z.number(), z.literal('-')]);
export type Price = z.infer<typeof price>;

/** Why a market is not open, and when its bookmakers last confirmed it if that is older than the league's last answer. */
const marketNote = z.object({
  why: z.optional(
    z.enum([
      'not-quoted',
      'not-confirmed',
      'score-changed',
      'score-awaited',
      'price-jump',
      'nearly-decided',
      'under-review',
      'operator',
      'betting-closed',
    ]),
  ),
  confirmedAt: z.optional(z.string()),
});

/**
 * One match, in GET /events and in live pushes: always the whole state, never a difference. `s` is its version; `status` is `open`
 * until the score is final; `gone` marks a match that was removed from the lists.
 */
export const matchRow = z.object({
  id: z.string(),
  s: z.int(),
  match: z.object({ homeTeam: z.string(), awayTeam: z.string(), commenceTime: z.string() }),
  league: z.object({ key: z.string(), title: z.string() }),
  /** Absent without a picture; screens then draw a crest. */
  homeTeamLogo: z.optional(z.string()),
  awayTeamLogo: z.optional(z.string()),
  odds: z.object({
    homeWin: price,
    draw: price,
    awayWin: price,
    overUnder: z.nullable(z.object({ point: z.number(), over: price, under: price })),
  }),
  /** A suspended market keeps its last prices in `odds`. */
  markets: z.object(perRowMarket(() => z.enum(['open', 'suspended', 'none']))),
  /** Only for markets that are not open or lag behind. */
  notes: z.optional(z.object(perRowMarket(() => z.optional(marketNote)))),
  status: z.enum(['open', 'finished', 'void']),
  score: z.nullable(z.object({ home: z.int(), away: z.int() })),
  quotedAt: z.nullable(z.string()),
  gone: z.optional(z.boolean()),
});
export type MatchRow = z.infer<typeof matchRow>;

const score = z.object({ home: z.int(), away: z.int() });

/** The prices of a market's selections from `at` on, in order, and its goal line `point`, if any. A market that is not open keeps its last. */
const pricePoint = z.object({
  at: z.string(),
  prices: z.array(z.number()),
  point: z.optional(z.number()),
  state: z.optional(z.enum(['suspended', 'closed'])),
});
export type PricePoint = z.infer<typeof pricePoint>;

/** An event in the history of a match, `at` an ISO time. `before`: the value until then. */
const matchMoment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), at: z.string() }),
  z.object({ kind: z.literal('moved'), at: z.string(), before: z.string(), commenceTime: z.string() }),
  z.object({ kind: z.literal('score'), at: z.string(), before: z.nullable(score), score }),
  z.object({
    kind: z.literal('market'),
    at: z.string(),
    market: marketKey,
    state: z.enum(['open', 'suspended', 'closed']),
  }),
  /** An unusually large change of one price between two polls; `outcome` is its index in `prices`. */
  z.object({
    kind: z.literal('jump'),
    at: z.string(),
    market: marketKey,
    outcome: z.int(),
    before: z.number(),
    price: z.number(),
    point: z.optional(z.number()),
  }),
  z.object({
    kind: z.literal('ended'),
    at: z.string(),
    status: z.enum(['finished', 'void']),
    score: z.nullable(score),
  }),
  /** A corrected result. */
  z.object({
    kind: z.literal('result'),
    at: z.string(),
    version: z.int(),
    decision: z.enum(['score', 'abandoned', 'void']),
    score: z.nullable(score),
  }),
  z.object({ kind: z.literal('settled'), at: z.string() }),
]);
export type MatchMoment = z.infer<typeof matchMoment>;

/**
 * A match with its prices and its events, oldest first; also of a match that is no longer listed. `prices` holds as many points as a
 * chart needs; `changes` is how many there were.
 */
export const matchHistory = z.object({
  row: matchRow,
  prices: z.object(perMarket(() => z.array(pricePoint))),
  changes: z.int(),
  moments: z.array(matchMoment),
});
export type MatchHistory = z.infer<typeof matchHistory>;

/**
 * The markets of a match, each goal line by itself. `source`: `quoted` by bookmakers, or `derived` from the quoted ones;
 * `quotedBy`: the bookmaker, or of how many it is the consensus;
 * `quotedAt`: when the oldest quote behind the prices was last confirmed. `label` is the `betOutcome` that a bet sends; `fair` is the
 * probability of winning what is not void, without our margin. `line` is that of the home team in a handicap.
 */
export const matchMarkets = z.object({
  markets: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      group: z.enum(marketGroups),
      line: z.optional(z.number()),
      source: z.enum(['quoted', 'derived']),
      quotedBy: z.optional(z.string()),
      quotedAt: z.string(),
      state: z.enum(['open', 'suspended']),
      selections: z.array(z.object({ label: z.string(), odds: z.number(), fair: z.number() })),
    }),
  ),
});
export type MatchMarkets = z.infer<typeof matchMarkets>;

/** Selections of any matches, by their labels, such as those of a slip. */
export const selectionPricesRequest = z.object({
  selections: z
    .array(z.object({ matchId, betOutcome: z.string().check(z.maxLength(400)) }))
    .check(z.maxLength(maxPricedSelections)),
});
export type SelectionPricesRequest = z.infer<typeof selectionPricesRequest>;
/**
 * Their prices, in the same order; no `odds` for a selection that is not on offer. `s`: the price is at least as new as this version of the
 * match's row, 0 for a match that is not listed. Whether a selection is open is in the row.
 */
export const selectionPrices = z.object({
  prices: z.array(z.object({ s: z.int(), odds: z.optional(z.number()) })),
});
export type SelectionPrices = z.infer<typeof selectionPrices>;

/** The labels of selections of one match, as in its markets. */
export const builderRequest = z.object({
  selections: z.array(z.string().check(z.maxLength(120))).check(z.maxLength(20)),
});
/** One price for all of them. `label` is the `betOutcome` that a bet sends; `fair` the probability that all win. */
export const builderView = z.object({
  label: z.string(),
  odds: z.number(),
  fair: z.number(),
  state: z.enum(['open', 'suspended']),
});
export type BuilderView = z.infer<typeof builderView>;
/** Why selections have no price together. `label`: the selection that is the reason, in a match of these teams. */
export type BuilderRefusal =
  | { readonly code: 'match-unknown' | 'builder-unavailable' }
  | { readonly code: 'builder-size'; readonly least: number; readonly most: number }
  | {
      readonly code:
        | 'selection-unknown'
        | 'builder-halves'
        | 'builder-refunds'
        | 'builder-impossible'
        | 'builder-redundant';
      readonly label: string;
      readonly teams: Teams;
    };

export const leagueView = z.object({ key: z.string(), title: z.string(), group: z.string() });
export type LeagueView = z.infer<typeof leagueView>;

/** What every screen needs to know about the operator. Money in dollars. */
export const configView = z.object({
  brand: z.string(),
  /** A sentence shown to everyone, such as that the demo calendar runs faster than real time. */
  notice: z.nullable(z.string()),
  inPlay: z.enum(['open', 'closed']),
  /** For bets before kick-off; with a match in play the largest stake and payout are divided by `inPlayDivisor`. */
  limits: z.object({
    minStake: z.number(),
    maxStake: z.number(),
    maxLegs: z.int(),
    maxPayout: z.number(),
    maxTotalOdds: z.optional(z.number()),
    inPlayDivisor: z.optional(z.number()),
  }),
  /** Seconds until a bet with a match in play is accepted; 0: at once. */
  inPlayDelaySeconds: z.optional(z.number()),
  /** How matches run, if not in real time: minutes of play per minute, and the length of half-time in minutes of play. */
  clock: z.optional(z.object({ speed: z.number(), halfTime: z.number() })),
  /** The welcome bonus as a percentage of the first deposit; 0 while none is offered. */
  bonusPercent: z.optional(z.int()),
});
export type ConfigView = z.infer<typeof configView>;

/** The frame of the live room, for clients without a socket: the rows that changed after version `p`, up to `n`. */
const matchFrame = z.object({
  e: z.string(),
  p: z.int(),
  n: z.int(),
  t: z.int(),
  full: z.optional(z.literal(true)),
  d: z.array(matchRow),
});
export const eventsAnswer = z.union([z.array(matchRow), matchFrame]);
export const eventsQuery = z.object({
  since: z.optional(z.coerce.number<number | string>().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))),
});
