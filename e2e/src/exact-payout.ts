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

/** 123456 → "$1,234.56". */
export function dollarsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`;
}

/** Dollars of the wire as whole cents. */
export const centsOf = (dollars: number): number => Math.round(dollars * 100);
