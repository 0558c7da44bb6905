/** One moment of a balance: when, and how much there was from then on. */
export type Point = { readonly at: number; readonly value: number };
export type Span = { readonly from: number; readonly to: number };

/** A line of steps through the points, in a plane of 1000 × 1000 with zero at the top left: a balance holds until it changes. */
export function stepPath(points: readonly Point[], across: Span, up: Span): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const x = ({ at }: Point) => Math.round(share(at, across) * 1_000);
  const y = ({ value }: Point) => Math.round((1 - share(value, up)) * 1_000);
  const steps = rest.map((point) => `H${x(point)}V${y(point)}`);
  return `M${x(first)} ${y(first)}${steps.join('')}H1000`;
}

/** How far along a span, from 0 to 1. A span without length has everything at its end. */
export const share = (value: number, { from, to }: Span): number => (to === from ? 1 : (value - from) / (to - from));

/** A span of round numbers around all values, and about four lines to draw across it. */
export function roundSpan(values: readonly number[]): { readonly span: Span; readonly lines: readonly number[] } {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), 1);
  const step = roundStep((most - least) / 4);
  const from = Math.floor(least / step) * step;
  const to = Math.ceil(most / step) * step;
  const lines = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, line) => from + line * step);
  return { span: { from, to }, lines };
}

/** The next of 1, 2, 2.5, 5, 10, 20 … that is not below. */
export function roundStep(least: number): number {
  const size = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5, 10].find((times) => times * size >= least) ?? 10) * size;
}

/** The place of the newest point that is not after a moment; the first when all are. Points are in the order of time. */
export function placeAt(points: readonly Point[], moment: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}
