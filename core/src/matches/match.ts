import type { MatchId } from '../ids.ts';
import type { Instant } from '../instant.ts';
import type { Decimal } from '../money/index.ts';
import type { LeagueKey } from './leagues.ts';

export type Score = { readonly home: number; readonly away: number };

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
/** Who wins after 90 minutes and stoppage time; extra time and penalties do not count. */
export type MatchWinner = Quote & { readonly home: Decimal; readonly draw: Decimal; readonly away: Decimal };
/** How many goals fall, against a line such as 2.5. */
export type TotalGoals = Quote & { readonly point: number; readonly over: Decimal; readonly under: Decimal };
export type Markets = { readonly h2h: MatchWinner | null; readonly totals: TotalGoals | null };

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
  readonly seenAt?: { readonly [Name in keyof Markets]: Instant | null };
  readonly markets: Markets;
};

/** One thing to bet on in a match. */
export type Outcome =
  | { readonly market: 'h2h'; readonly pick: 'home' | 'draw' | 'away' }
  | { readonly market: 'totals'; readonly pick: 'over' | 'under'; readonly point: number };

/** The price now quoted for an outcome; `undefined` when its market or line is not offered. */
export function priceOf(markets: Markets, outcome: Outcome): Decimal | undefined {
  if (outcome.market === 'h2h') return markets.h2h?.[outcome.pick];
  return markets.totals?.point === outcome.point ? markets.totals[outcome.pick] : undefined;
}
