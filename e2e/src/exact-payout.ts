/**
 * What a winning bet pays in cents, by whole-number arithmetic of its own: stake times all odds, rounded once, down.
 * Odds are decimal texts such as '2.10'.
 * @throws on a text that is no decimal number
 */
export function exactPayout(stakeCents: number, odds: readonly string[]): number {
  let numerator = BigInt(stakeCents);
  let denominator = 1n;
  for (const text of odds) {
    const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (whole === '') throw new Error(`"${text}" are no odds`);
    numerator *= BigInt(whole + fraction);
    denominator *= 10n ** BigInt(fraction.length);
  }
  return Number(numerator / denominator);
}

/** A line of a system for each choice of selections with all bankers and one of the sizes of others. */
export type ExactSystem = { readonly sizes: readonly number[]; readonly bankers: readonly number[] };

/**
 * What a stake on all lines of a system pays in cents: every line is listed, and all of them are rounded once, down.
 * @throws on a factor that is no decimal number
 */
export function exactSystemPayout(stakeCents: number, factors: readonly string[], system: ExactSystem): number {
  const parts = factors.map((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    if (!/^\d+$/.test(whole + fraction)) throw new Error(`"${text}" is no factor`);
    return { top: BigInt(whole + fraction), bottom: 10n ** BigInt(fraction.length) };
  });
  const lines = exactLines(factors.length, system);
  const total = lines
    .map((line) => parts.reduce((product, { top, bottom }, at) => product * (line.includes(at) ? top : bottom), 1n))
    .reduce((sum, product) => sum + product, 0n);
  const bottom = parts.reduce((product, part) => product * part.bottom, 1n);
  return Number((BigInt(stakeCents) * total) / (bottom * BigInt(lines.length)));
}

/** The positions of the selections of each line. */
export const exactLines = (count: number, { sizes, bankers }: ExactSystem): readonly (readonly number[])[] =>
  Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (_one, at) => at).filter((at) => (bits >> at) & 1),
  ).filter((line) => bankers.every((at) => line.includes(at)) && sizes.includes(line.length - bankers.length));

/** Dollars of the wire as whole cents. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);
