/** A balance from a moment on. */
export type Point = { readonly at: number; readonly value: number };
export type Span = { readonly from: number; readonly to: number };

/** Returns an SVG path of steps in a 1000 × 1000 plane with zero at the top left: a balance stays until it changes. */
export function stepPath(points: readonly Point[], across: Span, up: Span): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const x = ({ at }: Point) => Math.round(share(at, across) * 1_000);
  const y = ({ value }: Point) => Math.round((1 - share(value, up)) * 1_000);
  const steps = rest.map((point) => `H${x(point)}V${y(point)}`);
  return `M${x(first)} ${y(first)}${steps.join('')}H1000`;
}

/** Returns the position in a span, from 0 to 1; 1 for an empty span. */
export const share = (value: number, { from, to }: Span): number => (to === from ? 1 : (value - from) / (to - from));

/** Returns a span of round numbers around all values, with about four grid lines. */
export function roundSpan(values: readonly number[]): { readonly span: Span; readonly lines: readonly number[] } {
  const least = values.reduce((a, b) => Math.min(a, b), 0);
  const most = values.reduce((a, b) => Math.max(a, b), 1);
  const step = roundStep((most - least) / 4);
  const from = Math.floor(least / step) * step;
  const to = Math.ceil(most / step) * step;
  const lines = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, line) => from + line * step);
  return { span: { from, to }, lines };
}

/** Returns the smallest of 1, 2, 2.5, 5, 10, 20 … that is not below `least`. */
export function roundStep(least: number): number {
  const size = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 2.5, 5, 10].find((times) => times * size >= least) ?? 10) * size;
}

/** Returns the index of the last point at or before a moment, else the first. Points are oldest first. */
export function indexAt(points: readonly Point[], moment: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.at ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return Math.max(low - 1, 0);
}
