import type { PricePoint } from '@touchline/core/contract';
import { roundStep, type Span, share, stepPath } from '../../ledger/step-path.ts';

/** Prices from a moment on, in ms since the Unix epoch. */
export type PriceStep = {
  readonly at: number;
  readonly prices: readonly number[];
  readonly point?: number | undefined;
  readonly isOpen: boolean;
};
/** The drawing of a market between two moments, in a 1000 × 1000 plane with zero at the top left. */
type PriceDrawing = {
  readonly across: Span;
  readonly up: Span;
  /** One path for each outcome. */
  readonly paths: readonly string[];
  /** Prices of the grid lines. */
  readonly lines: readonly number[];
  /** Spans in which it was not open, as shares of the width. */
  readonly closed: readonly { readonly from: number; readonly to: number }[];
};

export const stepsOf = (points: readonly PricePoint[]): readonly PriceStep[] =>
  points.map(({ at, prices, point, state }) => ({ at: Date.parse(at), prices, point, isOpen: state === undefined }));

/** Returns the steps from `from` on, starting with the one that applied then. */
export function stepsSince(steps: readonly PriceStep[], from: number): readonly PriceStep[] {
  const first = steps.findLastIndex(({ at }) => at <= from);
  const [before, ...later] = steps.slice(Math.max(first, 0));
  if (!before) return [];
  return [first === -1 ? before : { ...before, at: from }, ...later];
}

/** Draws the steps until `until`. `outcomes` is the number of lines. */
export function drawPrices(steps: readonly PriceStep[], outcomes: number, until: number): PriceDrawing {
  const from = steps[0]?.at ?? until;
  const across = { from, to: Math.max(until, from + 1) };
  const prices = steps.flatMap((step) => step.prices);
  const up = priceSpan(prices);
  const paths = Array.from({ length: outcomes }, (_, outcome) =>
    stepPath(
      steps.flatMap(({ at, prices }) => {
        const price = prices[outcome];
        return price === undefined ? [] : [{ at, value: height(price) }];
      }),
      across,
      up,
    ),
  );
  return { across, up, paths, lines: priceLines(prices), closed: closedSpans(steps, across) };
}

/** A logarithmic scale: 1.5 to 1.8 is the same move as 10 to 12. */
const height = (price: number): number => Math.log(price);
export const heightShare = (price: number, up: Span): number => 1 - share(height(price), up);

const least = (prices: readonly number[]): number => prices.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const most = (prices: readonly number[]): number => prices.reduce((a, b) => Math.max(a, b), 0);

/** Adds a margin, so that no line touches the edge. */
function priceSpan(prices: readonly number[]): Span {
  if (prices.length === 0) return { from: 0, to: 1 };
  const [from, to] = [height(least(prices)), height(most(prices))];
  const room = Math.max((to - from) * 0.08, 0.02);
  return { from: from - room, to: to + room };
}

const roundPrices = [1.05, 1.1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 30, 50, 100, 200, 500];
const mostLines = 5;
/** In a narrower range, grid lines are evenly spaced. */
const narrow = 1.6;

function priceLines(prices: readonly number[]): readonly number[] {
  if (prices.length === 0) return [];
  const [low, high] = [least(prices), most(prices)];
  if (high / low < narrow) {
    const step = roundStep(Math.max((high - low) / 3, 0.02));
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, line) => Math.round((first + line) * step * 100) / 100);
  }
  const within = roundPrices.filter((price) => price >= low * 0.98 && price <= high * 1.02);
  const every = Math.ceil(within.length / mostLines);
  return within.filter((_, place) => place % every === 0);
}

function closedSpans(steps: readonly PriceStep[], across: Span): PriceDrawing['closed'] {
  const spans: { from: number; to: number }[] = [];
  for (const [place, { at, isOpen }] of steps.entries()) {
    if (isOpen) continue;
    const span = { from: share(at, across), to: share(steps[place + 1]?.at ?? across.to, across) };
    const last = spans.at(-1);
    if (last?.to === span.from) last.to = span.to;
    else spans.push(span);
  }
  return spans;
}
