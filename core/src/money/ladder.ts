/** The usual steps of prices in hundredths: up to the first number by the second. */
const ladder: readonly (readonly [upTo: number, step: number])[] = [
  [200, 1],
  [300, 2],
  [400, 5],
  [600, 10],
  [1_000, 20],
  [2_000, 50],
  [3_000, 100],
  [5_000, 200],
  [10_000, 500],
];
const lastStep = 1_000;

/** Returns the highest price on the ladder that is not above `price`. */
export function onLadder(price: number): number {
  // An exact price must not fall by its rounding error.
  const wanted = Math.floor(price * 100 + 1e-7);
  let step = lastStep;
  for (const [upTo, each] of ladder) {
    if (wanted >= upTo) continue;
    step = each;
    break;
  }
  return (Math.floor(wanted / step) * step) / 100;
}
