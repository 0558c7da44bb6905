import { z } from 'zod';
import { perMarket, perRowMarket } from '../markets/index.ts';
import { marketKey } from './market-key.ts';

/** A price on the wire: decimal odds, or '-' when the outcome has no price now. */
export const price = z.union([z.number(), z.literal('-')]);
export type Price = z.infer<typeof price>;

/**
 * What is special about a market: why it is not open, and when its bookmakers confirmed it, where that lags behind the league's
 * last answer (see `confirmedAtOf` and `isMarketStale` of core/matches, which acceptance asks as well).
 */
const marketNote = z.object({
  why: z.enum(['not-quoted', 'not-confirmed', 'price-jump', 'under-review', 'operator', 'betting-closed']).optional(),
  confirmedAt: z.string().optional(),
});

/**
 * One match as every screen knows it (GET /events and the live rows). The whole state each time, never a difference.
 * `s` is its version; `status` is `open` until the score is final; `gone` marks a match that left the lists.
 */
export const matchRow = z.object({
  id: z.string(),
  s: z.number().int(),
  match: z.object({ homeTeam: z.string(), awayTeam: z.string(), commenceTime: z.string() }),
  league: z.object({ key: z.string(), title: z.string() }),
  /** Paths of pictures that are there; without one a crest is drawn. */
  homeTeamLogo: z.string().optional(),
  awayTeamLogo: z.string().optional(),
  odds: z.object({
    homeWin: price,
    draw: price,
    awayWin: price,
    overUnder: z.object({ point: z.number(), over: price, under: price }).nullable(),
  }),
  /** The last prices of a suspended market stay visible in `odds`; the lock comes from here. */
  markets: z.object(perRowMarket(() => z.enum(['open', 'suspended', 'none']))),
  /** Only of markets that are not open or lag behind. */
  notes: z.object(perRowMarket(() => marketNote.optional())).optional(),
  status: z.enum(['open', 'finished', 'void']),
  score: z.object({ home: z.number().int(), away: z.number().int() }).nullable(),
  quotedAt: z.string().nullable(),
  gone: z.boolean().optional(),
});
export type MatchRow = z.infer<typeof matchRow>;

const score = z.object({ home: z.number().int(), away: z.number().int() });

/**
 * Prices of a market's selections from `at` on, in their order and on the line `point` where it has lines. Of a market that is not open they
 * are its last ones.
 */
const pricePoint = z.object({
  at: z.string(),
  prices: z.array(z.number()),
  point: z.number().optional(),
  state: z.enum(['suspended', 'closed']).optional(),
});
export type PricePoint = z.infer<typeof pricePoint>;

/** Something that happened to a match, `at` an ISO time. `before` is what it was until then. */
const matchMoment = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listed'), at: z.string() }),
  z.object({ kind: z.literal('moved'), at: z.string(), before: z.string(), commenceTime: z.string() }),
  z.object({ kind: z.literal('score'), at: z.string(), before: score.nullable(), score }),
  z.object({
    kind: z.literal('market'),
    at: z.string(),
    market: marketKey,
    state: z.enum(['open', 'suspended', 'closed']),
  }),
  /** So large a step of one price between two polls that it is no everyday one; `outcome` is its place in `prices`. */
  z.object({
    kind: z.literal('jump'),
    at: z.string(),
    market: marketKey,
    outcome: z.number().int(),
    before: z.number(),
    price: z.number(),
    point: z.number().optional(),
  }),
  z.object({ kind: z.literal('ended'), at: z.string(), status: z.enum(['finished', 'void']), score: score.nullable() }),
  /** A result that replaces the one before it. */
  z.object({
    kind: z.literal('result'),
    at: z.string(),
    version: z.number().int(),
    decision: z.enum(['score', 'abandoned', 'void']),
    score: score.nullable(),
  }),
  z.object({ kind: z.literal('settled'), at: z.string() }),
]);
export type MatchMoment = z.infer<typeof matchMoment>;

/**
 * GET /events/{id}/history: a match as it is now, how its prices went and what happened to it, the oldest first; also of one that
 * left the lists. Of many thousand prices those are kept that a drawing needs: `changes` tells how many there were.
 */
export const matchHistory = z.object({
  row: matchRow,
  prices: z.object(perMarket(() => z.array(pricePoint))),
  changes: z.number().int(),
  moments: z.array(matchMoment),
});
export type MatchHistory = z.infer<typeof matchHistory>;

export const leagueView = z.object({ key: z.string(), title: z.string(), group: z.string() });
export type LeagueView = z.infer<typeof leagueView>;

/** GET /config: what a screen must know of the house. Money in dollars. */
export const configView = z.object({
  brand: z.string(),
  /** A sentence of the operator for everyone, such as that the demo calendar runs faster than real time. */
  notice: z.string().nullable(),
  inPlay: z.enum(['open', 'closed']),
  /** Of bets before kick-off; with a match in play the largest stake and payout are divided by `inPlayDivisor`. */
  limits: z.object({
    minStake: z.number(),
    maxStake: z.number(),
    maxLegs: z.number().int(),
    maxPayout: z.number(),
    maxTotalOdds: z.number().optional(),
    inPlayDivisor: z.number().optional(),
  }),
  /** How many seconds a bet with a match in play is held before it counts; 0 when it counts at once. */
  inPlayDelaySeconds: z.number().optional(),
  /** How much of a first deposit the welcome bonus is; 0 while none is offered. */
  bonusPercent: z.number().int().optional(),
});
export type ConfigView = z.infer<typeof configView>;
