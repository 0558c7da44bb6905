import { inEnglish, t } from '../language/index.ts';
import { type Cents, cents, Decimal, payout, totalOdds } from '../money/index.ts';

/**
 * The system lines of a bet that has several: every combination of `sizes` of its selections, each with all bankers. `bankers`: the positions
 * of their legs, from 0; they do not count towards a size. Both ascend. A single or an accumulator has one line and no system.
 */
export type System = { readonly sizes: readonly number[]; readonly bankers: readonly number[] };

/** The most lines of a system: all combinations of ten selections. */
export const maxLines = 1_023;
/** The most selections of a system. */
export const maxSystemLegs = 20;

/** Returns how many lines a bet with so many legs has; 1 without a system. */
export const lineCount = (legs: number, system: System | undefined): number =>
  system ? lineTotal(Array<Decimal>(legs).fill(one), system).toNumber() : 1;

/** Lists the positions of each line's legs, in the order of the bet; the smallest lines first. */
export function linesOf(legs: number, { sizes, bankers }: System): readonly (readonly number[])[] {
  const others = Array.from({ length: legs }, (_, at) => at).filter((at) => !bankers.includes(at));
  const combine = (size: number, from: number): readonly (readonly number[])[] =>
    size === 0
      ? [[]]
      : others.slice(from).flatMap((at, step) => combine(size - 1, from + step + 1).map((rest) => [at, ...rest]));
  return sizes.flatMap((size) => combine(size, 0).map((line) => [...bankers, ...line].sort((a, b) => a - b)));
}

/** Returns the sum over all lines of the product of their legs' factors, exactly; without a system the product of all. */
export function lineTotal(factors: readonly Decimal[], system: System | undefined): Decimal {
  if (!system) return totalOdds(factors);
  const { sizes, bankers } = system;
  // `sums[size]`: over all combinations of that many of the factors so far. No combination is listed.
  const sums = [one, ...Array<Decimal>(Math.max(...sizes)).fill(zero)];
  factors.forEach((factor, at) => {
    if (bankers.includes(at)) return;
    for (let size = sums.length - 1; size > 0; size -= 1) {
      sums[size] = (sums[size] ?? zero).plus((sums[size - 1] ?? zero).times(factor));
    }
  });
  const ofOthers = sizes.reduce((sum, size) => sum.plus(sums[size] ?? zero), zero);
  return ofOthers.times(totalOdds(bankers.map((at) => factors[at] ?? one)));
}

/** Returns what a stake on all lines pays at these factors, rounded down once. */
export const linesPayout = (stake: Cents, factors: readonly Decimal[], system: System | undefined): Cents =>
  system ? shareOf(stake, lineTotal(factors, system), lineCount(factors.length, system)) : payout(stake, factors);

/** Returns the part of a stake that is on lines without a lost leg. */
export const stakeOnLiveLines = (stake: Cents, isLost: readonly boolean[], system: System): Cents =>
  shareOf(stake, liveLines(isLost, system), lineCount(isLost.length, system));
export const hasLiveLine = (isLost: readonly boolean[], system: System): boolean => liveLines(isLost, system).gt(0);
const liveLines = (isLost: readonly boolean[], system: System): Decimal =>
  lineTotal(
    isLost.map((lost) => (lost ? zero : one)),
    system,
  );

/** Whether a bet with so many legs can have this system, which has more than one line and not too many. */
export function isSystemOf(legs: number, { sizes, bankers }: System): boolean {
  const others = legs - bankers.length;
  const areWhole = areAscending(sizes, 1, others) && areAscending(bankers, 0, legs - 1);
  if (!areWhole || sizes.length === 0 || legs > maxSystemLegs) return false;
  const lines = lineCount(legs, { sizes, bankers });
  return lines > 1 && lines <= maxLines;
}

/** Names a system that covers all its selections without bankers as bookmakers do, in English. */
export const systemName = (legs: number, system: System): string => inEnglish(() => systemText(legs, system));
/** The same in the current language, for the screen. */
export function systemText(legs: number, { sizes, bankers }: System): string {
  const isFrom = (first: number) => bankers.length === 0 && sizes.length === legs - first + 1 && sizes[0] === first;
  const name = (isFrom(2) && namesFromDoubles[legs - 3]) || (isFrom(1) && namesFromSingles[legs - 3]);
  if (name) return name;
  return t(
    '{bankers, plural, =0 {System {sizes} of {selections}} one {System {sizes} of {selections} with # banker} other {System {sizes} of {selections} with # bankers}}',
    { sizes: sizes.join(', '), selections: legs - bankers.length, bankers: bankers.length },
  );
}
// Not translated: names, from three selections on.
const namesFromDoubles = ['Trixie', 'Yankee', 'Canadian', 'Heinz', 'Super Heinz', 'Goliath'];
// Not translated: names, from three selections on.
const namesFromSingles = ['Patent', 'Lucky 15', 'Lucky 31', 'Lucky 63'];

const areAscending = (numbers: readonly number[], least: number, most: number): boolean =>
  numbers.every(
    (number, at) => Number.isInteger(number) && number >= least && number <= most && number > (numbers[at - 1] ?? -1),
  );

const shareOf = (stake: Cents, total: Decimal, lines: number): Cents =>
  cents(Decimal.min(total.times(stake).divToInt(lines), Number.MAX_SAFE_INTEGER).toNumber());
const [zero, one] = [new Decimal(0), new Decimal(1)];
