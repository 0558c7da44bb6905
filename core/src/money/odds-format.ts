import { formatNumber } from '../language/index.ts';

/** How prices are shown: 2.50, 3/2 or +150. Bets are always placed at the decimal price. */
export const oddsFormats = ['decimal', 'fractional', 'american'] as const;
export type OddsFormat = (typeof oddsFormats)[number];

/**
 * Formats decimal odds, given as text (`2.5`), for the screen. Decimal: two decimals, rounded half up. The other formats show exactly
 * the price of those two decimals; American odds, which are whole numbers, never promise more. A price that two decimals would show
 * as 1.00 is written with all its digits. Text that is not a price is returned unchanged.
 */
export function writeOdds(price: string, format: OddsFormat): string {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(price) ?? [];
  if (whole === undefined) return price;
  const hundredths = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0')) + (decimals.charAt(2) >= '5' ? 1n : 0n);
  const shown = formatNumber(
    `${hundredths / 100n}.${`${hundredths % 100n}`.padStart(2, '0')}` as `${number}`,
    twoDecimals,
  );
  if (format === 'decimal') return shown;
  const { profit, scale } =
    hundredths === 100n ? profitOf(whole + decimals, decimals.length) : profitOf(String(hundredths), 2);
  if (profit <= 0n) return shown;
  return format === 'fractional' ? fractionText(profit, scale) : americanText(profit, scale);
}

const twoDecimals = { minimumFractionDigits: 2, useGrouping: false } as const;

/** Returns the profit on one unit of stake, as a whole number of `1 / scale`. */
function profitOf(digits: string, decimals: number) {
  const scale = 10n ** BigInt(decimals);
  return { profit: BigInt(digits) - scale, scale };
}

function fractionText(profit: bigint, scale: bigint): string {
  const common = commonDivisor(profit, scale);
  return `${profit / common}/${scale / common}`;
}

/** From 2.00 on: the profit on 100. Below: the stake for a profit of 100, rounded up. */
const americanText = (profit: bigint, scale: bigint): string =>
  profit >= scale ? `+${(100n * profit) / scale}` : `-${(100n * scale + profit - 1n) / profit}`;

const commonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : commonDivisor(b, a % b));
