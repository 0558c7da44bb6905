import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import {
  lineOf,
  type MarketKey,
  marketKeys,
  type PerMarket,
  type PricesOf,
  priceIn,
  type QuotedOutcome,
  type Score,
} from '../markets/index.ts';
import type { Decimal } from '../money/index.ts';
import type { EventQuotes } from './event-quotes.ts';
import type { LeagueKey } from './leagues.ts';

/**
 * The state of a match for betting and settlement.
 * `open`: to be played or in play · `finished`: the score is final · `void`: abandoned, cancelled or not played in time.
 */
export type MatchStatus = 'open' | 'finished' | 'void';

/** `suspended`: shown but not accepted, and expected back · `closed`: gone for long or for good, not shown. */
export type MarketState = 'open' | 'suspended' | 'closed';

/**
 * Why a market is not open. `not-quoted`: missing from the provider's responses · `not-confirmed`: bookmakers have not confirmed it
 * for too long · `score-changed`: its prices are from before a goal · `score-awaited`: they imply a goal that is not reported yet · `price-jump`:
 * it moved too far between two polls · `nearly-decided`: in play, a price at which nothing is offered · `under-review`: the match waits for a review by an admin ·
 * `operator`: an admin suspended or closed it · `betting-closed`: an admin closed betting on everything or the league.
 */
export type MarketReason =
  | 'not-quoted'
  | 'not-confirmed'
  | 'score-changed'
  | 'score-awaited'
  | 'price-jump'
  | 'nearly-decided'
  | 'under-review'
  | 'operator'
  | 'betting-closed';

type Quote = {
  readonly state: MarketState;
  readonly bookmaker: string;
  /** When bookmakers last confirmed these prices before they were stored. */
  readonly quotedAt: Instant;
  /** Counts the changes of this market; a bet records the version it was accepted at. */
  readonly version: number;
  /** Set while it is not open. */
  readonly why?: MarketReason;
  /** When bookmakers last confirmed it, if that lags behind; otherwise each response for the league confirms it. */
  readonly confirmedAt?: Instant;
  /** When it last moved too far, until it is open again. */
  readonly jumpedAt?: Instant;
  /** Since when the provider's responses lack it. */
  readonly missingSince?: Instant;
  /** Set by an admin; polling cannot open it. */
  readonly order?: 'suspended' | 'closed';
};
/** A market of a match as it is quoted: the price of each selection, on one line where it has lines. */
export type Market<Key extends MarketKey> = Quote & PricesOf<Key, Decimal>;
export type Markets = { readonly [Key in MarketKey]: Market<Key> | null };
export type AnyMarket = NonNullable<Markets[MarketKey]>;

export type Match = {
  readonly id: MatchId;
  readonly leagueKey: LeagueKey;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
  readonly status: MatchStatus;
  /** The provider's latest score; `null` before the first report. */
  readonly score: Score | null;
  /** When the score last changed; a first report of 0-0 is no change. */
  readonly scoreChangedAt?: Instant;
  /** In play: when bookmakers last confirmed each market, even unchanged. */
  readonly seenAt?: PerMarket<Instant | null>;
  readonly markets: Markets;
  /** Prices of further markets, of matches for which the provider is asked for them. */
  readonly eventQuotes?: EventQuotes;
};

/** Returns the current price of a quoted selection; `undefined` when its market or line is not offered. */
export function priceOf(markets: Markets, outcome: QuotedOutcome): Decimal | undefined {
  const market = markets[outcome.market];
  if (!market || lineOf(market) !== lineOf(outcome)) return undefined;
  return priceIn<Decimal>(market, outcome.pick);
}

/** Applies a function to each market that exists. */
export const mapMarkets = (
  markets: Markets,
  change: <Kind extends AnyMarket>(market: Kind, key: MarketKey) => Kind | null,
): Markets =>
  Object.fromEntries(
    marketKeys.map((key) => {
      const market: AnyMarket | null = markets[key];
      return [key, market && change(market, key)];
    }),
  ) as Markets;

/** Returns the markets that exist, with their keys. */
export const marketsIn = (markets: Markets): readonly { readonly key: MarketKey; readonly market: AnyMarket }[] =>
  marketKeys.flatMap((key) => {
    const market: AnyMarket | null = markets[key];
    return market ? [{ key, market }] : [];
  });
