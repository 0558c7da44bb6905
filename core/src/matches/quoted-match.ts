import { hours, type Instant, minutes, seconds } from '../instant.ts';
import { lineOf, type MarketKey, perMarket, pricesIn, type Score } from '../markets/index.ts';
import { Decimal } from '../money/index.ts';
import { impliesAnotherScore } from './implied-score.ts';
import { type AnyMarket, type Market, type MarketReason, type Markets, mapMarkets } from './match.ts';
import type { MatchClock } from './match-clock.ts';
import { isPriceJump } from './price-jump.ts';

/** A match as a provider quotes it now. A market without a quote is `null` or absent. */
export type QuotedMatch = {
  readonly providerEventId: string;
  readonly homeTeam: string;
  readonly awayTeam: string;
  readonly kickoffAt: Instant;
} & QuotedMarkets;
/** A market before it is stored, when it gets its version. */
export type QuotedMarket<Key extends MarketKey = MarketKey> = {
  readonly [One in Key]: Omit<Market<One>, 'version'>;
}[Key];
export type QuotedMarkets = { readonly [Key in MarketKey]?: QuotedMarket<Key> | null };

/** When a quote arrived, when its match kicks off, and what is known of its score. */
export type Occasion = {
  readonly at: Instant;
  readonly kickoffAt: Instant;
  readonly score?: Score | null | undefined;
  readonly scoreChangedAt?: Instant | undefined;
  readonly clock?: MatchClock | undefined;
  /** It may not go on and an admin has to review it, or a proposed result waits for a second admin. */
  readonly isUnderReview?: boolean;
};

/**
 * Returns the markets of a match after a quote. A market that is no longer quoted keeps its last prices: suspended at once, closed
 * after 15 minutes. One that moved too far since the last quote is suspended until two quotes agree, in play until it was calm for a
 * while; one with prices from before a goal until bookmakers confirm it; and in play all while a price contradicts the score, and one
 * that is nearly decided. One of a match under review waits for an admin. Admins' orders stay in force.
 * An unchanged market is returned as the same object, because seeing it again is no change.
 */
export function quotedMarkets(known: Markets, quoted: QuotedMarkets, occasion: Occasion): Markets {
  const { at, kickoffAt, score } = occasion;
  const isInPlay = kickoffAt <= at;
  const now = perMarket((key) => quoted[key] ?? null) as Markets;
  const isScoreAwaited = isInPlay && score !== undefined && impliesAnotherScore(now, { ...occasion, score }, at);
  return perMarket((key) =>
    quotedMarket(key, known[key], quoted[key] ?? null, { ...occasion, isInPlay, isScoreAwaited }),
  ) as Markets;
}

export const noMarkets = perMarket(() => null);

/** Suspends the open markets of a match: under review, or after a goal. */
export const suspendedBecause = (why: 'under-review' | 'score-changed', markets: Markets): Markets =>
  mapMarkets(markets, (known) =>
    known.state === 'open' ? { ...known, state: 'suspended', why, version: known.version + 1 } : known,
  );

/** Applies an admin's order; without one the market is as last quoted, and suspended if there is another reason. */
export function orderedMarket<Kind extends AnyMarket>(
  known: Kind,
  order: AnyMarket['order'],
  why: 'under-review' | 'score-changed' | undefined,
): Kind {
  const { why: _why, order: _order, jumpedAt: _jumped, ...bare } = known;
  const version = known.version + 1;
  if (order) return { ...bare, state: order, why: 'operator', order, version } as Kind;
  if (known.missingSince !== undefined) return { ...bare, state: 'suspended', why: 'not-quoted', version } as Kind;
  if (why !== undefined) return { ...bare, state: 'suspended', why, version } as Kind;
  return { ...bare, state: 'open', version } as Kind;
}

/** A market that is missing for longer is not expected back soon. */
const closedAfterMs = minutes(15);

/** Long before kick-off a consensus drifts by hundredths all day; smaller steps are ignored. */
const farMs = hours(24);
const smallestStep = 0.005;

function quotedMarket(
  key: MarketKey,
  known: AnyMarket | null,
  quoted: QuotedMarket | null,
  occasion: Situation,
): AnyMarket | null {
  if (!quoted) return known && missingMarket(known, occasion.at);
  const fresh = { ...quoted, version: (known?.version ?? 0) + 1 } as AnyMarket;
  if (!known) {
    const why = reasonOf(fresh, fresh, pricesIn<Decimal>(key, fresh), {
      ...occasion,
      jumped: false,
      jumpedAt: undefined,
    });
    return why === undefined ? fresh : { ...fresh, state: 'suspended', why };
  }
  const isSameLine = lineOf(known) === lineOf(fresh);
  const [before, after] = [pricesIn<Decimal>(key, known), pricesIn<Decimal>(key, fresh)];
  const isIgnorable = isSameLine && isTooSmall(before, after, fresh, occasion);
  const prices = isIgnorable ? ({ ...known, quotedAt: fresh.quotedAt } as AnyMarket) : fresh;
  const jumped = isSameLine && known.missingSince === undefined && isPriceJump(before, after);
  const jumpedAt = jumped ? occasion.at : known.jumpedAt;
  const next = withState(prices, fresh, reasonOf(known, fresh, after, { ...occasion, jumped, jumpedAt }), known);
  if (next.state !== 'open' && jumpedAt !== undefined) Object.assign(next, { jumpedAt });
  return isSame(key, known, next) ? known : next;
}

type Situation = Occasion & { readonly isInPlay: boolean; readonly isScoreAwaited: boolean };
type Move = { readonly jumped: boolean; readonly jumpedAt: Instant | undefined };

function reasonOf(
  known: AnyMarket,
  fresh: AnyMarket,
  prices: readonly Decimal[],
  { at, score, scoreChangedAt, isUnderReview, isInPlay, isScoreAwaited, jumped, jumpedAt }: Situation & Move,
): MarketReason | undefined {
  if (known.order) return 'operator';
  if (isUnderReview) return 'under-review';
  if (fresh.state !== 'open') return fresh.why ?? 'not-confirmed';
  if (scoreChangedAt !== undefined && fresh.quotedAt <= scoreChangedAt) return 'score-changed';
  if (isScoreAwaited) return 'score-awaited';
  const line = lineOf(fresh);
  const isPassed = line !== null && score != null && score.home + score.away > line;
  if (isInPlay && (isPassed || isNearlyDecided(prices, known.why))) return 'nearly-decided';
  const isCalm = !isInPlay || known.why !== 'price-jump' || jumpedAt === undefined || at - jumpedAt >= calmMs;
  return jumped || !isCalm ? 'price-jump' : undefined;
}

/** In play, a market that moved too far opens when it has not done so again for this long. */
const calmMs = seconds(6);

/** In play nothing is offered outside these prices; once it was, only well inside them. */
const offered = { above: new Decimal('1.01'), below: new Decimal(101) };
const offeredAgain = { above: new Decimal('1.03'), below: new Decimal(81) };

function isNearlyDecided(prices: readonly Decimal[], why: MarketReason | undefined): boolean {
  const { above, below } = why === 'nearly-decided' ? offeredAgain : offered;
  return prices.some((price) => price.lte(above) || price.gte(below));
}

function withState<Kind extends AnyMarket>(
  prices: Kind,
  fresh: Kind,
  why: MarketReason | undefined,
  known: Kind,
): Kind {
  const {
    why: _why,
    confirmedAt: _confirmed,
    jumpedAt: _jumped,
    missingSince: _missing,
    order: _order,
    ...bare
  } = prices;
  return {
    ...bare,
    version: known.version + 1,
    state: known.order ?? (why === undefined ? 'open' : 'suspended'),
    ...(why !== undefined && { why }),
    ...(fresh.confirmedAt !== undefined && { confirmedAt: fresh.confirmedAt }),
    ...(known.order && { order: known.order }),
  } as Kind;
}

function missingMarket<Kind extends AnyMarket>(known: Kind, at: Instant): Kind {
  const missingSince = known.missingSince ?? at;
  const state = known.order ?? (at - missingSince > closedAfterMs ? 'closed' : 'suspended');
  const why = known.order ? 'operator' : 'not-quoted';
  if (known.missingSince !== undefined && known.state === state && known.why === why) return known;
  return { ...known, state, why, missingSince, version: known.version + 1 };
}

const isConsensus = ({ bookmaker }: AnyMarket): boolean => bookmaker.startsWith('consensus of ');

function isTooSmall(
  before: readonly Decimal[],
  after: readonly Decimal[],
  fresh: AnyMarket,
  { at, kickoffAt }: Occasion,
): boolean {
  if (kickoffAt - at <= farMs || !isConsensus(fresh)) return false;
  return before.every((price, index) => {
    const now = after[index] ?? price;
    return now.minus(price).abs().div(price).lt(smallestStep);
  });
}

function isSame(key: MarketKey, a: AnyMarket, b: AnyMarket): boolean {
  const others = pricesIn<Decimal>(key, b);
  return (
    a.state === b.state &&
    a.why === b.why &&
    a.confirmedAt === b.confirmedAt &&
    a.missingSince === b.missingSince &&
    (a.bookmaker === b.bookmaker || (isConsensus(a) && isConsensus(b))) &&
    lineOf(a) === lineOf(b) &&
    pricesIn<Decimal>(key, a).every((price, at) => price.eq(others[at] ?? 0))
  );
}
