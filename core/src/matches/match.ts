import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import {
  lineOf,
  type MarketKey,
  marketKeys,
  type Outcome,
  type PerMarket,
  type PricesOf,
  type Score,
} from '../markets/index.ts';
import type { Decimal } from '../money/index.ts';
import type { LeagueKey } from './leagues.ts';

/**
 * Where a match stands for betting and settlement.
 * `open`: to be played or in play · `finished`: the score is final · `void`: abandoned, cancelled or not played in time.
 */
export type MatchStatus = 'open' | 'finished' | 'void';

/** `suspended`: shown, not accepted, and expected back · `closed`: gone for long or for good, no longer shown. */
export type MarketState = 'open' | 'suspended' | 'closed';

/**
 * Why a market is not open. `not-quoted`: the provider's answers are without it · `not-confirmed`: its bookmakers have not looked
 * at it for too long · `price-jump`: it moved too far between two polls · `under-review`: somebody has to look at the match ·
 * `operator`: somebody closed or suspended it.
 */
export type MarketReason =
  | 'not-quoted'
  | 'not-confirmed'
  | 'price-jump'
  | 'under-review'
  | 'operator'
  | 'betting-closed';

type Quote = {
  readonly state: MarketState;
  readonly bookmaker: string;
  /** When the provider last confirmed these prices before they were stored. */
  readonly quotedAt: Instant;
  /** Counts the changes of this market's prices; a bet records the version that it took. */
  readonly version: number;
  /** Where it is not open. */
  readonly why?: MarketReason;
  /** When its bookmakers last confirmed it, where that lags behind; without it every answer of the league confirms it. */
  readonly confirmedAt?: Instant;
  /** Since when the provider's answers are without it. */
  readonly missingSince?: Instant;
  /** What an operator ordered; the feed cannot open it. */
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
  /** The score as last told by the provider; `null` before the first report. */
  readonly score: Score | null;
  /** When the score was last seen to change; a first report of 0-0 is no change. */
  readonly scoreChangedAt?: Instant;
  /** In play: when bookmakers last looked at each market by their own word, also where they left it as it was. */
  readonly seenAt?: PerMarket<Instant | null>;
  readonly markets: Markets;
};

/** The price now quoted for an outcome; `undefined` when its market or line is not offered. */
export function priceOf(markets: Markets, outcome: Outcome): Decimal | undefined {
  const market = markets[outcome.market];
  if (!market || lineOf(market) !== lineOf(outcome)) return undefined;
  return (market as unknown as Readonly<Record<string, Decimal>>)[outcome.pick];
}

/** Applies a function to each market that is there. */
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

/** The markets that are there, with their keys. */
export const marketsIn = (markets: Markets): readonly { readonly key: MarketKey; readonly market: AnyMarket }[] =>
  marketKeys.flatMap((key) => {
    const market: AnyMarket | null = markets[key];
    return market ? [{ key, market }] : [];
  });
