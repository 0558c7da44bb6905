/** How prices are written: 2.50, 3/2 or +150. What is bet on is always the decimal price. */
export const oddsFormats = ['decimal', 'fractional', 'american'] as const;
export type OddsFormat = (typeof oddsFormats)[number];

/**
 * Decimal odds, given as their digits (`2.5`), for the screen. Decimal: two decimals, half a hundredth rounded up. The other formats
 * say exactly the price that those two decimals say; American odds, which are whole numbers, never promise more than it. A price that
 * two decimals would write as 1.00 is written from all of its digits. What is no price stays as it came.
 */
export function writeOdds(price: string, format: OddsFormat): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(price) ?? [];
  if (whole === undefined) return price;
  const hundredths = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0')) + (decimals.charAt(2) >= '5' ? 1n : 0n);
  const shown = `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')}`;
  if (format === 'decimal') return shown;
  const { profit, scale } =
    hundredths === 100n ? profitOf(whole + decimals, decimals.length) : profitOf(String(hundredths), 2);
  if (profit <= 0n) return shown;
  return format === 'fractional' ? fractionText(profit, scale) : americanText(profit, scale);
}

/** What one unit of stake wins, as a whole number of `1 / scale`. */
function profitOf(digits: string, decimals: number) {
  const scale = 10n ** BigInt(decimals);
  return { profit: BigInt(digits) - scale, scale };
}

function fractionText(profit: bigint, scale: bigint): string {
  const common = commonDivisor(profit, scale);
  return `${profit / common}/${scale / common}`;
}

/** From 2.00 on: what 100 win. Below: what must be staked to win 100, rounded up. */
const americanText = (profit: bigint, scale: bigint): string =>
  profit >= scale ? `+${(100n * profit) / scale}` : `-${(100n * scale + profit - 1n) / profit}`;

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));
